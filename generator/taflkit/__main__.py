"""The program: python -m taflkit is the same as taflkit."""

from __future__ import annotations

import gc
import os
import sys

_COLLECTED = 100_000  # the new objects after which Python looks for garbage: a kit leaves little behind


def run() -> None:
    """Run the program; one that is stopped, or has no memory, before it has read its own modules ends with a line."""
    gc.set_threshold(_COLLECTED)
    try:
        from taflkit.cli import run as run_commands  # noqa: PLC0415
    except KeyboardInterrupt:
        os.write(2, b"Error: stopped\n")
        os._exit(130)
    except (ImportError, MemoryError, OSError, SystemError):
        # with very little memory a library that cannot be loaded is the first sign of it
        if os.environ.get("TAFLKIT_DEBUG"):
            raise
        os.write(2, b"Error: taflkit cannot begin: too little memory, or it is not wholly installed\n")
        os._exit(1)
    try:
        run_commands()
    finally:
        # frozen objects are not gone through once more when Python ends
        gc.freeze()


if __name__ == "__main__":
    if not sys.flags.safe_path:
        # the current folder, whose files may be anybody's and are no modules of the program's libraries
        del sys.path[0]
    run()

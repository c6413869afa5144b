"""The program: python -m taflkit is the same as taflkit."""

from __future__ import annotations

import os


def run() -> None:
    """Run the program; one that is stopped, or has no memory, before it has read its own modules ends with a line."""
    try:
        from taflkit.cli import run as run_commands  # noqa: PLC0415

        run_commands()
    except KeyboardInterrupt:
        os.write(2, b"Error: stopped\n")
        os._exit(130)
    except MemoryError:
        os.write(2, b"Error: there is not enough memory to begin\n")
        os._exit(1)


if __name__ == "__main__":
    run()

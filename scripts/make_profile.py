"""Make the colour profile that every kit names as what its colours mean: templates/srgb.icc.

It is LittleCMS' own small sRGB profile (through Pillow), with the date of its making set to a fixed one, so that the
same bytes come out on any day.
"""

from __future__ import annotations

import struct
from pathlib import Path

from PIL import ImageCms

PROFILE = Path(__file__).resolve().parent.parent / "templates" / "srgb.icc"
DATE_AT = 24
"""Where the header holds the date (ICC.1:2010, 7.2.8)."""


def main() -> None:
    """Write the profile."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[DATE_AT : DATE_AT + 12] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    PROFILE.write_bytes(data)
    print(f"{PROFILE.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()

"""ZIP archives with the same bytes for the same files, on every system and at any time."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file, before which ZIP has none."""


def to_zip(files: Mapping[str, bytes], stored: str = "") -> bytes:
    """Return an archive of files by their paths, in their order; one of them may be stored as it is."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for path, content in files.items():
            info = ZipInfo(path, _EARLIEST)
            info.compress_type = ZIP_STORED if path == stored else ZIP_DEFLATED
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, content, compresslevel=9)
    return stream.getvalue()

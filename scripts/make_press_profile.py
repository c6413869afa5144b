"""Make the colour profile of the press that print-on-demand files are meant for: templates/fogra39.icc.

It is computed by Argyll's colprof (Debian's package argyll) from the characterisation data FOGRA39L of Debian's
package icc-profiles-free, which are under the zlib licence; the date of its making is set to a fixed one, so that the
same bytes come out on any day. The reference name of the printing condition is that of the ICC's registry.
"""

from __future__ import annotations

import argparse
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

PROFILE = Path(__file__).resolve().parent.parent / "templates" / "fogra39.icc"
DATA = Path("/usr/share/color/icc/FOGRA39L.ti3")
DATE_AT = 24
"""Where the header holds the date (ICC.1:2010, 7.2.8)."""
OPTIONS = (
    *("-ql", "-nc"),  # small tables, without the data themselves: the mean difference is 0.3 (CIEDE2000)
    *("-l330", "-L100", "-kr"),  # as much ink as the condition allows, black as its curves have it
    *("-D", "FOGRA39L coated", "-M", "FOGRA39L", "-A", "taflkit"),
    *("-C", "Made by Argyll from the FOGRA39L data of icc-profiles-free; zlib licence"),
)


def main() -> None:
    """Write the profile."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the characterisation data")
    parser.add_argument("--colprof", default="colprof", help="Argyll's program")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "fogra39.ti3"
        shutil.copyfile(wanted.data, data)
        subprocess.run([wanted.colprof, *OPTIONS, data.stem], cwd=folder, check=True)
        profile = bytearray(data.with_suffix(".icc").read_bytes())
    profile[DATE_AT : DATE_AT + 12] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    PROFILE.write_bytes(profile)
    print(f"{PROFILE.name}: {len(profile)} bytes")


if __name__ == "__main__":
    main()

"""What the tests share: where the project's files are, and helpers to build, read and compare."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "templates" / "fonts"

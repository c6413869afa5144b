"""taflkit: print-and-play kits for Brandub and its family, from one board-layout model."""

__version__ = "0.1.0"

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
"""The address of the licence of the words and drawings."""

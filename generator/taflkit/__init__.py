"""taflkit: print-and-play kits for Brandub and its family, from one board-layout model."""

__version__ = "0.1.0"

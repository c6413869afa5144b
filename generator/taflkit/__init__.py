"""taflkit: print-and-play kits for Brandub and its family, from one board-layout model."""

__version__ = "0.1.0"

RIGHTS = (
    "The words and drawings are free to share and change under CC BY 4.0, naming taflkit.",
    "https://creativecommons.org/licenses/by/4.0/",
)
"""The licence of the words and drawings, in a sentence, and its address."""

"""The choices of a site that the command line lists, without the rest of the program."""

__all__ = ["KITS", "READING"]

KITS = ("default", "none", "all")
"""Which ready kits a site has, the default first: on the two usual papers in both modes; none; or on every paper, in
every theme."""
READING = "printer-"
"""What stands before the name of a printer's reading in the name of its field."""

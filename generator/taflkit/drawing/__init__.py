"""Shapes, paints and looks, in millimetres with the origin top left and y down. No file format is known here."""

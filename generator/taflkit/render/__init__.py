"""Drawings become files: a Document a PDF, a Drawing an SVG or a PNG. Knows nothing but `drawing`."""

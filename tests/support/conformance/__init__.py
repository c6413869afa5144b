"""What other programs say of the PDFs: the files that are shown to them, and how they are run."""

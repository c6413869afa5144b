"""Documents as PDF files that conform to PDF/A-2a and PDF/UA-1."""

from taflkit.render.pdf.document import drawing_to_pdf, to_pdf

__all__ = ["drawing_to_pdf", "to_pdf"]

"""PDF writer (reportlab): a document of scenes as the bytes of a PDF file. Open `writer.py` first."""

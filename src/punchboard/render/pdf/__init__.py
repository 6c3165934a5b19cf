"""PDF by reportlab: a document of scenes as the bytes of a file."""

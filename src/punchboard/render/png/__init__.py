"""PNG and JPEG pictures of pages, rasterised from our own PDF by PDFium. Open `pictures.py` first."""

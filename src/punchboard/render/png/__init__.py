"""PNG and JPEG from our own PDF: pages to pixels, pixels to files."""

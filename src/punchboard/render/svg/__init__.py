"""SVG files, and drawings within a page of HTML."""

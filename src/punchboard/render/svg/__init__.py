"""SVG files (`writer.py`), and SVG drawings inside an HTML page (`html_drawings.py`)."""

"""DXF files for cutting machines: `writer.py` writes them, `arcs.py` finds arcs and circles in outlines."""

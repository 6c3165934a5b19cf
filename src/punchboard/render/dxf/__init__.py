"""DXF files for cutting machines: `dxf_writer.py` writes them, `arcs.py` finds arcs and circles in outlines."""

"""DXF files for cutting machines."""

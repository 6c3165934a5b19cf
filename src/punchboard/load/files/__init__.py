"""File access: safe paths, consistent snapshots, lazy mappings, printers, press profiles, Python packages, liblouis."""

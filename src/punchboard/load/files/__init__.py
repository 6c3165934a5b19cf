"""Access to files: safe paths, one snapshot of what was read, lazy mappings, printers, profiles, packages."""

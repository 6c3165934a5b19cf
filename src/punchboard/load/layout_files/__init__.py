"""Finding layout files on a search path, and merging a layout with the one it extends."""

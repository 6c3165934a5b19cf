"""Exports for virtual tabletops: grids of card faces (`deck_grid`), and 3D models (`meshes`)."""

"""Exports for virtual tabletops: grids of card faces (`deck_grid`), 3D models (`meshes`), places (`object_rows`)."""

"""Parts of virtual tables: grids of card faces, and solid bodies as meshes."""

"""Boards and mats larger than the paper: `tiling` splits a board into parts, `parts` draws a page for each."""

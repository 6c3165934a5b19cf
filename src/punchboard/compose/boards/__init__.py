"""Boards and mats larger than the paper: `tiling` splits a board into parts, `board_pages` draws a page for each."""

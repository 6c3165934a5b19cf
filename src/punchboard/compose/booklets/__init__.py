"""Booklets: the pages of a book on sheets to fold and staple. Start with `saddle_stitch`, the geometry."""

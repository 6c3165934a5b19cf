"""Booklets: the pages of a book on folded and stapled sheets. `saddle_stitch` has the geometry."""

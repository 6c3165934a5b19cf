"""Loading a game's layouts: theme, faces, sheets, papers, books and words. Start with `layouts`."""

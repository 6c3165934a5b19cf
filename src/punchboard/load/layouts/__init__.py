"""All layouts of a game: theme, faces, sheets, papers, books and words. Start with `layouts`."""

"""E-books: the files of a publication as one EPUB package."""

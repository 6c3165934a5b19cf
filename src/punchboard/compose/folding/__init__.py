"""Things to fold: nets of dice and pawns, tuck boxes, strips of stickers, and the sheets that they are printed on."""

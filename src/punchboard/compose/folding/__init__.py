"""Nets to fold: dice, pawns and tuck boxes, strips of stickers, and the sheets with them. Start with `nets`."""

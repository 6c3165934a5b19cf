"""The boxes of a face: the area of each, and how its shape, text, icon or ornament is drawn. Start with `drawing`."""

"""The boxes of a face: where each lies, and how its shape, text, icon or ornament is drawn. Start with `drawing`."""

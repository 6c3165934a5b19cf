"""Models of layouts: faces, boxes, themes, trims, icons. Start with `layout`."""

"""What the checks on faces need to know of ink: layers, edges, colours under text, contrast, colour vision.

No rule is here. Start with `readable_inks` (what a reader must read) and `background_colour` (what lies under it).
"""

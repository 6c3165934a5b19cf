"""Helpers for the checks on faces: layers, edges, colours under text, contrast, colour vision. No rule is here.

Start with `readable_inks` (what must be readable), `contrast` (the checks) and `background_colour` (what lies under).
"""

"""The theme in the studio: what a game's theme has, the smallest changes of its files, and warnings about colours.

Open `theme_view.py` first.
"""

"""The theme in the studio: what a game's theme has, the smallest changes of its files, and warnings about colours.

Open `view.py` first.
"""

"""Older states of games, from outputs, workspaces and git revisions, compared with the loaded game.

Open `comparison.py` first. Imports the loader, models and compose; draws no face.
"""

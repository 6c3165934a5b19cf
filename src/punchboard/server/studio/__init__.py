"""Editing in the preview: what a person drags and types in the page, as changes of the game's files.

Open `session.py` first. Only ``punchboard edit`` makes sessions; the preview alone writes nothing.
"""

"""Changes of a game's own files as the smallest change of their text: comments, order and formatting stay.

Most functions take the text of a file and return the new text; only `game_files.py` reads and writes. Open
`yaml_edit.py` first.
"""

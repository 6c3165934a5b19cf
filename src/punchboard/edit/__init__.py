"""Changes of a game's own files as the smallest change of their text: comments, order and formatting stay.

Every function here takes the text of a file and returns the new text; nothing is read or written. Open
`yaml_edit.py` first.
"""

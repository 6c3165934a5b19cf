"""Checks of a game's own data: expressions, references, rule ids, value sources, tuck boxes. One rule a file.

A rule has an `ID` and a `check(game)`; `punchboard.checks` lists all of them.
"""

"""Checks of the expectations under ``expect:`` in game.yaml, one rule a file.

`expectations` has what the rules share.
"""

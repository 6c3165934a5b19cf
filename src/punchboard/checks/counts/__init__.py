"""Checks of counts: what `expect:` in game.yaml says of a set of components. One rule a file.

`expectations` has what the rules share, `sums` works totals out.
"""

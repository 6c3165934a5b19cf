"""A table that several devices share: the server has the game, and each seat is sent what it may see.

`room` is the entry: who sits where and what they may do. `table_game` is the game, `sight` what a seat sees of it.
"""

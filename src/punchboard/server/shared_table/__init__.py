"""A table that several devices share: the server has the game, and each seat is sent what it may see.

`seats` is the entry: who sits where and what they may do. `table_game` is the game, `guests` what a seat sees of it.
"""

"""The command `punchboard check`: for games, for a player's own deck, and for any rulebook and table."""

"""What `punchboard check` does with a game, with a player's own deck, and with any rulebook and table."""

"""Models of game.yaml and its tables, and the loaded game with every row resolved. Start with `game_file`."""

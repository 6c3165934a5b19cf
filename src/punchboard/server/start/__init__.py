"""The page that begins without a game: a table becomes one, or another game is opened. Open `new_games.py` first."""

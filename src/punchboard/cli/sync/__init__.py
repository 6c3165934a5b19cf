"""``punchboard sync``: fetches the tables of games from their links again."""

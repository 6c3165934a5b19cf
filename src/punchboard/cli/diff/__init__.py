"""``punchboard diff``: the changes between two states of games, as text and as a page with pictures."""

"""The command `punchboard simulate`: many games by bots, in several processes, and what they show."""

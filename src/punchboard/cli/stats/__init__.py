"""The command `punchboard stats`: curves, counts and odds of a game, and what logs of its games show."""

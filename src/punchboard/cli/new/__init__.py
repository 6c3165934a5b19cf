"""The command `punchboard new`: asks questions, makes the files from a table or the starter game, builds them once."""

"""What `punchboard new` does: ask, read a table or take the starter game, write the files, build them once."""

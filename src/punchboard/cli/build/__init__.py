"""What `punchboard build` does: `start` reports unchanged games, `run` builds the others, here or elsewhere."""

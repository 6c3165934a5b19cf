"""The command `punchboard build`: `request` has the typed options, `run` decides what must be built and where."""

"""What `punchboard build` does: `request` has the options as typed, `run` decides what must be built and by whom."""

"""What `punchboard calibrate` does: print the target, then store the profile of a printer."""

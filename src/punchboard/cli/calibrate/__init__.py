"""The command `punchboard calibrate`: writes the target sheet, then stores the profile of a measured printer."""

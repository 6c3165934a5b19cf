"""The accessibility report: measurements of a game, and the rules that compare them with limits.

`reading_limits` has every limit with its source. `subject` is what is measured, `measured` what the page of checks
shows, and `rules` what ``punchboard check --accessible`` runs.
"""

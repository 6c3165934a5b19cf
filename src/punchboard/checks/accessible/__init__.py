"""Checks of what players need who see, read or grasp with difficulty, or listen to the pages.

`structure` has the warnings of every build, about what a screen reader reads. `report` has the measurements and rules
of ``punchboard check --accessible``. Start with `report.reading_limits`.
"""

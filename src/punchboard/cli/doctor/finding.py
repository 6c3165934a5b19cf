"""One finding of ``punchboard doctor``."""

from typing import NamedTuple


class Finding(NamedTuple):
    """One finding: whether it is good, a description, and how to fix it; the field names are keys of ``--json``."""

    name: str
    good: bool
    told: str
    how: str = ""

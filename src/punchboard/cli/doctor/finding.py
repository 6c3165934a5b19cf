"""What was found of one thing."""

from typing import NamedTuple


class Finding(NamedTuple):
    """One thing: whether it is well, what there is to tell of it, and how to mend it or to get it."""

    name: str
    good: bool
    told: str
    how: str = ""

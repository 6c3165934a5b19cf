"""What the page of changes shows: each changed part with its pictures before and after."""

from typing import NamedTuple

from punchboard.geometry import Rect, Size
from punchboard.model.snapshot import Change, Difference
from punchboard.problem import Problem


class Picture(NamedTuple):
    """A side of a part as a WebP picture, cut to the trim, and the size of the trim in mm."""

    data: bytes
    size: Size


class SidePictures(NamedTuple):
    """A side before and after, None where it does not exist, and the area in mm in which the two differ, if both do."""

    side: str
    before: Picture | None
    after: Picture | None
    changed: Rect | None = None


class ChangedPart(NamedTuple):
    """A part that is new, changed or gone, with those of its sides that look different."""

    change: Change
    name: str
    group: str
    """The printed name of its deck, or else of its kind."""
    sides: tuple[SidePictures, ...] = ()


class ChangedGame(NamedTuple):
    """The changed parts of a game in two states."""

    title: str
    difference: Difference
    parts: tuple[ChangedPart, ...] = ()
    """Without those whose layout has changed, but that look as before."""
    same_looks: int = 0
    """How many parts were left out for that."""
    problems: tuple[Problem, ...] = ()
    """Why some of the pictures lack what should be on them; those of the older state have its name before the file."""

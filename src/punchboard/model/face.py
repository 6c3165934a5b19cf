"""Faces: what a box layout makes of one component, with a record of every box for the checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from punchboard.geometry import Rect
from punchboard.model.layout import Box
from punchboard.model.trim import Trim
from punchboard.problem import Place, Problem
from punchboard.scene import Item, Symbol

EDITION: Final = "edition"
"""The name of the box that the mark of the edition stands in."""


class PlacedBox(NamedTuple):
    """What became of one box: where it lies on the trim, and what its content took.

    ``ink`` is the part that the content covers, ``lost`` the number of lines that found no room, ``size`` the type
    size in points that text was set in, ``missing`` the words with characters that no font has.
    """

    name: str
    box: Box
    area: Rect
    content: str | None
    ink: Rect | None = None
    lost: int = 0
    size: float = 0.0
    missing: tuple[str, ...] = ()


class Drawn(NamedTuple):
    """A box's drawing and record."""

    items: tuple[Item, ...]
    boxes: tuple[PlacedBox, ...]


@dataclass(frozen=True, eq=False)
class Face:
    """One side of a component: a symbol with its origin at the trim's top left corner, drawn out to the bleed."""

    layout: str
    trim: Trim
    bleed: float
    safe: float
    symbol: Symbol
    boxes: tuple[PlacedBox, ...]
    place: Place
    """The row that asked for it first."""
    problems: tuple[Problem, ...] = ()

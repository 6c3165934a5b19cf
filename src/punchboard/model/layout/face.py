"""Faces: what a box layout makes of one component, with a record of every box for the checks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.geometry import Rect
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place, Problem
from punchboard.scene import Item, Symbol

EDITION_BOX: Final = "edition"
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


class DrawnBox(NamedTuple):
    """A box's drawing and record."""

    items: tuple[Item, ...]
    boxes: tuple[PlacedBox, ...]


class Fault(NamedTuple):
    """A problem that a face tells, and the card that showed it.

    One of the ``layout`` stands in its file, and is told once for all cards that show it. Of those of one ``box`` that
    go by the values of cards, some are told for all.
    """

    problem: Problem
    card: Place
    layout: bool = False
    box: str = ""


class CardData(NamedTuple):
    """What asks a face for its boxes: where it stands, its values, and what knows the cell of each value.

    The faults are those of the templates in its own texts.
    """

    place: Place
    values: Mapping[str, Any] = MappingProxyType({})
    value_place: Callable[[str], Place] | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
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
    faults: tuple[Fault, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it, without what others tell as well."""
        return tuple(dict.fromkeys(fault.problem for fault in self.faults))

"""Faces: the drawn side of a component, with a record of every box for the checks."""

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
"""The name of the box with the edition mark."""


class PlacedBox(NamedTuple):
    """The record of one drawn box: its area on the trim in mm, and how its content fitted.

    ``ink`` is the area that the content covers, ``lost`` the number of lines that did not fit, ``size`` the type size
    of the text in points, ``missing`` the words with characters that no font has.
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
    """The drawing of a box and its records."""

    items: tuple[Item, ...]
    boxes: tuple[PlacedBox, ...]


class Fault(NamedTuple):
    """A problem of a face, and the card that showed it.

    With ``layout``, the problem lies in the layout's file and is reported once for all cards. Problems of one ``box``
    that depend on the values of cards are reported for some of the cards.
    """

    problem: Problem
    card: Place
    layout: bool = False
    box: str = ""


class CardData(NamedTuple):
    """The data of one card for drawing its face: its place, its values, and a function for the place of each value.

    The faults are those of the templates in its own texts.
    """

    place: Place
    values: Mapping[str, Any] = MappingProxyType({})
    value_place: Callable[[str], Place] | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Face:
    """One side of a component: a symbol that extends to the bleed, with its origin at the trim's top left corner."""

    layout: str
    trim: Trim
    bleed: float
    safe: float
    symbol: Symbol
    boxes: tuple[PlacedBox, ...]
    place: Place
    """The first row that uses this face."""
    faults: tuple[Fault, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the face, each once."""
        return tuple(dict.fromkeys(fault.problem for fault in self.faults))

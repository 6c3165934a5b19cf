"""Faces: the drawn side of a component with a record of every box for the checks, and what is read of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.geometry import Rect
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim
from punchboard.model.values import LayoutSource
from punchboard.problem import Place, Problem
from punchboard.scene import DECORATION, Element, Group, Item, Symbol, Text, Use

EDITION_BOX: Final = "edition"
"""The name of the box with the edition mark."""


class PlacedBox(NamedTuple):
    """The record of one drawn box: its area on the trim in mm, and how its content fitted.

    ``ink`` is the area that the content covers, ``lost`` the number of lines that did not fit, ``size`` the type size
    of the text in points, ``missing`` the words with characters that no font has. ``continues`` tells whether the text
    is a part of one that runs over several cards.
    """

    name: str
    box: Box
    area: Rect
    content: str | None
    ink: Rect | None = None
    lost: int = 0
    size: float = 0.0
    missing: tuple[str, ...] = ()
    continues: bool = False


class Fault(NamedTuple):
    """A problem of a face, and the card that showed it.

    With ``layout``, the problem is reported once for all cards: it lies in the layout's file, or it is the first of
    those with the same ``box``. Other problems of one ``box`` are reported for some of the cards.
    """

    problem: Problem
    card: Place
    layout: bool = False
    box: str = ""


class DrawnBox(NamedTuple):
    """The drawing of a box, or of several, with their records and faults."""

    items: tuple[Item, ...]
    boxes: tuple[PlacedBox, ...]
    faults: tuple[Fault, ...] = ()


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
    source: LayoutSource | None = None
    """Where its layout is written."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the face, each once."""
        return tuple(dict.fromkeys(fault.problem for fault in self.faults))


GROUPING: Final = frozenset({"Art", "Div", "L", "LBody", "LI", "OL", "Reference", "TOC", "TOCI", "TR", "Table"})
"""The roles of elements that only contain other elements: what else is drawn in them is decoration."""

_GLUED: Final = ("-", "\u2013", "(", "\u2018", "\u201c")
"""Characters at the end of a line after which the next line goes on without a space."""

_PUNCTUATION: Final = (",", ".", ":", ";", "!", "?", ")", "\u2019", "\u201d")
_SOFT_HYPHEN: Final = "\u00ad"


class SpokenPart(NamedTuple):
    """A part of a drawing as it is read: its element, and either its own text or the parts within it."""

    element: Element
    text: str
    parts: "tuple[SpokenPart, ...]" = ()

    @property
    def role(self) -> str:
        """The structure type, such as ``P``; a face within the drawing is an ``Art``."""
        return self.element.role

    @property
    def whole_text(self) -> str:
        """The text of the part and of all within it."""
        return " ".join(filter(None, (self.text, *(part.whole_text for part in self.parts))))


class _Node:
    """An element with what it shows: further elements, and words."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.nodes: dict[Element, _Node] = {}
        self.kids: list[_Node | str] = []

    @property
    def is_content(self) -> bool:
        return self.element.role not in GROUPING

    def inner(self, element: Element) -> "_Node":
        """Return the node of an element within this one; groups with equal elements show one part."""
        node = self.nodes.get(element)
        if node is None:
            node = self.nodes[element] = _Node(element)
            self.kids.append(node)
        return node

    def part(self) -> SpokenPart:
        if self.element.text:
            return SpokenPart(self.element, self.element.text)
        inner = [kid.part() if isinstance(kid, _Node) else kid for kid in self.kids]
        if self.is_content:
            words = (kid if isinstance(kid, str) else kid.whole_text for kid in inner)
            return SpokenPart(self.element, joined_lines(words))
        parts = (kid for kid in inner if isinstance(kid, SpokenPart))
        return SpokenPart(self.element, "", tuple(sorted(parts, key=lambda part: part.element.order)))


def spoken_parts(items: Iterable[Item]) -> tuple[SpokenPart, ...]:
    """Return the parts that items show, in the order in which they are read; what no part shows is decoration."""
    root = _Node(Element("Art"))
    _collect(items, root)
    return root.part().parts


def _collect(items: Iterable[Item], node: _Node) -> None:
    for item in items:
        if isinstance(item, Text):
            node.kids += [line.text for line in item.lines]
        elif isinstance(item, Use):
            _collect_use(item, node)
        elif isinstance(item, Group) and item.element is None:
            _collect(item.items, node)
        elif isinstance(item, Group) and item.element is not None and item.element != DECORATION:
            _collect(item.items, node.inner(item.element))


def _collect_use(item: Use, node: _Node) -> None:
    if item.reading is not None:
        node.kids.append(item.text)
    elif item.symbol.is_face and not node.is_content:
        _collect(item.symbol.items, node.inner(Element("Art", len(node.kids))))
    else:
        _collect(item.symbol.items, node)


def joined_lines(lines: Iterable[str]) -> str:
    """Return lines as one text; a word with a hyphen may go on in the next line."""
    text = ""
    for line in lines:
        is_glued = not text or text.endswith(_GLUED) or line.startswith(_PUNCTUATION)
        text = text[:-1] + line if text.endswith(_SOFT_HYPHEN) else text + line if is_glued else f"{text} {line}"
    return " ".join(text.replace("\u00a0", " ").split())


def flat_parts(parts: Iterable[SpokenPart]) -> Iterator[SpokenPart]:
    """Yield parts with those of faces within the drawing in place of these faces."""
    for part in parts:
        if part.role == "Art":
            yield from flat_parts(part.parts)
        else:
            yield part


MAX_REPORTED_CARDS: Final = 3
"""For how many cards a fault that depends on their values is reported in one box."""


def fault_problems(faults: Iterable[Fault]) -> tuple[Problem, ...]:
    """Return the problems of faces: layout faults once, with the number of cards, and the first few of cards."""
    cards: dict[Problem | str, dict[Place, None]] = {}
    boxes: dict[str, dict[Problem, None]] = {}
    by_problem: dict[Problem, Fault] = {}
    for fault in faults:
        by_problem.setdefault(fault.problem, fault)
        if fault.layout:
            cards.setdefault(fault.box or fault.problem, {})[fault.card] = None
        elif fault.box:
            boxes.setdefault(fault.box, {})[fault.problem] = None
    reported: dict[Problem, None] = {}
    for problem, fault in by_problem.items():
        if fault.layout:
            shown = tuple(cards.pop(fault.box or problem, ()))
            if shown:  # else one of its group has been reported
                reported[_with_note(problem, _cards_text(shown, problem.place))._replace(cards=shown)] = None
        elif not fault.box:
            reported[problem] = None
        else:
            similar = tuple(boxes[fault.box])
            if problem in similar[: MAX_REPORTED_CARDS - 1] or (
                problem in similar[:MAX_REPORTED_CARDS] and len(similar) <= MAX_REPORTED_CARDS
            ):
                reported[problem] = None
            elif problem == similar[MAX_REPORTED_CARDS - 1]:
                reported[_with_note(problem, f"and {len(similar) - MAX_REPORTED_CARDS} more fail in this box")] = None
    return tuple(reported)


def _cards_text(cards: tuple[Place, ...], told: Place) -> str:
    """Return on which cards a problem is; the first is not named again if the problem's place is in its row."""
    is_told = cards[0]._replace(column=told.column) == told
    if len(cards) > 1:
        return f"on {len(cards)} cards" if is_told else f"on {len(cards)} cards, first {cards[0]}"
    return "" if is_told else f"on {cards[0]}"


def _with_note(problem: Problem, note: str) -> Problem:
    """Return a problem with a note added to its hint, if there is one."""
    if not note:
        return problem
    return problem._replace(hint=f"{problem.hint} ({note})" if problem.hint else note)

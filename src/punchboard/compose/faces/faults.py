"""Faults of a face's boxes, reported where they can be fixed: at a key of the layout, or at a card's table cell.

A name that no card has, or an icon that the layout itself names, is the layout's fault. It is reported once, however
many cards show it. A fault that depends on a card's values is reported at the cell, for the first few cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from punchboard.compose.boxes.box_spec import BoxSpec
from punchboard.expression import ExpressionError, UnknownNameError
from punchboard.load.svg_pictures import svg_warning
from punchboard.model.layout.box_contents import template_sources
from punchboard.model.layout.face import CardData, Fault
from punchboard.model.layout.icon_set import icon_hint
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.values import LayoutSource, did_you_mean, message_and_hint, picture_crop
from punchboard.problem import Place, Problem, Severity
from punchboard.scene import Image

T = TypeVar("T")

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_QUOTED: Final = re.compile(r"'([^']*)'")
_WITHOUT_CELLS: Final = frozenset({"id", "kind"})
"""Values of a card that do not come from a table cell."""

Boxes = tuple[BoxSpec, ...]


class FaultBuilder:
    """Makes the faults of one layout.

    Args:
        layout: its name.
        source: where it is written.
    """

    def __init__(self, layout: str, source: LayoutSource | None) -> None:
        self._layout, self._source = layout, source

    def template_fault(self, name: str, box: Box, error: ExpressionError, card: CardData) -> Fault:
        """Return the fault of a template or expression that fails."""
        path = next((one.path for one in template_sources(box) if one.source == error.source), ())
        if isinstance(error, UnknownNameError) and self._source is not None:
            hint = did_you_mean(error.name, error.known)
            return self._of_layout(Problem("EXPR001", self._place(name, *path), str(error), hint), card)
        message = f"box {name!r} of face {self._layout!r}: {error}"
        return self._of_card(name, Problem("EXPR001", _cell_of(card, _NAME.findall(error.source)), message), card)

    def drawing_fault(self, name: str, box: Box, error: Exception, card: CardData) -> Fault:
        """Return the fault of a box whose filled content cannot be drawn: a missing icon, picture or colour."""
        where = f"box {name!r} of face {self._layout!r}"
        if not isinstance(error, KeyError):
            value = _QUOTED.search(str(error))
            place = _cell_with(card, value[1]) if value else None
            message, hint = (
                (str(error), error.hint) if isinstance(error, ExpressionError) else message_and_hint(str(error))
            )
            rule = "PICT001" if box.content == "picture" else "EXPR001"
            return self._of_card(name, Problem(rule, place or card.place, f"{where}: {message}", hint), card)
        missing_name, sort = str(error.args[0]), "picture" if box.content == "picture" else "icon"
        problem = Problem("REF001", card.place, f"{where}: there is no {sort} {missing_name!r}", icon_hint(error))
        markup = missing_name if box.content in {"icon", "picture"} else f":{missing_name}:"
        layout_path = next((one.path for one in template_sources(box) if markup in one.source), None)
        if layout_path is not None and self._source is not None:
            return self._of_layout(problem._replace(place=self._place(name, *layout_path)), card)
        return Fault(problem._replace(place=_cell_with(card, markup) or card.place), card.place)

    def picture_faults(self, name: str, box: Box, value: str, image: Image, card: CardData) -> Iterator[Fault]:
        """Yield a fault for what is not printed of a drawing, told once for all cards that show it."""
        path = picture_crop(value).path
        for problem in svg_warning(image, path, card.place):
            at = next((one.path for one in template_sources(box) if path in one.source), None)
            is_own = at is not None and self._source is not None
            place = self._place(name, *(at or ())) if is_own else _cell_with(card, path) or card.place
            yield Fault(problem._replace(place=place), card.place, layout=True, box=f"picture {path}")

    def left_out_fault(self, name: str, text: str, card: CardData) -> Fault:
        """Return the fault of a box that is left out because the text of another box needs its room."""
        place = card.value_place(name) if card.value_place and name in card.values else card.place
        message = f"box {name!r} of face {self._layout!r} is left out, because box {text!r} needs its room"
        hint = "shorten the text, or write 'gives way: []' in the face, and the text continues on another card"
        return Fault(Problem("FIT002", place, message, hint, Severity.WARNING), card.place)

    def continued_fault(self, text: str, file: FaceFile, copies: int, parts: int, card: CardData) -> Fault:
        """Return the fault of a text that needs further cards, which says how many cards there are to cut out."""
        cards = f"{copies} cards become" if copies > 1 else "1 card becomes"
        message = (
            f"box {text!r} of face {self._layout!r} continues on further cards: {cards} {copies * parts} to cut out"
        )
        box = file.boxes[text]
        is_wordy = box is not None and box.style == "wordy-text"
        other = "a larger card" if is_wordy else "a face for long texts: 'extends: wordy'"
        hint = f"shorten the text, or choose {other}"
        return Fault(Problem("FIT003", card.place, message, hint, Severity.WARNING), card.place)

    def placement_fault(self, error: ExpressionError, card: CardData) -> Fault:
        """Return the fault of boxes whose places depend on each other."""
        boxes = _QUOTED.search(str(error))
        place = self._place(boxes[1], "sides") if boxes else self._place()
        problem = Problem("EXPR001", place, f"face {self._layout!r}: {error}")
        return self._of_layout(problem, card) if self._source else Fault(problem, card.place)

    def _place(self, *path: str | int) -> Place:
        if self._source is None:
            return Place(self._layout)
        return self._source.place("ground") if path[:1] == ("ground",) else self._source.place("boxes", *path)

    def _of_layout(self, problem: Problem, card: CardData) -> Fault:
        return Fault(problem, card.place, layout=True)

    def _of_card(self, name: str, problem: Problem, card: CardData) -> Fault:
        return Fault(problem, card.place, box=f"{self._layout} {name}")


def field_fault(field: str, error: ExpressionError, card: CardData) -> Fault:
    """Return the fault of a template in a field's text, at the place where the text is written."""
    hint = did_you_mean(error.name, error.known) if isinstance(error, UnknownNameError) else ""
    return Fault(Problem("EXPR001", card.place, f"in {field!r}, {error}", hint), card.place)


def cell_fault(field: str, error: ExpressionError, cell: CardData, row: Place) -> Fault:
    """Return the problem of braces in a cell that print as they are written: one for all cells of a game."""
    names = did_you_mean(error.name, error.known) if isinstance(error, UnknownNameError) else error.hint
    example = next((name for name in ("cost", *cell.values) if name in cell.values and name != field), "name")
    names = names or f"to print a value, write a field of the card: {{{{ {example} }}}}"
    hint = f"it prints as it is written; {names}"
    problem = Problem("EXPR002", cell.place, f"in {field!r}, {error}", hint, Severity.WARNING)
    return Fault(problem, row, layout=True, box="cells")


def _cell_of(card: CardData, names: Iterable[str]) -> Place:
    """Return the cell of the first name that is a value with its own cell, or else the place of the card."""
    own = (name for name in names if name in card.values and name not in _WITHOUT_CELLS)
    places = (card.value_place(name) for name in own if card.value_place is not None)
    return next((place for place in places if place != card.place), card.place)


def _cell_with(card: CardData, text: str) -> Place | None:
    """Return the cell of the first value that contains a text, or None."""
    texts = card.values.items() if card.value_place is not None else ()
    names = (name for name, value in texts if isinstance(value, str) and text in value and name not in _WITHOUT_CELLS)
    return next((card.value_place(name) for name in names if card.value_place is not None), None)


def skip_missing_icons(work: Callable[[Boxes], T], specs: Boxes) -> tuple[T, tuple[KeyError, ...]]:
    """Return the result of ``work`` on box specs without the missing icons in their texts, and the error of each icon.

    Raises:
        KeyError: for a missing name that is not an icon in a text.
    """
    missing: list[KeyError] = []
    while True:
        try:
            return work(specs), tuple(missing)
        except KeyError as error:
            markup = f":{error.args[0]}:"
            if not any(markup in (spec.content or "") for spec in specs):
                raise
            specs = tuple(spec._replace(content=(spec.content or "").replace(markup, "")) for spec in specs)
            missing.append(error)

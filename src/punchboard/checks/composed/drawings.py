"""PICT003: cards with different names have the same drawing.

What: the cards of a kind have drawings of their own, at least one for three names, but some cards with different
names share one. A card's drawing is its picture; else a portrait or a drawing of the theme; else the largest icon that
differs from card to card, from a square centimetre. Names that differ only in numbers are the same. Only cards are
compared: a sign may repeat on tokens and tiles, and the icon of a type on a whole deck.

Why: in a hand, players recognise a card by its drawing before they read its name.

Bad::

    name,sign
    Poker,dagger
    Shears,dagger
    Promise,seal

Good: give each a drawing of its own, or say why they share one::

    checks:
      PICT003: {off: "Both cards are the same ship, before the storm and after it."}
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.expression import ExpressionError, expression, template
from punchboard.model.game.game import Component, Game
from punchboard.model.layout.layout import Box, Layouts
from punchboard.problem import Problem, Severity

ID: Final = "PICT003"

_NAMES_PER_DRAWING: Final = 3
"""A kind with fewer drawings than one for this many names shows signs that many cards have in common."""

_MAX_SIGN, _MAX_DRAWING = 99.0, 3000.0
"""Mm² that a sign in a corner covers at most, and a drawing. A larger icon is a frame."""

_NUMBER: Final = re.compile(r"[\W\d_]+")

Values = Mapping[str, Any]


class _Drawing(NamedTuple):
    """A drawing on a card. The greatest one is the card's."""

    rank: int
    area: float
    content: str


def check(game: Game, layouts: Layouts, values_of: Callable[[Component], Values]) -> Iterator[Problem]:
    """Yield a warning for each drawing that cards with different names share; ``values_of`` fills their faces."""
    names_by_drawing: dict[str, dict[str, tuple[str, Component]]] = {}
    for kind in game.kinds.values():
        if kind.trim.form != "card":
            continue
        drawings: dict[str, dict[str, tuple[str, Component]]] = {}
        for component in (component for component in game.components if component.kind == kind.id):
            values = values_of(component)
            name = kind.printed_name(values)
            if drawn := max(_drawings(layouts, kind.file.face, values), default=None):
                drawings.setdefault(drawn.content, {}).setdefault(_plain(name), (name, component))
        names = {name for by_name in drawings.values() for name in by_name}
        if len(drawings) > 1 and len(names) <= _NAMES_PER_DRAWING * len(drawings):
            for drawing, by_name in drawings.items():
                names_by_drawing.setdefault(drawing, {}).update(by_name)
    for drawing, by_name in names_by_drawing.items():
        if len(by_name) > 1:
            yield _problem(drawing, tuple(by_name.values()))


def _problem(drawing: str, named: tuple[tuple[str, Component], ...]) -> Problem:
    *others, last = (repr(name) for name, _ in named)
    message = f"the cards {', '.join(others)} and {last} have the same drawing, {drawing!r}"
    hint = f"give each a drawing that suits its name; if they are meant to look alike, set {ID} to off under 'checks'"
    return Problem(ID, named[-1][1].place, message, hint, Severity.WARNING)


def _plain(name: str) -> str:
    """Return a name without its numbers and punctuation."""
    return _NUMBER.sub(" ", name).strip().casefold() or name


def _drawings(layouts: Layouts, layout: str, values: Values, within: tuple[str, ...] = ()) -> Iterator[_Drawing]:
    """Yield the drawings of one card in a layout and in those within it. A box that cannot be evaluated shows none."""
    if layout not in layouts.faces or layout in within:
        return
    for name, box in layouts.faces[layout].boxes.items():
        try:
            if box is None or (box.when and not expression(box.when)(values)):
                continue
            if box.layout:
                inner = {key: str(template(text)(values)) for key, text in box.with_.items()}
                yield from _drawings(layouts, box.layout, {**values, **inner}, (*within, layout))
            elif (drawing := _drawing(name, box, values)) and drawing.content:
                yield drawing
        except ExpressionError:  # reported when the face is drawn
            continue


def _drawing(name: str, box: Box, values: Values) -> _Drawing | None:
    """Return what a box draws for a card; None for a box that draws nothing, or the same on all cards."""
    width, height = box.size or (0.0, 0.0)
    picture = f"{{{{ {name} }}}}" if box.slot == "picture" and box.picture is None else box.picture or ""
    if "{{" in picture:
        return _Drawing(2, width * height, str(template(picture)(values)))
    if box.ornament is not None and (box.ornament.kind == "figure" or box.ornament.motif is not None):
        seed = template(box.ornament.seed or "{{ id }}")(values)
        return _Drawing(1, width * height, f"{box.ornament.kind} {seed}")
    if "{{" in (box.icon or "") and _MAX_SIGN < width * height <= _MAX_DRAWING:
        return _Drawing(0, width * height, str(template(box.icon or "")(values)))
    return None

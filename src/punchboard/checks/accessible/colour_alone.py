"""ACCESS002: only colour tells two sides of components apart.

What: two sides have the same words and the same drawing, and differ only in colours. The message has the kinds of
colour vision with which they look alike too: a CIEDE2000 difference of less than 10 with protanopia, deuteranopia,
tritanopia or in grey print. Sides with pictures are not compared. Only ``check --accessible`` and ``checks.html``
report it.

Why: colour alone fails by candlelight and in grey print, and for one man in twelve (WCAG 2.2, criterion 1.4.1).

Bad::

    marker: {face: disc, rows: [{colour: "#b03030"}, {colour: "#3a7d34"}]}  # two plain discs

Good: the same with a letter or an icon on each disc.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import floor
from typing import Final

from punchboard.checks.accessible.subject import Side, Subject
from punchboard.checks.ink.colours import MIN_DIFFERENCE, VIEWS, Mark, colour_difference, lab_in_view, marks_of
from punchboard.checks.ink.painted_areas import Leaf, leaves_of
from punchboard.problem import Problem, Severity
from punchboard.scene import Picture, Shape, Symbol, Text

ID: Final = "ACCESS002"

_SHOWN: Final = 6
"""The most components that a message names."""

Drawing = tuple[tuple[object, ...], ...]
"""The outlines and words of a side, without colours."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each group of sides that differ only in colour."""
    alike: dict[tuple[str, frozenset[Mark]], list[Side]] = {}
    for side in subject.sides:
        if side.component:
            alike.setdefault((side.use, marks_of(side.face)), []).append(side)
    for sides in alike.values():
        groups: dict[Drawing, list[tuple[Side, Sequence[str]]]] = {}
        for side in sides if len(sides) > 1 else ():
            drawing = _drawing(side.face.symbol)
            if drawing is not None:
                groups.setdefault(drawing[0], []).append((side, drawing[1]))
        for group in groups.values():
            if len({tuple(colours) for _, colours in group}) > 1:
                yield _problem(group)


def _problem(group: Sequence[tuple[Side, Sequence[str]]]) -> Problem:
    names = [side.component for side, _ in group]
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    message = f"only colour tells {len(names)} sides of face {group[0][0].face.layout!r} apart: {shown}"
    similar = _similar_views([colours for _, colours in group])
    if similar:
        views = ", ".join(f"with {view} ({floor(difference * 10) / 10:.1f})" for view, difference in similar.items())
        message += f"; some look alike {views}"
    return Problem(ID, group[0][0].face.place, message, "print an icon, a letter or a word on each", Severity.WARNING)


def _similar_views(colours: Sequence[Sequence[str]]) -> dict[str, float]:
    """Return the views in which two sides look alike, each with the largest difference between their colours."""
    views: dict[str, float] = {}
    for side, other in combinations(dict.fromkeys(map(tuple, colours)), 2):
        pairs = {pair for pair in zip(side, other, strict=True) if pair[0] != pair[1]}
        for view in VIEWS:
            distance = max(colour_difference(lab_in_view(a, view), lab_in_view(b, view)) for a, b in pairs)
            if distance < MIN_DIFFERENCE:
                views[view] = min(distance, views.get(view, distance))
    return views


def _drawing(symbol: Symbol) -> tuple[Drawing, list[str]] | None:
    """Return what a side draws without its colours, and the colours in the same order; None if it has a picture."""
    parts: list[tuple[object, ...]] = []
    colours: list[str] = []
    return (tuple(parts), colours) if _collect(leaves_of(symbol), parts, colours) else None


def _collect(leaves: Sequence[Leaf], parts: list[tuple[object, ...]], colours: list[str]) -> bool:
    for leaf in leaves:
        item = leaf.item
        if isinstance(item, Picture):
            return False
        if isinstance(item, Shape):
            parts.append((item.outline, leaf.at, item.fill is None, item.stroke is None))
            colours += [paint for paint in (item.fill, item.stroke and item.stroke.colour) if paint]
        elif isinstance(item, Text):
            parts.append((tuple((line.x, line.y, line.text) for line in item.lines), leaf.at))
            colours.append(item.colour)
        elif not _collect(leaf.parts, parts, colours):
            return False
    return True

"""COLOUR001: some players cannot tell two colours of a list apart.

What: two entries of a list have a ``colour``, by number or by name, and the two differ by less than 10 (CIEDE2000) in
normal vision, with protanopia, deuteranopia or tritanopia, or in greyscale. It is a warning if every layout that shows
both colours also shows a different icon or word with each. It is an error if only the colour tells them apart.

Why: one man in twelve confuses red with green, and many prototypes are printed in grey.

Bad::

    lists:
      team: {stated: Teams, entries: {moss: {colour: "#6d7f2c"}, rust: {colour: "#a0622a"}}}

Good: make one of the two much lighter, or print an icon with each::

    lists:
      team: {stated: Teams, entries: {moss: {colour: "#38461a"}, rust: {colour: "#d08a4a"}}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import floor
from typing import Any, Final

from punchboard.checks.ink.colours import (
    MIN_DIFFERENCE,
    Coloured,
    Mark,
    MarksOf,
    marks_of,
    shows_colour,
    similar_colours,
)
from punchboard.model.game.game import Component, Entry, Game, die_sides
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, Severity

ID: Final = "COLOUR001"

FacesWithValues = Sequence[tuple[Mapping[str, Any], Face]]
"""Faces with the values that each was made from."""


def check(
    game: Game,
    theme: Mapping[str, str],
    faces: Iterable[tuple[Component, Face, Face | None]],
    dice: Mapping[str, Sequence[Face]],
) -> Iterator[Problem]:
    """Yield a problem for each two colours of a list that some players confuse.

    Args:
        game: the game with its lists.
        theme: the colours of its theme.
        faces: each component with its face and its back.
        dice: the six faces of each die.
    """
    shown = [(part.values, side) for part, *both in faces for side in both if side is not None]
    for name, die in game.file.dice.items():
        shown += [
            ({"": side.value}, face) for side, face in zip(die_sides(die, game.lists), dice.get(name, ()), strict=False)
        ]
    marks_of_face = cache(marks_of)  # pairs share faces; a longer-lived cache would keep whole games alive
    for name, first, second, alike in similar_colours(game, theme):
        yield _problem(
            game, name, first, second, alike, has_marks=_have_distinct_marks(first, second, shown, marks_of_face)
        )


def _have_distinct_marks(first: Coloured, second: Coloured, shown: FacesWithValues, marks_of_face: MarksOf) -> bool:
    """Return whether every layout that shows both colours also shows marks that tell the two entries apart."""
    mine, theirs = _marks_by_layout(first, shown, marks_of_face), _marks_by_layout(second, shown, marks_of_face)
    return all(mine[layout] - theirs[layout] and theirs[layout] - mine[layout] for layout in mine.keys() & theirs)


def _marks_by_layout(coloured: Coloured, shown: FacesWithValues, marks_of_face: MarksOf) -> dict[str, frozenset[Mark]]:
    """Return, by layout, the marks on every face that shows the entry's colour and belongs to that entry only."""
    entry, colour = coloured
    others = {face for values, face in shown if not any(_is_entry(value, entry) for value in values.values())}
    marks: dict[str, frozenset[Mark]] = {}
    for face in dict.fromkeys(face for _, face in shown if face not in others and shows_colour(face, colour)):
        marks[face.layout] = marks.get(face.layout, marks_of_face(face)) & marks_of_face(face)
    return marks


def _is_entry(value: object, entry: Entry) -> bool:
    return isinstance(value, Entry) and value == entry and value.properties == entry.properties


def _problem(
    game: Game, name: str, first: Coloured, second: Coloured, alike: Mapping[str, float], *, has_marks: bool
) -> Problem:
    how = {"normal": "to everybody", "greyscale": "in grey print"}
    views = ", ".join(
        f"{how.get(view, f'with {view}')} ({floor(distance * 10) / 10:.1f})" for view, distance in alike.items()
    )
    colours = f"{second} looks like {first}"
    hint = "make one of the two much lighter or darker"
    return Problem(
        ID,
        game.place_of("lists", name, "entries", second.entry, "colour"),
        f"{colours} {views}; the difference must be at least {MIN_DIFFERENCE:g}",
        hint if has_marks else f"{hint}, or print an icon or a word with each, on every face that shows it",
        Severity.WARNING if has_marks else Severity.ERROR,
    )

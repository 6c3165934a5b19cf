"""COLOUR001: two colours of a list look alike to some players.

What: two entries of a list have a ``colour``, and the two lie less than 10 apart (CIEDE2000) to normal sight, with
protanopia, deuteranopia or tritanopia, or in grey print. It is a warning when a layout that shows both has
an icon or a word beside each, and an error where the colour alone tells them apart.

Why: one man in twelve confuses red with green, and many a prototype is printed in grey.

Bad::

    lists:
      team: {stated: Teams, entries: {moss: {colour: "#6d7f2c"}, rust: {colour: "#a0622a"}}}

Good: one of the two is much lighter; or an icon is printed with each::

    lists:
      team: {stated: Teams, entries: {moss: {colour: "#38461a"}, rust: {colour: "#d08a4a"}}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import floor
from typing import Any, Final

from punchboard.checks.ink.distinct_marks import Mark, MarksOf, marks_of, shows_colour
from punchboard.checks.ink.similar_colours import MIN_DIFFERENCE, colour_of, similar_colours
from punchboard.model.game.dice import die_sides
from punchboard.model.game.game import Component, Entry, Game
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, Severity

ID: Final = "COLOUR001"

FacesWithValues = Sequence[tuple[Mapping[str, Any], Face]]
"""Faces, and the values that each was made of."""


def check(
    game: Game, faces: Iterable[tuple[Component, Face, Face | None]], dice: Mapping[str, Sequence[Face]]
) -> Iterator[Problem]:
    """Yield a problem for each two colours of a list that somebody confuses.

    Args:
        game: the game with its lists.
        faces: every component with its face and its back.
        dice: the six faces of each die.
    """
    shown = [(part.values, side) for part, *both in faces for side in both if side is not None]
    for name, die in game.file.dice.items():
        shown += [
            ({"": side.value}, face) for side, face in zip(die_sides(die, game.lists), dice.get(name, ()), strict=False)
        ]
    ask = cache(marks_of)  # many pairs ask of the same faces; kept no longer, as each holds on to all of its game
    for name, one, other, alike in similar_colours(game):
        yield _problem(game, name, one, other, alike, has_marks=_have_distinct_marks(one, other, shown, ask))


def _have_distinct_marks(one: Entry, other: Entry, shown: FacesWithValues, ask: MarksOf) -> bool:
    """Tell whether each layout that shows both colours has signs on it by which either is known without its colour."""
    mine, theirs = _marks_by_layout(one, shown, ask), _marks_by_layout(other, shown, ask)
    return all(mine[layout] - theirs[layout] and theirs[layout] - mine[layout] for layout in mine.keys() & theirs)


def _marks_by_layout(entry: Entry, shown: FacesWithValues, ask: MarksOf) -> dict[str, frozenset[Mark]]:
    """Return, by layout, the signs that are on every face that shows the colour of an entry and belongs to it alone."""
    colour = colour_of(entry)
    strange = {face for values, face in shown if not _belongs(entry, values)}
    found: dict[str, frozenset[Mark]] = {}
    for face in dict.fromkeys(face for _, face in shown if face not in strange and shows_colour(face, colour)):
        found[face.layout] = found.get(face.layout, ask(face)) & ask(face)
    return found


def _belongs(entry: Entry, values: Mapping[str, Any]) -> bool:
    return any(_is(entry, value) for value in values.values())


def _is(entry: Entry, value: object) -> bool:
    return isinstance(value, Entry) and value == entry and value.properties == entry.properties


def _problem(
    game: Game, name: str, one: Entry, other: Entry, alike: Mapping[str, float], *, has_marks: bool
) -> Problem:
    how = {"normal": "to everybody", "greyscale": "in grey print"}
    views = ", ".join(
        f"{how.get(view, f'with {view}')} ({floor(distance * 10) / 10:.1f})" for view, distance in alike.items()
    )
    colours = f"{other!r} ({colour_of(other)}) looks like {one!r} ({colour_of(one)})"
    hint = "make one of the two much lighter or darker"
    return Problem(
        ID,
        game.place_of("lists", name, "entries", other, "colour"),
        f"{colours} {views}; {MIN_DIFFERENCE:g} apart can be told",
        hint if has_marks else f"{hint}, or print an icon or a word with each, on every face that shows it",
        Severity.WARNING if has_marks else Severity.ERROR,
    )

"""Colours of a list that some players cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from punchboard.checks.ink.colour_vision import VIEWS, colour_difference, lab_in_view
from punchboard.model.game.game import Entry, Game
from punchboard.model.values import is_colour

MIN_DIFFERENCE: Final = 10.0
"""The least CIEDE2000 difference of two colours that every player can tell apart."""


def similar_colours(game: Game) -> Iterator[tuple[str, Entry, Entry, Mapping[str, float]]]:
    """Yield each two entries of a list with similar colours: the list, the entries, and their difference by view.

    Views in which the two differ enough are left out.
    """
    for name, coloured in coloured_entries(game).items():
        for first, second in combinations(coloured, 2):
            if alike := similar_views(colour_of(first), colour_of(second)):
                yield name, first, second, alike


def coloured_entries(game: Game) -> dict[str, list[Entry]]:
    """Return the entries with a colour, by list."""
    return {
        name: [entry for entry in entries if is_colour(str(entry.properties.get("colour", "")))]
        for name, entries in game.lists.items()
    }


def colour_of(entry: Entry) -> str:
    """Return the colour of an entry of a list, in lower case."""
    return str(entry.properties["colour"]).lower()


def similar_views(one: str, other: str) -> dict[str, float]:
    """Return the views in which two colours differ by less than `MIN_DIFFERENCE`, each with the difference."""
    differences = {view: colour_difference(lab_in_view(one, view), lab_in_view(other, view)) for view in VIEWS}
    return {view: distance for view, distance in differences.items() if distance < MIN_DIFFERENCE}

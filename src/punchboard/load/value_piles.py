"""Piles with ``for each``: one pile for each value of a field among the components that they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from punchboard.expression import ExpressionError
from punchboard.model.game.game import Component, Entry, Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.selection import ALL, expand_selection, selected_components
from punchboard.problem import Problem, ProblemsFound

SECTIONS = ("decks", "piles")
"""The sections whose piles may have ``for each``."""


def with_value_piles(game: Game) -> Game:
    """Return a game in which each pile with ``for each`` is one pile for each value, named ``supply cellar``.

    ``Game.pile_families`` has their names by the name in ``game.yaml``. A pile whose selection cannot be read, or
    whose components lack the field, stays as it is; the checks report it.

    Raises:
        ProblemsFound: when a pile of that name exists.
    """
    families: dict[str, tuple[str, ...]] = {}
    sections: dict[str, dict[str, Pile]] = {}
    places = dict(game.places)
    declared = game.file.decks.keys() | game.file.piles.keys() | game.file.each_player_has.keys()
    for section in SECTIONS:
        found: dict[str, Pile] = {}
        for name, pile in getattr(game.file, section).items():
            own = {f"{name} {value}": one for value, one in _one_for_each_value(game, pile)}
            for one in own.keys() & declared:
                message, hint = f"'for each' makes a pile {one!r}, and there is one already", "rename one of them"
                raise ProblemsFound((Problem("VALUE001", game.place_of(section, name), message, hint),))
            found |= own or {name: pile}
            if own:
                families[name] = tuple(own)
                for path in [path for path in places if path[:2] == (section, name)]:
                    places |= {(section, one, *path[2:]): places[path] for one in own}
        sections[section] = found
    if not families:
        return game
    return replace(game, file=game.file.model_copy(update=sections), pile_families=families, places=places)


def _one_for_each_value(game: Game, pile: Pile) -> Iterator[tuple[object, Pile]]:
    """Yield each value of the field with its pile, in the order of the catalog."""
    if pile.for_each is None or pile.contains is None:
        return
    try:
        held = selected_components(game, pile.contains)
    except ExpressionError:
        return
    if any(_value(component, pile.for_each) is None for component in held):
        return
    base = expand_selection(game, pile.contains)
    test = f"kind == {base!r} and " if base in game.kinds else "" if base == ALL else f"({base}) and "
    for value in dict.fromkeys(_value(component, pile.for_each) for component in held):
        label = value.properties["name"] if isinstance(value, Entry) else value
        plain = str(value) if isinstance(value, Entry) else value
        update = {"name": f"{pile.name} ({label})", "contains": f"{test}{pile.for_each} == {plain!r}"}
        yield value, pile.model_copy(update=update)


def _value(component: Component, field: str) -> object:
    return component.values.get(field)

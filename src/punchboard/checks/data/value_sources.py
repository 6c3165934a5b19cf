"""STAND001: a value does not say where it comes from.

What: the number of players, a number, a list, a die, an expectation or a field of a kind has no standing.

A game in which nothing is stated gets one warning for all of it.

Why: a game is rebuilt from a document. Readers must be able to see what the document states, what follows from it, and
what was chosen so that the game can be played.

Bad::

    players: {range: 2-4, stated: "Setting up"}
    numbers:
      deal: {value: 10}

Good::

    players: {range: 2-4, stated: "Setting up"}
    numbers:
      deal: {value: 10, stated: "Setting up, step 3"}

A field inherits the standing of its row, a row that of its kind, and an entry that of its list. If the whole game is
your own, say so once at the top of ``game.yaml``::

    prototype: our own design, still being tested
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import expectations
from punchboard.model.game.game import Game
from punchboard.model.values import Path, Standing
from punchboard.problem import Problem, Severity

ID: Final = "STAND001"
HINT: Final = "add 'stated: <section>', 'derived: <from what>' or 'prototype: <why>'"
WHOLE_GAME_HINT: Final = "; 'prototype: <why>' at the top of game.yaml is for all of it"
OWN_GAME_HINT: Final = (
    "write 'prototype: our own design' at the top of game.yaml if it is your own, or 'stated: <section>' at values that"
    " a document states"
)


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each value without a standing, unless the game as a whole has one.

    A game that states nothing gets one warning instead.
    """
    if game.file.standing is not None:
        return
    problems = [
        Problem(ID, game.place_of(*path), f"{noun} has no standing", HINT + WHOLE_GAME_HINT)
        for noun, value, path in _values(game)
        if value.standing is None
    ]
    problems += _fields(game)
    if problems and not _states_anything(game):
        message = f"{game.title} says nothing about where its values come from"
        written = next(
            (key for key in Standing.standing_kinds if (key,) in game.places), "title"
        )  # a key without a value
        problems = [Problem(ID, game.place_of(written), message, OWN_GAME_HINT, Severity.WARNING)]
    yield from problems


def _states_anything(game: Game) -> bool:
    """Return whether any value is stated by a document, which then is what the game is read from."""
    stated = (value.stated for _noun, value, _path in _values(game))
    by_rows = (kind for component in game.components for kind, _reason in component.standings.values())
    return any(stated) or "stated" in by_rows


def _values(game: Game) -> Iterator[tuple[str, Standing, Path]]:
    """Yield the single values that must have a standing, each with its name in messages."""
    yield "the number of players", game.file.players, ("players",)
    for name, number in game.file.numbers.items():
        yield f"the number {name!r}", number, ("numbers", name)
    for name, die in game.file.dice.items():
        yield f"the die {name!r}", die, ("dice", name)
    for expectation, path in expectations(game):
        yield f"the expectation of {expectation.selection!r}", expectation, path
    for name, deck in game.file.own_decks.items():
        yield f"the own deck {name!r}", deck, ("own decks", name)
    for name, entries in game.file.lists.items():
        if entries.standing is None:
            for entry, value in entries.entries.items():
                yield f"{entry!r} of the list {name!r}", value, ("lists", name, "entries", entry)


def _fields(game: Game) -> Iterator[Problem]:
    """Yield a problem for each field with rows without a standing."""
    lacking: Counter[tuple[str, str]] = Counter()
    total = Counter(component.kind for component in game.components)
    for component in game.components:
        for field in game.file.kinds[component.kind].fields:
            if field not in component.standings:
                lacking[component.kind, field] += 1
    for (kind, field), rows in lacking.items():
        message = f"the field {field!r} has no standing in {rows} of {total[kind]} rows"
        place = game.place_of("kinds", kind, "fields", field)
        yield Problem(ID, place, message, f"{HINT} to the kind, field or row{WHOLE_GAME_HINT}")

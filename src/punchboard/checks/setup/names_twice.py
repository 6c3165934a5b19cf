"""SETUP014: a name means two things where it stands.

What: a line names an amount, or a condition a value, that is both a number and a die, or a kind, or a word of the
language such as `all` and `players`. Or what it moves is both a kind and a group.

Why: only one of the two is meant, and nothing says which.

Bad::

    numbers:
      storm: {value: 3, stated: Setup}
    dice:
      storm: {name: the storm die, faces: [1, 2, 3], stated: Components}
    setup:
      - {draw: storm, from: deck, to: river}

Good::

    numbers:
      storm cards: {value: 3, stated: Setup}
    setup:
      - {draw: storm cards, from: deck, to: river}
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from punchboard.checks.traversal import conditions, steps
from punchboard.engine.moves.conditions import condition_nodes
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.problem import Problem

ID: Final = "SETUP014"

WORDS: Final = frozenset({"players", "variant", "numbers"})
"""Names that have a value in every condition and formula."""

Meanings = Mapping[str, Collection[str]]
"""The names of each kind of thing."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each name of a line or condition that is the name of two things."""
    called = {step.called for step, _path in steps(game) if step.called is not None}
    values: Meanings = {
        "a number": game.file.numbers,
        "a die": game.file.dice,
        "the name of a roll": called - game.file.dice.keys(),
        "a seat": game.file.seats,
        "a word of the language": WORDS,
    }
    for step, path in steps(game):
        for key, name, meanings in _names(game, step, values):
            if message := _several(name, meanings):
                yield Problem(ID, game.place_of(*path, key), message, "give one of the two another name")
    for text, path in conditions(game):
        for name in sorted({node.id for node in condition_nodes(text) if isinstance(node, ast.Name)}):
            if message := _several(name, values):
                yield Problem(ID, game.place_of(*path), message, "give one of the two another name")


def _names(game: Game, step: Step, values: Meanings) -> Iterator[tuple[str, str, Meanings]]:
    """Yield each key of a line with the name that it has, and what a name can mean there."""
    if step.amount is not None:
        amounts = {**values, "a kind": game.kinds, "a word of the language": {*WORDS, "all", "half"}}
        amounts.pop("a seat")
        number = step.amount.number
        yield step.verb, number if isinstance(number, str) else step.amount.mode, amounts
    if isinstance(step.times, str):
        yield "times", step.times, values
    for key, name in ((step.verb, step.kind), ("of", step.of), ("only", step.only)):
        if name is not None:
            yield key, name, {"a kind": game.kinds, "a group": game.file.groups}


def _several(name: str, meanings: Meanings) -> str:
    """Return what a name means if that is not one thing."""
    nouns = [noun for noun, names in meanings.items() if name in names]
    return f"{name!r} is both {nouns[0]} and {nouns[1]}" if len(nouns) > 1 else ""

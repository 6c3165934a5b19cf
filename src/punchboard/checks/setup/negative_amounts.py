"""SETUP007: an amount below zero.

What: the number of components that a step asks for, of its repetitions, or of equal piles is below zero. It may be
written there, in a table by number of players, in a number of the game or of a variant, or on a die.

Why: nobody can draw -1 cards.

Bad::

    numbers:
      hand: {value: -1, stated: Setup}
    setup:
      - {deal: hand, from: deck, to: hand}

Good::

    numbers:
      hand: {value: 3, stated: Setup}
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from punchboard.checks.traversal import amounts
from punchboard.expression import ExpressionError
from punchboard.model.game.amounts import is_formula
from punchboard.model.game.game import Game
from punchboard.model.values import Path
from punchboard.problem import Problem

ID: Final = "SETUP007"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each amount below zero, once for a number that is used several times."""
    negative = dict(value for amount, path in amounts(game) for value in _values(game, amount, path) if value[1] < 0)
    for path, value in negative.items():
        yield Problem(ID, game.place_of(*path), f"the amount {value} is below zero", "write 0 or more")


def _values(game: Game, amount: int | str | dict[int, int], path: Path) -> Iterator[tuple[Path, int]]:
    """Yield every value that an amount can have, with the path of the value."""
    if isinstance(amount, int):
        yield path, amount
    elif isinstance(amount, dict):
        yield from (((*path, seats), value) for seats, value in amount.items())
    elif is_formula(amount):
        with suppress(ExpressionError):  # EXPR001 reports it
            for key in ("", *(variant.key for variant in game.file.variants)):
                yield path, min(game.amounts_by_players(amount, key).values(), default=0)
    elif amount in game.file.numbers:
        yield ("numbers", amount, "value"), game.file.numbers[amount].value
        for place, variant in enumerate(game.file.variants):
            if amount in variant.numbers:
                yield ("variants", place, "numbers", amount), variant.numbers[amount]
    elif amount in game.file.dice and isinstance(game.file.dice[amount].faces, tuple):
        faces = game.file.dice[amount].faces
        yield ("dice", amount, "faces"), min([face for face in faces if isinstance(face, int)], default=0)

"""When a condition holds that reads only the number of players and the variant, so that it can be printed."""

from typing import NamedTuple

from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game


class Case(NamedTuple):
    """The numbers of players and the variants, by key, with which a condition holds; each number with each variant."""

    players: tuple[int, ...]
    variants: tuple[str, ...]
    """Without a variant, the key is empty."""


def case_of(game: Game, text: str) -> Case | None:
    """Return when a condition holds; None if that depends on play, or is no number of players in some variants."""
    players, variants = game.file.players.seat_counts, ("", *(one.key for one in game.file.variants))
    try:
        evaluate = expression(text)
        holding = {
            (seats, variant)
            for variant in variants
            for seats in players
            if evaluate({**_values(game, variant), "players": seats, "variant": variant})
        }
    except ExpressionError:
        return None
    case = Case(
        tuple(seats for seats in players if any(one == seats for one, _ in holding)),
        tuple(variant for variant in variants if any(one == variant for _, one in holding)),
    )
    return case if len(holding) == len(case.players) * len(case.variants) else None


def _values(game: Game, variant: str) -> dict[str, object]:
    numbers = game.numbers_in(variant)
    return {**numbers, "numbers": numbers}

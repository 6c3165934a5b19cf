"""Shortages in words: who finds how many of how many, in which pile, and when or after what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.engine.prover.walk import Failure
from punchboard.engine.states.table import PileKey, Value
from punchboard.engine.turns import ToleratedShortage
from punchboard.model.game.game import Game
from punchboard.products.web.checks.formatting import join_words

_WHEN: Final[Mapping[str, str]] = MappingProxyType({"round": "in round {}", "turn": "in turn {}"})


def failure_text(game: Game, writer: StepWriter, failure: Failure) -> str:
    """Return why a step cannot be carried out: ``seat 3 finds 1 of 2 in the pack (Duel Die 6)``."""
    known = [_known(game, name, value) for name, value in failure.values]
    said = _finds(writer, failure.seat, failure.key, failure.available, failure.required)
    return f"{said} ({join_words(known)})" if known else said


def shortage_text(writer: StepWriter, short: Sequence[ToleratedShortage]) -> str:
    """Return who is first short at a step that lets it pass."""
    first = min(short, key=lambda one: (one.round, one.turn))
    said = _finds(writer, first.seat, first.key, first.available, first.required)
    return f"{said}, first in round {first.round}; the step lets that pass"


def _finds(writer: StepWriter, seat: int | None, key: PileKey, there: int, wanted: int) -> str:
    name, owner = key
    who = "there can be" if seat is None else f"seat {seat + 1} can find"
    of_another = owner is not None and owner != seat
    return (
        f"{who} {there} of {wanted} in {writer.pile_name(name)}{f' of seat {(owner or 0) + 1}' if of_another else ''}"
    )


def _known(game: Game, name: str, value: Value) -> str:
    """Return what was rolled, named or counted by then."""
    if name in _WHEN:
        return _WHEN[name].format(value)
    if name in game.file.seats and isinstance(value, int):
        return f"{game.file.seats[name].name} is seat {value + 1}"
    return f"{game.file.dice[name].name if name in game.file.dice else name} {value}"

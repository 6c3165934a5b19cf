"""Descriptions of shortages: who can find how many components in which pile, and in which situation."""

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
    known = [_value_text(game, name, value) for name, value in failure.values]
    text = _finds_text(writer, failure.seat, failure.key, failure.available, failure.required)
    return f"{text} ({join_words(known)})" if known else text


def shortage_text(writer: StepWriter, short: Sequence[ToleratedShortage]) -> str:
    """Return the first shortage at a step that tolerates shortages."""
    first = min(short, key=lambda one: (one.round, one.turn))
    text = _finds_text(writer, first.seat, first.key, first.available, first.required)
    return f"{text}, first in round {first.round}; the step allows for that"


def _finds_text(writer: StepWriter, seat: int | None, key: PileKey, there: int, wanted: int) -> str:
    name, owner = key
    who = "there can be" if seat is None else f"seat {seat + 1} can find"
    of_another = owner is not None and owner != seat
    return (
        f"{who} {there} of {wanted} in {writer.pile_name(name)}{f' of seat {(owner or 0) + 1}' if of_another else ''}"
    )


def _value_text(game: Game, name: str, value: Value) -> str:
    """Return a value of the situation: a die roll, a named seat, a round or a turn."""
    if name in _WHEN:
        return _WHEN[name].format(value)
    if name in game.file.seats and isinstance(value, int):
        return f"{game.file.seats[name].name} is seat {value + 1}"
    return f"{game.file.dice[name].name if name in game.file.dice else name} {value}"

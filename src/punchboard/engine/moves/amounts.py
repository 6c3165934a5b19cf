"""How many components a line moves: the numbers that it allows in a state."""

from __future__ import annotations

from punchboard.engine.moves.queries import MOVED, moved_value_name, shortage_fallbacks
from punchboard.engine.states.piles import pile_size
from punchboard.engine.states.state import PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

__all__ = ["UnknownOutcome", "allowed_amounts", "constant_amount"]


def allowed_amounts(
    table: Table, step: Step, seat: int | None, state: State, source: PileKey, target: PileKey
) -> tuple[int, ...]:
    """Return every number that a line allows; more than one is a choice, ``all`` is what the pile holds.

    Raises:
        Unknown: for a die that was not rolled, and a number of players without an entry.
    """
    amount = step.amount
    if amount is None:
        return (1,)
    if amount.mode == "as many":
        own = state.value(moved_value_name(seat))
        return (own if isinstance(own, int) else _known(state, MOVED),)
    there = pile_size(table.pile(state, source))
    if amount.mode == "all":
        return (there,)
    number = _number(table, amount.number, state)
    if amount.mode == "until":
        return (max(number - pile_size(table.pile(state, target)), 0),)
    if amount.mode == "down to":
        return (max(there - number, 0),)
    if amount.mode == "up to":
        return tuple(range((number if shortage_fallbacks(step) else min(number, there)) + 1))
    return (number, amount.most) if amount.most is not None else (number,)


def constant_amount(table: Table, number: int | str | dict[int, int]) -> int | None:
    """Return a number that no state changes: one that is written, in a table by seats, or among the game's numbers.

    Raises:
        Unknown: for a number of players without an entry.
    """
    if isinstance(number, int):
        return number
    if isinstance(number, dict):
        if table.players not in number:
            raise UnknownOutcome(f"no number for {table.players} players")
        return number[table.players]
    if number in table.numbers:
        return table.numbers[number]
    if number in table.game.kinds:
        return 1
    return table.players if number == "players" else None


def _number(table: Table, number: int | str | dict[int, int], state: State) -> int:
    known = constant_amount(table, number)
    return _known(state, str(number)) if known is None else known


def _known(state: State, name: str) -> int:
    value = state.value(name)
    if not isinstance(value, int):
        raise UnknownOutcome(f"nothing tells how many {name!r} is")
    return value

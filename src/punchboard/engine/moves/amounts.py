"""How many components a step moves: the numbers that it allows in a state."""

from __future__ import annotations

from punchboard.engine.moves.queries import MOVED, moved_value_name, shortage_fallbacks
from punchboard.engine.states.piles import pile_size
from punchboard.engine.states.state import PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

__all__ = ["UnknownOutcome", "allowed_amounts", "constant_amount"]


def allowed_amounts(  # noqa: PLR0911, PLR0917 - one return for each way of counting
    table: Table, step: Step, seat: int | None, state: State, source: PileKey, target: PileKey
) -> tuple[int, ...]:
    """Return every number that a step allows. Several numbers are a choice; ``all`` is the size of the pile.

    Raises:
        UnknownOutcome: for a die that was not rolled, and a number of players without an entry.
    """
    amount = step.amount
    if amount is None:
        return (1,)
    if amount.mode == "as many":
        own = state.value(moved_value_name(seat))
        return (own if isinstance(own, int) else _value_of(state, MOVED),)
    available = pile_size(table.pile(state, source))
    if amount.mode == "all":
        return (available,)
    number = _number(table, amount.number, state)
    if amount.mode == "until":
        return (max(number - pile_size(table.pile(state, target)), 0),)
    if amount.mode == "down to":
        return (max(available - number, 0),)
    if amount.mode == "up to":
        return tuple(range((number if shortage_fallbacks(step) else min(number, available)) + 1))
    return (number, amount.most) if amount.most is not None else (number,)


def constant_amount(table: Table, number: int | str | dict[int, int]) -> int | None:
    """Return a number that is the same in every state: a literal, an entry by seats, or one of the game's numbers.

    Raises:
        UnknownOutcome: for a number of players without an entry.
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
    constant = constant_amount(table, number)
    return _value_of(state, str(number)) if constant is None else constant


def _value_of(state: State, name: str) -> int:
    value = state.value(name)
    if not isinstance(value, int):
        raise UnknownOutcome(f"{name!r} has no value at this step")
    return value

"""How many components a line moves: the numbers that it allows in a state."""

from __future__ import annotations

from punchboard.engine.moves.questions import MOVED, moved_by, ways_out
from punchboard.engine.states.piles import size
from punchboard.engine.states.state import Key, State, Unknown
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

__all__ = ["Unknown", "constant", "numbers"]


def numbers(  # noqa: PLR0911, PLR0917 - one return a way of counting; it needs to know this much
    table: Table, step: Step, seat: int | None, state: State, source: Key, target: Key
) -> tuple[int, ...]:
    """Return every number that a line allows; more than one is a choice, ``all`` is what the pile holds.

    Raises:
        Unknown: for a die that was not rolled, and a number of players without an entry.
    """
    amount = step.amount
    if amount is None:
        return (1,)
    if amount.mode == "as many":
        own = state.value(moved_by(seat))
        return (own if isinstance(own, int) else _known(state, MOVED),)
    there = size(table.pile(state, source))
    if amount.mode == "all":
        return (there,)
    number = _number(table, amount.number, state)
    if amount.mode == "until":
        return (max(number - size(table.pile(state, target)), 0),)
    if amount.mode == "down to":
        return (max(there - number, 0),)
    if amount.mode == "up to":
        return tuple(range((number if ways_out(step) else min(number, there)) + 1))
    return (number, amount.most) if amount.most is not None else (number,)


def constant(table: Table, number: int | str | dict[int, int]) -> int | None:
    """Return a number that no state changes: one that is written, in a table by seats, or among the game's numbers.

    Raises:
        Unknown: for a number of players without an entry.
    """
    if isinstance(number, int):
        return number
    if isinstance(number, dict):
        if table.players not in number:
            raise Unknown(f"no number for {table.players} players")
        return number[table.players]
    if number in table.numbers:
        return table.numbers[number]
    if number in table.game.kinds:
        return 1
    return table.players if number == "players" else None


def _number(table: Table, number: int | str | dict[int, int], state: State) -> int:
    known = constant(table, number)
    return _known(state, str(number)) if known is None else known


def _known(state: State, name: str) -> int:
    value = state.value(name)
    if not isinstance(value, int):
        raise Unknown(f"nothing tells how many {name!r} is")
    return value

"""How many components a line moves: the numbers that it allows in a state."""

from __future__ import annotations

from punchboard.model.setup import Step
from punchboard.play.piles import size
from punchboard.play.questions import MOVED
from punchboard.play.table import BOX, State, Table


class Unknown(Exception):  # noqa: N818 - a finding, raised to leave the line at once
    """A number that the state does not tell."""


def numbers(table: Table, step: Step, seat: int | None, state: State) -> tuple[int, ...]:  # noqa: PLR0911 - one return a way of counting
    """Return every number that a line allows; more than one is a choice, ``all`` is what the pile holds.

    Raises:
        Unknown: for a die that was not rolled, and a number of players without an entry.
    """
    amount = step.amount
    if amount is None:
        return (1,)
    if amount.mode == "as many":
        return (_known(state, MOVED),)
    source = table.pile(state, table.key(step.source or BOX, seat))
    if amount.mode == "all":
        return (size(source),)
    number = _number(table, amount.number, state)
    if amount.mode == "until":
        there = size(table.pile(state, table.key(step.target or BOX, seat)))
        return (max(number - there, 0),)
    if amount.mode == "down to":
        return (max(size(source) - number, 0),)
    if amount.mode == "up to":
        return tuple(range(min(number, size(source)) + 1))
    return (number, amount.most) if amount.most is not None else (number,)


def _number(table: Table, number: int | str | dict[int, int], state: State) -> int:
    if isinstance(number, int):
        return number
    if isinstance(number, dict):
        if table.players not in number:
            raise Unknown(f"no number for {table.players} players")
        return number[table.players]
    if number in table.game.file.numbers:
        return table.game.file.numbers[number].value
    if number in table.game.kinds:
        return 1
    return _known(state, number)


def _known(state: State, name: str) -> int:
    value = state.value(name)
    if not isinstance(value, int):
        raise Unknown(f"nothing tells how many {name!r} is")
    return value

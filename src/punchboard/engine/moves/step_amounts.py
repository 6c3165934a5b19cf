"""How many components a step moves: the numbers that it allows in a state."""

from __future__ import annotations

from punchboard.engine.moves.conditions import value_of
from punchboard.engine.moves.queries import MOVED, moved_value_name, shortage_fallbacks
from punchboard.engine.states.piles import pile_size
from punchboard.engine.states.state import PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table, amount_in_play
from punchboard.model.game.amounts import is_formula
from punchboard.model.game.setup import HALVES, Step

__all__ = ["UnknownOutcome", "allowed_amounts", "constant_amount", "repeat_count_now"]


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
        found = state.value(moved_value_name(seat))
        found = state.value(MOVED) if found is None else found
        if not isinstance(found, int):
            before = "no line before it moves any" if found is None else "the line before it has several piles"
            raise UnknownOutcome(f"'as many' is as many as the line before it moved, and {before}")
        return (found,)
    available = pile_size(table.pile(state, source))
    if amount.mode == "all" or amount.mode in HALVES:
        return (share_of(available, amount.mode),)
    number = _number(table, amount.number, state, seat)
    if amount.mode == "until":
        return (max(number - pile_size(table.pile(state, target)), 0),)
    if amount.mode == "down to":
        return (max(available - number, 0),)
    if amount.mode == "up to":
        return tuple(range((number if shortage_fallbacks(step) else min(number, available)) + 1))
    return (number, amount.most) if amount.most is not None else (number,)


def share_of(number: int, mode: str) -> int:
    """Return how many of a number of components are ``all`` of them, or half of them as one of ``HALVES`` says."""
    return number if mode == "all" else (number + (mode != HALVES[0])) // 2


def constant_amount(table: Table, number: int | str | dict[int, int]) -> int | None:
    """Return a number that is the same in every state: one that is written, calculated or named, or one of a kind.

    Raises:
        UnknownOutcome: for a number of players without an entry, and for a number below zero.
    """
    known = amount_in_play(number, table.players, table.numbers)
    if known is not None:
        return not_below_zero(known)
    if isinstance(number, str) and number in table.game.kinds:
        return 1
    if isinstance(number, dict):
        raise UnknownOutcome(f"no number for {table.players} players")
    return None


def repeat_count_now(table: Table, step: Step, seat: int | None, state: State) -> int:
    """Return how often a seat, or nobody, carries out a group in a state.

    Raises:
        UnknownOutcome: when that has no value, or is below zero.
    """
    return 1 if step.times is None else _number(table, step.times, state, seat)


def not_below_zero(number: int) -> int:
    """Return a number.

    Raises:
        UnknownOutcome: when it is below zero.
    """
    if number < 0:
        raise UnknownOutcome("nothing can be done with fewer than 0 components")
    return number


def _number(table: Table, number: int | str | dict[int, int], state: State, seat: int | None) -> int:
    constant = constant_amount(table, number)
    if constant is not None:
        return constant
    if not is_formula(number):
        return _value_of(state, str(number))
    found = value_of(str(number), table, state, seat)
    if not isinstance(found, int) or isinstance(found, bool):
        raise UnknownOutcome(f"{number!r} is no whole number at this step")
    return not_below_zero(found)


def _value_of(state: State, name: str) -> int:
    value = state.value(name)
    if not isinstance(value, int):
        raise UnknownOutcome(f"{name!r} has no value at this step")
    return not_below_zero(value)

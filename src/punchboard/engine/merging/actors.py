"""Who carries out a line, and where several ways to go on lead together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from punchboard.engine.merging.merge import StateChances
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

Actor = int | str | None
"""Who carries out a line: a seat, the name of one, or nobody."""


def actors(table: Table, step: Step, seat: int | None, *, single_seat: bool) -> tuple[Actor, ...]:
    """Return who carries out a line, one after the other; whoever deals, each player gets.

    With ``alone`` seat 0 is all players.

    Raises:
        Unknown: for the other players of nobody.
    """
    who = "each player" if step.verb == "deal" else step.who
    if who == "each player":
        return (0,) if single_seat else tuple(range(table.players))
    if who == "each other player":
        if seat is None:
            raise UnknownOutcome("nobody is named whose others these are")
        return tuple(one for one in range(table.players) if one != seat)
    return (seat if who is None else who,)


def fixed_seat(doer: Actor) -> int | None:
    """Return the seat that somebody has in every state."""
    return doer if isinstance(doer, int) else None


def seat_of(doer: Actor, state: State) -> int | None:
    """Return the seat that somebody has: a name stands for the one that was named.

    Raises:
        Unknown: when nobody was.
    """
    if not isinstance(doer, str):
        return doer
    value = state.value(doer)
    if not isinstance(value, int):
        raise UnknownOutcome(f"nobody is named {doer!r}")
    return value


def merge_branches(ends: StateChances, ways: Sequence[StateChances]) -> None:
    """Add the ends of some ways to those that are known; where there are several ways, somebody chooses."""
    for way in ways:
        for state, weight in way.items():
            before = ends.get(state, Fraction(0))
            known = len(ways) == 1 and weight is not None and before is not None
            ends[state] = weight + before if known and weight is not None and before is not None else None

"""The seats that carry out a step, and the merging of branches that lead to the same state."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from punchboard.engine.merging.merge import StateChances
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import EVERY_SEAT, IN_REVERSE, Step

Actor = int | str | None
"""Who carries out a step: a seat, the name of a seat, or no seat."""


def actors(table: Table, step: Step, seat: int | None, *, single_seat: bool) -> tuple[Actor, ...]:
    """Return who carries out a step, in order.

    With ``single_seat``, seat 0 stands for all players.

    Raises:
        UnknownOutcome: for the other players where no player acts.
    """
    who = step.actor
    if who in EVERY_SEAT:
        seats = (0,) if single_seat else tuple(range(table.players))
        return seats[::-1] if who == IN_REVERSE else seats
    if who == "each other player":
        if seat is None:
            raise UnknownOutcome("'each other player' is used where no player acts")
        return tuple(one for one in range(table.players) if one != seat)
    return (seat if who is None else who,)


def fixed_seat(actor: Actor) -> int | None:
    """Return the seat of an actor that is the same in every state; None otherwise."""
    return actor if isinstance(actor, int) else None


def seat_of(actor: Actor, state: State) -> int | None:
    """Return the seat of an actor in a state; a name stands for the seat that was named.

    Raises:
        UnknownOutcome: when no seat has that name yet.
    """
    if not isinstance(actor, str):
        return actor
    value = state.value(actor)
    if not isinstance(value, int):
        raise UnknownOutcome(f"no seat has been named {actor!r}")
    return value


def merge_branches(ends: StateChances, branches: Sequence[StateChances]) -> None:
    """Add the end states of some branches to ``ends``; with several branches, a player chooses."""
    for branch in branches:
        for state, weight in branch.items():
            before = ends.get(state, Fraction(0))
            has_chance = len(branches) == 1 and weight is not None and before is not None
            ends[state] = weight + before if has_chance and weight is not None and before is not None else None

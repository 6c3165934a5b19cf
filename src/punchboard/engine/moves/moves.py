"""What one line of a script does to a state: every outcome, how likely, and what happened on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from punchboard.engine.moves.choices import pick
from punchboard.engine.moves.draws import draw
from punchboard.engine.moves.outcome import CERTAIN, Action, Outcome, Shortage, joint_chance, part_count
from punchboard.engine.moves.queries import moved_value_name
from punchboard.engine.moves.whole_piles import shuffle, split, stack
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step


def outcomes(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    """Yield every outcome of a line, done by a seat or by nobody, from a state.

    Raises:
        Shortage: when it cannot be carried out, and has to be.
    """
    reached = [Outcome(state, CERTAIN)]
    for part in range(part_count(table, step, seat)):
        reached = [
            _joined(before, after)
            for before in reached
            for after in outcomes_of_part(table, step, seat, before.state, part)
        ]
    yield from reached


def _joined(before: Outcome, after: Outcome) -> Outcome:
    """Return two outcomes, one after the other, as one."""
    odds = after.odds if before.odds is None else before.odds if after.odds is None else None
    return after._replace(chance=joint_chance(before.chance, after.chance), odds=odds, moved=before.moved + after.moved)


def outcomes_of_part(table: Table, step: Step, seat: int | None, state: State, part: int) -> Iterator[Outcome]:
    """Yield every outcome of a line for one of the piles that ``each part`` stands for.

    Raises:
        Shortage: when it cannot be carried out, and has to be.
        Unknown: when it is not worked out.
    """
    act = Action(table, step, seat, part)
    try:
        found = list(_VERBS.get(step.verb, _unknown)(act, state))
    except Shortage:
        if not step.may:
            raise
        yield skipped_outcome(step, seat, state)
        return
    if step.may:
        found = [one._replace(chance=None) for one in found]
        yield skipped_outcome(step, seat, state)._replace(chance=None)
    several = part_count(table, step, seat) > 1
    yield from (_noted(step, seat, one, several=several) for one in found)


def skipped_outcome(step: Step, seat: int | None, state: State) -> Outcome:
    """Return the outcome of a line that is passed over."""
    return _noted(step, seat, Outcome(state, CERTAIN, is_done=False))


def _noted(step: Step, seat: int | None, outcome: Outcome, *, several: bool = False) -> Outcome:
    """Return the outcome with how many components the line has moved written down; not of ``several`` parts."""
    if step.amount is None:
        return outcome
    moved = "in several parts" if several else outcome.moved
    return outcome._replace(state=outcome.state.with_value(moved_value_name(seat), moved))


def _roll(act: Action, state: State) -> Iterator[Outcome]:
    die = act.table.game.file.dice.get(act.step.operand)
    if die is None:
        raise UnknownOutcome(f"there is no die {act.step.operand!r}")
    faces = die.faces if isinstance(die.faces, tuple) else tuple(map(str, act.table.game.lists[die.faces["one_of"]]))
    for face in dict.fromkeys(faces):
        chance = Fraction(faces.count(face), len(faces))
        yield Outcome(state.with_value(act.step.called or act.step.operand, face), chance)


def _name(act: Action, state: State) -> Iterator[Outcome]:
    """Name a seat: whichever it may be; what else is named changes nothing here."""
    step, table = act.step, act.table
    if step.operand not in table.game.file.seats:
        yield Outcome(state, CERTAIN)
        return
    but = act.seat if step.excepting == "the doer" else state.value(step.excepting or "")
    seats = [seat for seat in range(table.players) if seat != but]
    if not seats:
        raise UnknownOutcome(f"nobody can be named {step.operand!r}")
    for seat in seats:
        yield Outcome(state.with_value(step.operand, seat), CERTAIN if len(seats) == 1 else None)


def _do(act: Action, state: State) -> Iterator[Outcome]:
    """Do nothing, in a group without lines; a sequence is put into the script before it is walked."""
    name = act.step.operand
    sequences = act.table.game.file.sequences
    if name and sequences.get(name) != ():
        why = "calls itself" if name in sequences else "is not among the game's sequences"
        raise UnknownOutcome(f"{name!r} {why}")
    yield Outcome(state, CERTAIN)


def _unknown(act: Action, _state: State) -> Iterator[Outcome]:
    raise UnknownOutcome(f"{act.step.verb!r} is not worked out yet")


def _nothing(_act: Action, state: State) -> Iterator[Outcome]:
    yield Outcome(state, CERTAIN)


_VERBS: Mapping[str, Callable[[Action, State], Iterator[Outcome]]] = MappingProxyType(
    {
        "shuffle": shuffle,
        "draw": draw,
        "deal": draw,
        "place": pick,
        "play": pick,
        "take": pick,
        "discard": pick,
        "choose": pick,
        "return": pick,
        "split": split,
        "stack": stack,
        "roll": _roll,
        "name": _name,
        "do": _do,
        "one of": _nothing,
        "say": _nothing,
    }
)

"""The outcomes of one step of a script from a state: where it leads, how likely, and what happened on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from punchboard.engine.moves.choices import pick
from punchboard.engine.moves.draws import draw
from punchboard.engine.moves.outcome import CERTAIN, Action, Outcome, Shortage, chosen, joint_chance, part_count
from punchboard.engine.moves.queries import moved_value_name
from punchboard.engine.states.piles import Pile, add_counts, pile_counts, pile_of, pile_size, top_removals
from punchboard.engine.states.state import EACH, PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

# Steps on whole piles: shuffle, split, stack and pass.


def shuffle(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the state with piles shuffled: several become one, ``each part`` stays separate unless it has a target."""
    step, table = action.step, action.table
    groups = [table.keys_of(name, action.seat) for name in step.piles]
    if len(groups) == 1 and step.target is None and step.piles[0].startswith(EACH):
        for key in groups[0]:
            state = _shuffled_together(action, state, (key,), key)
    else:
        target = action.target if step.target is not None else table.key(step.piles[0], action.seat)
        state = _shuffled_together(action, state, tuple(key for group in groups for key in group), target)
    yield Outcome(state, CERTAIN)


def _shuffled_together(action: Action, state: State, keys: tuple[PileKey, ...], target: PileKey) -> State:
    table = action.table
    counts = (0,) * len(table.classes)
    for key in dict.fromkeys((*keys, target)):
        counts = add_counts(counts, pile_counts(table.pile(state, key), len(table.classes)))
        state = table.with_pile(state, key, ())
    return table.with_pile(state, target, pile_of(counts, mixed=True))


def split(action: Action, state: State) -> Iterator[Outcome]:
    """Yield what the next of the equal piles gets: its share of what is left, rounded up."""
    table, targets = action.table, action.table.keys_of(action.step.target or "", action.seat)
    if len(action.step.piles) != 1:
        raise UnknownOutcome("only one pile can be split; shuffle several piles into one first")
    source = table.key(action.step.piles[0], action.seat)
    if source in targets:
        raise UnknownOutcome("a pile cannot be split into itself")
    pile = table.pile(state, source)
    number = -(-pile_size(pile) // (len(targets) - action.part))
    for way in top_removals(pile, number):
        after = table.with_pile(state, source, way.rest)
        yield Outcome(
            table.put(after, targets[action.part], way.counts, mixed=way.is_shuffled), way.chance, moved_count=number
        )


def stack(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the state with piles stacked, the first on top; what the target pile holds already stays at the bottom."""
    table, target = action.table, action.target
    keys = tuple(dict.fromkeys(key for name in action.step.piles for key in table.keys_of(name, action.seat)))
    below: Pile = table.pile(state, target) if target not in keys else ()
    whole = (*(segment for key in keys for segment in table.pile(state, key)), *below)
    for key in (*keys, target):
        state = table.with_pile(state, key, ())
    if target[0] in table.ordered_pile_names:
        yield Outcome(table.with_pile(state, target, whole), CERTAIN)
    else:
        yield Outcome(table.put(state, target, pile_counts(whole, len(table.classes))), CERTAIN)


def pass_on(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the state in which each player has the pile that the neighbour had."""
    table, before = action.table, state
    for key, taker in table.passed(action.step, action.seat):
        state = table.with_pile(state, taker, table.pile(before, key))
    yield Outcome(state, CERTAIN)


def outcomes(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    """Yield every outcome of a step from a state, carried out by a seat or by none.

    Raises:
        Shortage: when a compulsory step cannot be carried out.
    """
    reached = [Outcome(state, CERTAIN)]
    for part in range(part_count(table, step, seat)):
        reached = [
            _in_sequence(before, after)
            for before in reached
            for after in outcomes_of_part(table, step, seat, before.state, part)
        ]
    yield from reached


def _in_sequence(before: Outcome, after: Outcome) -> Outcome:
    """Return two outcomes in a row as one."""
    odds = after.odds if before.odds is None else before.odds if after.odds is None else None
    return after._replace(
        chance=joint_chance(before.chance, after.chance),
        odds=odds,
        moved_count=before.moved_count + after.moved_count,
        within=after.within if before.chance == CERTAIN else None,
    )


def outcomes_of_part(table: Table, step: Step, seat: int | None, state: State, part: int) -> Iterator[Outcome]:
    """Yield every outcome of a step for one of the piles that ``each part`` stands for.

    Raises:
        Shortage: when a compulsory step cannot be carried out.
        UnknownOutcome: when the step is not supported.
    """
    action = Action(table, step, seat, part)
    try:
        found = list(VERB_OUTCOMES[step.verb](action, state))
    except Shortage:
        if not step.may:
            raise
        yield skipped_outcome(step, seat, state)
        return
    if step.may:
        found = [chosen(one, -1) for one in found]
        yield skipped_outcome(step, seat, state)._replace(chance=None)
    has_parts = part_count(table, step, seat) > 1
    yield from (_with_moved_count(step, seat, one, has_parts=has_parts) for one in found)


def skipped_outcome(step: Step, seat: int | None, state: State) -> Outcome:
    """Return the outcome of a step that is skipped."""
    return _with_moved_count(step, seat, Outcome(state, CERTAIN, is_done=False))


def _with_moved_count(step: Step, seat: int | None, outcome: Outcome, *, has_parts: bool = False) -> Outcome:
    """Return the outcome with the number of moved components in its state; steps in parts have no single number."""
    if step.amount is None:
        return outcome
    moved_count = "in several parts" if has_parts else outcome.moved_count
    return outcome._replace(state=outcome.state.with_value(moved_value_name(seat), moved_count))


def _roll(action: Action, state: State) -> Iterator[Outcome]:
    die = action.table.game.file.dice.get(action.step.operand)
    if die is None:
        raise UnknownOutcome(f"there is no die {action.step.operand!r}")
    faces = die.faces if isinstance(die.faces, tuple) else tuple(map(str, action.table.game.lists[die.faces["one_of"]]))
    for face in dict.fromkeys(faces):
        chance = Fraction(faces.count(face), len(faces))
        yield Outcome(state.with_value(action.step.called or action.step.operand, face), chance)


def _name(action: Action, state: State) -> Iterator[Outcome]:
    """Name a seat: any allowed one. Other names change nothing here."""
    step, table = action.step, action.table
    if step.operand not in table.game.file.seats:
        yield Outcome(state, CERTAIN)
        return
    excluded = action.seat if step.excepting == "the doer" else state.value(step.excepting or "")
    seats = [seat for seat in range(table.players) if seat != excluded]
    if not seats:
        raise UnknownOutcome(f"no seat can be named {step.operand!r}")
    for seat in seats:
        yield Outcome(state.with_value(step.operand, seat), CERTAIN if len(seats) == 1 else None)


def _do(action: Action, state: State) -> Iterator[Outcome]:
    """Do nothing, for a group without steps; sequences are inlined before the walk."""
    name = action.step.operand
    sequences = action.table.game.file.sequences
    if name and sequences.get(name) != ():
        why = "calls itself" if name in sequences else "is not a sequence of this game"
        raise UnknownOutcome(f"{name!r} {why}")
    yield Outcome(state, CERTAIN)


def _nothing(_act: Action, state: State) -> Iterator[Outcome]:
    yield Outcome(state, CERTAIN)


VERB_OUTCOMES: Mapping[str, Callable[[Action, State], Iterator[Outcome]]] = MappingProxyType(
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
        "pass left": pass_on,
        "pass right": pass_on,
        "roll": _roll,
        "name": _name,
        "do": _do,
        "one of": _nothing,
        "say": _nothing,
    }
)
"""The function of each verb: the outcomes of a step from a state."""

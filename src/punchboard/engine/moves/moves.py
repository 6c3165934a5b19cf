"""The outcomes of one step of a script from a state: where it leads, how likely, and what happened on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from punchboard.engine.moves.conditions import holds, moved_value_name
from punchboard.engine.moves.draws import RETURNED_TO_PILE, Odds, exhausted_pile, filtered_draws
from punchboard.engine.moves.outcome import (
    CERTAIN,
    Action,
    ClassMask,
    Outcome,
    Shortage,
    chosen,
    for_each_entry,
    joint_chance,
    matching_count,
    outcomes_by_amount,
    part_count,
    pick,
    resolve_shortage,
)
from punchboard.engine.states.piles import (
    Counts,
    Pile,
    Removal,
    add_counts,
    pile_counts,
    pile_of,
    pile_size,
    selection_query,
    subtract_counts,
    top_removals,
)
from punchboard.engine.states.table import EACH, PileKey, State, Table, UnknownOutcome
from punchboard.model.game.setup import Step


def draw(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the outcomes of drawing: everything that comes, or what the step's filter accepts.

    Raises:
        Shortage: when there are not enough.
        UnknownOutcome: for a draw that is not supported.
    """
    if action.step.same is not None:
        raise UnknownOutcome("a draw with 'same' is not supported")
    if action.step.each is not None:
        yield from for_each_entry(action, state, _draw_some)
    else:
        yield from _draw_some(action, state, action.allowed_classes())


def _draw_some(action: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    yield from outcomes_by_amount(action, state, lambda number: _draw_number(action, state, fits, number))


def _draw_number(action: Action, state: State, fits: ClassMask, number: int) -> Iterator[Outcome]:
    requested = number
    number, state = resolve_shortage(action, state, number, lambda pile: matching_count(pile, fits))
    pile = action.source_pile(state)
    if action.step.needs is not None:
        if matching_count(pile, fits) < pile_size(pile) or action.step.each is not None:
            raise UnknownOutcome("a draw with both a filter and 'needs' is not supported")
        yield from _again_until_good(action, state, number)
    elif matching_count(pile, fits) < pile_size(pile):
        yield from _filtered_draw(action, state, fits, number, to_the_end=number < requested)
    else:
        yield from (_draw_outcome(action, state, way, number) for way in top_removals(pile, number))


def _draw_outcome(action: Action, state: State, way: Removal, number: int) -> Outcome:
    after = action.table.with_pile(state, action.source, way.rest)
    after = action.table.put(after, action.target, way.counts, mixed=way.is_shuffled)
    return Outcome(after, way.chance, moved_count=number)


def _again_until_good(action: Action, state: State, number: int) -> Iterator[Outcome]:
    """Yield a draw that is shuffled back and repeated until it meets ``needs``."""
    pile = action.source_pile(state)
    mixed = pile_of(pile_counts(pile, len(action.table.classes)), mixed=True)
    first = _good_draws(action, state, number)
    again = _good_draws(action, action.table.with_pile(state, action.source, mixed), number)
    if not again:
        raise Shortage(action.source, 1, 0)
    good = sum((outcome.chance for outcome in again if outcome.chance is not None), Fraction(0))
    sure = sum((outcome.chance for outcome in first if outcome.chance is not None), Fraction(0))
    if any(way.chance is None for way in top_removals(pile, number)):
        yield from (outcome._replace(odds=Odds("again", Fraction(0), Fraction(0))) for outcome in first)
        yield from (outcome._replace(chance=None, odds=Odds("again", Fraction(1), 1 / good)) for outcome in again)
        return
    odds = Odds("again", 1 - sure, (1 - sure) / good)
    yield from (outcome._replace(odds=odds) for outcome in first)
    if sure < 1:
        yield from (
            outcome._replace(chance=joint_chance(outcome.chance, (1 - sure) / good), odds=odds) for outcome in again
        )


def _good_draws(action: Action, state: State, number: int) -> list[Outcome]:
    """Return the draws from a pile that meet ``needs``."""
    ways = (_draw_outcome(action, state, way, number) for way in top_removals(action.source_pile(state), number))
    return [outcome for outcome in ways if holds(action.step.needs or "", action.table, outcome.state, action.seat)]


def _filtered_draw(
    action: Action, state: State, fits: ClassMask, number: int, *, to_the_end: bool
) -> Iterator[Outcome]:
    """Yield a draw until enough components are accepted; ``to_the_end`` when it wants more than there are."""
    table, pile = action.table, action.source_pile(state)
    whole = to_the_end and action.step.otherwise != "shuffle back"
    for way in (
        exhausted_pile(pile, fits, action.step.otherwise)
        if whole
        else filtered_draws(pile, fits, number, action.step.otherwise)
    ):
        after = table.with_pile(state, action.source, way.rest)
        for key, counts in _refused_targets(action, way.refused):
            after = table.put(after, key, counts)
        yield Outcome(table.put(after, action.target, way.counts), way.chance, way.odds, number)


def _refused_targets(action: Action, refused: Counts) -> Iterator[tuple[PileKey, Counts]]:
    """Yield where refused components go, when they leave their pile."""
    otherwise = action.step.otherwise
    if isinstance(otherwise, tuple):
        for rule in otherwise:
            fits = action.table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(refused)
            here = tuple(count if fit else 0 for count, fit in zip(refused, fits, strict=True))
            refused = subtract_counts(refused, here)
            yield action.table.key(rule["to"], action.seat), here
        if any(refused):
            raise UnknownOutcome("'otherwise' has no pile for some refused components")
    elif otherwise == "discard":
        yield action.discard_key, refused
    elif otherwise not in RETURNED_TO_PILE:
        raise UnknownOutcome(f"'otherwise: {otherwise}' is not supported")


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
        ways = list(VERB_OUTCOMES[step.verb](action, state))
    except Shortage:
        if not step.may:
            raise
        yield skipped_outcome(step, seat, state)
        return
    if step.may:
        ways = [chosen(outcome, -1) for outcome in ways]
        yield skipped_outcome(step, seat, state)._replace(chance=None)
    has_parts = part_count(table, step, seat) > 1
    yield from (_with_moved_count(step, seat, outcome, has_parts=has_parts) for outcome in ways)


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
    faces = die.faces if isinstance(die.faces, tuple) else tuple(map(str, action.table.game.lists[die.faces["one of"]]))
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


VERB_OUTCOMES: Mapping[str, Callable[[Action, State], Iterator[Outcome]]] = {
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
"""The function of each verb: the outcomes of a step from a state."""

"""Steps that draw components: chance decides the top of a pile, and a filter may refuse some."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from punchboard.engine.moves.filtered_draws import RETURNED_TO_PILE, Odds, exhausted_pile, filtered_draws
from punchboard.engine.moves.for_each import for_each_entry
from punchboard.engine.moves.outcome import (
    Action,
    ClassMask,
    Outcome,
    Shortage,
    joint_chance,
    matching_count,
    outcomes_by_amount,
    resolve_shortage,
)
from punchboard.engine.moves.queries import holds
from punchboard.engine.states.component_classes import Counts, selection_query
from punchboard.engine.states.piles import Removal, pile_counts, pile_of, pile_size, subtract_counts, top_removals
from punchboard.engine.states.state import PileKey, State, UnknownOutcome


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
    good = sum((one.chance for one in again if one.chance is not None), Fraction(0))
    sure = sum((one.chance for one in first if one.chance is not None), Fraction(0))
    if any(way.chance is None for way in top_removals(pile, number)):
        yield from (one._replace(odds=Odds("again", Fraction(0), Fraction(0))) for one in first)
        yield from (one._replace(chance=None, odds=Odds("again", Fraction(1), 1 / good)) for one in again)
        return
    odds = Odds("again", 1 - sure, (1 - sure) / good)
    yield from (one._replace(odds=odds) for one in first)
    if sure < 1:
        yield from (one._replace(chance=joint_chance(one.chance, (1 - sure) / good), odds=odds) for one in again)


def _good_draws(action: Action, state: State, number: int) -> list[Outcome]:
    """Return the draws from a pile that meet ``needs``."""
    ways = (_draw_outcome(action, state, way, number) for way in top_removals(action.source_pile(state), number))
    return [one for one in ways if holds(action.step.needs or "", action.table, one.state, action.seat)]


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

"""Components that are drawn: what chance makes of the top of a pile, and what a choosy line accepts of it."""

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


def draw(act: Action, state: State) -> Iterator[Outcome]:
    """Yield what drawing leads to: all that comes, or, where a line is choosy, what it accepts.

    Raises:
        Shortage: when there are not enough.
        Unknown: for a draw that is not worked out.
    """
    if act.step.same is not None:
        raise UnknownOutcome("a draw of components that are all alike is not worked out")
    if act.step.each is not None:
        yield from for_each_entry(act, state, _draw_some)
    else:
        yield from _draw_some(act, state, act.allowed_classes())


def _draw_some(act: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    yield from outcomes_by_amount(act, state, lambda number: _draw_number(act, state, fits, number))


def _draw_number(act: Action, state: State, fits: ClassMask, number: int) -> Iterator[Outcome]:
    wanted = number
    number, state = resolve_shortage(act, state, number, lambda pile: matching_count(pile, fits))
    pile = act.source_pile(state)
    if act.step.needs is not None:
        if matching_count(pile, fits) < pile_size(pile) or act.step.each is not None:
            raise UnknownOutcome("a choosy draw that needs something besides is not worked out")
        yield from _again_until_good(act, state, number)
    elif matching_count(pile, fits) < pile_size(pile):
        yield from _choosily(act, state, fits, number, to_the_end=number < wanted)
    else:
        yield from (_taken(act, state, way, number) for way in top_removals(pile, number))


def _taken(act: Action, state: State, way: Removal, number: int) -> Outcome:
    after = act.table.with_pile(state, act.source, way.rest)
    after = act.table.put(after, act.target, way.counts, mixed=way.is_shuffled)
    return Outcome(after, way.chance, moved=number)


def _again_until_good(act: Action, state: State, number: int) -> Iterator[Outcome]:
    """Yield a draw that is shuffled back and done again until it has what it needs."""
    pile = act.source_pile(state)
    mixed = pile_of(pile_counts(pile, len(act.table.classes)), mixed=True)
    first = _good(act, state, number)
    again = _good(act, act.table.with_pile(state, act.source, mixed), number)
    if not again:
        raise Shortage(act.source, 1, 0)
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


def _good(act: Action, state: State, number: int) -> list[Outcome]:
    """Return the draws from a pile that have what the line needs."""
    ways = (_taken(act, state, way, number) for way in top_removals(act.source_pile(state), number))
    return [one for one in ways if holds(act.step.needs or "", act.table, one.state, act.seat)]


def _choosily(act: Action, state: State, fits: ClassMask, number: int, *, to_the_end: bool) -> Iterator[Outcome]:
    """Yield a draw that turns up so many that it accepts; ``to_the_end`` when it wants more than there are."""
    table, pile = act.table, act.source_pile(state)
    whole = to_the_end and act.step.otherwise != "shuffle back"
    for way in (
        exhausted_pile(pile, fits, act.step.otherwise)
        if whole
        else filtered_draws(pile, fits, number, act.step.otherwise)
    ):
        after = table.with_pile(state, act.source, way.rest)
        for key, counts in _homes(act, way.refused):
            after = table.put(after, key, counts)
        yield Outcome(table.put(after, act.target, way.counts), way.chance, way.odds, number)


def _homes(act: Action, refused: Counts) -> Iterator[tuple[PileKey, Counts]]:
    """Yield where refused components go, when they leave the pile that they came from."""
    otherwise = act.step.otherwise
    if isinstance(otherwise, tuple):
        for rule in otherwise:
            fits = act.table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(refused)
            here = tuple(count if fit else 0 for count, fit in zip(refused, fits, strict=True))
            refused = subtract_counts(refused, here)
            yield act.table.key(rule["to"], act.seat), here
        if any(refused):
            raise UnknownOutcome("nothing says where all that is refused goes")
    elif otherwise == "discard":
        yield act.discard_key, refused
    elif otherwise not in RETURNED_TO_PILE:
        raise UnknownOutcome(f"what {otherwise!r} does with refused components is not worked out")

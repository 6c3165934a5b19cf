"""Components that somebody looks for and picks: every choice that a line allows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from punchboard.engine.moves.for_each import for_each_entry
from punchboard.engine.moves.outcome import (
    CERTAIN,
    Action,
    ClassMask,
    Outcome,
    Shortage,
    matching_count,
    outcomes_by_amount,
    resolve_shortage,
)
from punchboard.engine.moves.queries import holds
from punchboard.engine.states.piles import Pile, pick_removals
from punchboard.engine.states.state import State, UnknownOutcome


def pick(act: Action, state: State) -> Iterator[Outcome]:
    """Yield what looking components out leads to: a choice, unless there is only one way.

    Raises:
        Shortage: when there are not enough.
    """
    if act.step.each is not None:
        found = for_each_entry(act, state, _pick_some)
    else:
        found = _pick_some(act, state, act.allowed_classes())
    if act.step.needs is None:
        yield from found
        return
    if act.step.otherwise is not None:
        raise UnknownOutcome(f"to {act.step.verb} with a need and something otherwise is not worked out")
    good = [one for one in found if holds(act.step.needs, act.table, one.state, act.seat)]
    if not good:
        raise UnknownOutcome("nothing that can be picked is as it needs to be")
    yield from good


def _pick_some(act: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    if act.step.amount is not None and act.step.amount.mode == "all":
        yield from _pick_all(act, state, fits)
    else:
        yield from outcomes_by_amount(act, state, lambda number: _pick_number(act, state, fits, number))


def _pick_all(act: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    """Yield what taking all leads to; all that are alike are at least one."""
    pile = act.source_pile(state)
    ways = [(one, matching_count(pile, one)) for one in _alike(act, fits)]
    if act.step.same is not None:
        ways = [(one, number) for one, number in ways if number]
        if not ways:
            raise Shortage(act.source, 1, 0)
    yield from _picked(act, state, ways)


def _pick_number(act: Action, state: State, fits: ClassMask, number: int) -> Iterator[Outcome]:
    alike = list(_alike(act, fits))

    def most(pile: Pile) -> int:
        return max((matching_count(pile, one) for one in alike), default=0)

    number, state = resolve_shortage(act, state, number, most)
    if not number:
        yield Outcome(state, CERTAIN)
        return
    pile = act.source_pile(state)
    yield from _picked(act, state, [(one, number) for one in alike if matching_count(pile, one) >= number])


def _picked(act: Action, state: State, ways: list[tuple[ClassMask, int]]) -> Iterator[Outcome]:
    """Yield each choice of so many of the classes that go together."""
    table = act.table
    found: dict[State, int] = {}
    for fits, number in ways:
        for way in pick_removals(act.source_pile(state), fits, number):
            after = table.with_pile(state, act.source, way.rest)
            found[table.put(after, act.target, way.counts)] = number
    chance = Fraction(1) if len(found) == 1 else None
    yield from (Outcome(after, chance, moved=number) for after, number in found.items())


def _alike(act: Action, fits: ClassMask) -> Iterator[ClassMask]:
    """Yield the classes that may be taken together: all, or for ``same`` those of one entry at a time."""
    if act.step.same is None:
        yield fits
        return
    entries = act.field_values(act.step.same)
    for wanted in dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit):
        yield tuple(fit and entry == wanted for entry, fit in zip(entries, fits, strict=True))

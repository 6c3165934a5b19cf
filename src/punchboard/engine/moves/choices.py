"""Components that somebody looks for and picks: every choice that a line allows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from punchboard.engine.moves.for_each import for_each_entry
from punchboard.engine.moves.outcome import (
    CERTAIN,
    Act,
    Fits,
    Outcome,
    Shortage,
    by_number,
    enough,
    fitting,
)
from punchboard.engine.moves.questions import holds
from punchboard.engine.states.piles import Pile, picked
from punchboard.engine.states.state import State, Unknown


def pick(act: Act, state: State) -> Iterator[Outcome]:
    """Yield what looking components out leads to: a choice, unless there is only one way.

    Raises:
        Shortage: when there are not enough.
    """
    if act.step.each is not None:
        found = for_each_entry(act, state, _pick_some)
    else:
        found = _pick_some(act, state, act.allowed())
    if act.step.needs is None:
        yield from found
        return
    if act.step.otherwise is not None:
        raise Unknown(f"to {act.step.verb} with a need and something otherwise is not worked out")
    good = [one for one in found if holds(act.step.needs, act.table, one.state, act.seat)]
    if not good:
        raise Unknown("nothing that can be picked is as it needs to be")
    yield from good


def _pick_some(act: Act, state: State, fits: Fits) -> Iterator[Outcome]:
    if act.step.amount is not None and act.step.amount.mode == "all":
        yield from _pick_all(act, state, fits)
    else:
        yield from by_number(act, state, lambda number: _pick_number(act, state, fits, number))


def _pick_all(act: Act, state: State, fits: Fits) -> Iterator[Outcome]:
    """Yield what taking all leads to; all that are alike are at least one."""
    pile = act.taken_from(state)
    ways = [(one, fitting(pile, one)) for one in _alike(act, fits)]
    if act.step.same is not None:
        ways = [(one, number) for one, number in ways if number]
        if not ways:
            raise Shortage(act.source, 1, 0)
    yield from _picked(act, state, ways)


def _pick_number(act: Act, state: State, fits: Fits, number: int) -> Iterator[Outcome]:
    alike = list(_alike(act, fits))

    def most(pile: Pile) -> int:
        return max((fitting(pile, one) for one in alike), default=0)

    number, state = enough(act, state, number, most)
    if not number:
        yield Outcome(state, CERTAIN)
        return
    pile = act.taken_from(state)
    yield from _picked(act, state, [(one, number) for one in alike if fitting(pile, one) >= number])


def _picked(act: Act, state: State, ways: list[tuple[Fits, int]]) -> Iterator[Outcome]:
    """Yield each choice of so many of the classes that go together."""
    table = act.table
    found: dict[State, int] = {}
    for fits, number in ways:
        for way in picked(act.taken_from(state), fits, number):
            after = table.with_pile(state, act.source, way.rest)
            found[table.put(after, act.target, way.counts)] = number
    chance = Fraction(1) if len(found) == 1 else None
    yield from (Outcome(after, chance, moved=number) for after, number in found.items())


def _alike(act: Act, fits: Fits) -> Iterator[Fits]:
    """Yield the classes that may be taken together: all, or for ``same`` those of one entry at a time."""
    if act.step.same is None:
        yield fits
        return
    entries = act.held(act.step.same)
    for wanted in dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit):
        yield tuple(fit and entry == wanted for entry, fit in zip(entries, fits, strict=True))

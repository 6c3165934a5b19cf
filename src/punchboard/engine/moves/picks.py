"""Steps that pick components: every choice that a step allows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from punchboard.engine.moves.conditions import holds
from punchboard.engine.moves.outcome import (
    CERTAIN,
    Action,
    ClassMask,
    Outcome,
    Shortage,
    for_each_entry,
    matching_count,
    outcomes_by_amount,
    resolve_shortage,
)
from punchboard.engine.states.piles import Pile, Segment, pick_removals
from punchboard.engine.states.table import State, UnknownOutcome


def pick(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the outcomes of picking components: a choice, unless there is only one way.

    Raises:
        Shortage: when there are not enough.
    """
    found: Iterator[Outcome]
    if action.step.each is not None:
        found = (_put_at_once(action, one) for one in for_each_entry(action, state, _pick_some))
    else:
        found = _pick_some(action, state, action.allowed_classes())
    if action.step.needs is None:
        yield from found
        return
    if action.step.otherwise is not None:
        raise UnknownOutcome(f"{action.step.verb!r} with both 'needs' and 'otherwise' is not supported")
    good = [one for one in found if holds(action.step.needs, action.table, one.state, action.seat)]
    if not good:
        raise UnknownOutcome("no possible pick meets 'needs'")
    yield from good


def _put_at_once(action: Action, outcome: Outcome) -> Outcome:
    """Return an outcome in which all that was picked lies in no known order: the player may put it down in any."""
    pile, held = action.table.pile(outcome.state, action.target), 0
    for number, segment in enumerate(pile, start=1):
        held += segment.size
        if held == outcome.moved_count and number > 1:
            counts = tuple(map(sum, zip(*(one.counts for one in pile[:number]), strict=True)))
            whole = (Segment(counts, is_shuffled=False), *pile[number:])
            return outcome._replace(state=action.table.with_pile(outcome.state, action.target, whole))
    return outcome


def _pick_some(action: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    if action.step.amount is not None and action.step.amount.mode == "all":
        yield from _pick_all(action, state, fits)
    else:
        yield from outcomes_by_amount(action, state, lambda number: _pick_number(action, state, fits, number))


def _pick_all(action: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    """Yield the outcomes of picking all; with ``same``, at least one."""
    pile = action.source_pile(state)
    ways = [(one, matching_count(pile, one)) for one in _unlike_masks(action, state, fits)]
    if action.step.same is not None:
        ways = [(one, number) for one, number in ways if number]
        if not ways:
            raise Shortage(action.source, 1, 0)
    yield from _pick_outcomes(action, state, ways)


def _pick_number(action: Action, state: State, fits: ClassMask, number: int) -> Iterator[Outcome]:
    masks = list(same_value_masks(action, fits))

    def most(pile: Pile) -> int:
        return max((matching_count(pile, one) for one in masks), default=0)

    number, state = resolve_shortage(action, state, number, most)
    if not number:
        yield Outcome(state, CERTAIN)
        return
    pile, masks = action.source_pile(state), _unlike_masks(action, state, fits)
    yield from _pick_outcomes(action, state, [(one, number) for one in masks if matching_count(pile, one) >= number])


def _pick_outcomes(action: Action, state: State, ways: list[tuple[ClassMask, int]]) -> Iterator[Outcome]:
    """Yield the outcomes of each choice of a number of components of one mask."""
    table = action.table
    found: dict[State, int] = {}
    for fits, number in ways:
        for way in pick_removals(action.source_pile(state), fits, number):
            after = table.with_pile(state, action.source, way.rest)
            found[table.put(after, action.target, way.counts)] = number
    chance = Fraction(1) if len(found) == 1 else None
    yield from (Outcome(after, chance, moved_count=number) for after, number in found.items())


def _unlike_masks(action: Action, state: State, fits: ClassMask) -> list[ClassMask]:
    """Return the classes that may be picked together, without those of a value that is like another one's.

    Two values are alike when nothing but the value tells their components apart, and each pile holds equally many of
    both: of ten colours that nobody has taken, to pick any comes to the same.
    """
    masks = list(same_value_masks(action, fits))
    if action.step.same is None or len(masks) < 2:
        return masks
    apart = action.table.classes.apart_from(action.step.same)
    lies: dict[Any, list[tuple[int, int, Any, int]]] = {}
    for place, pile in enumerate(state.piles):
        for depth, segment in enumerate(pile):
            for (value, rest), count in zip(apart, segment.counts, strict=True):
                if count and value is not None:
                    lies.setdefault(value, []).append((place, depth, rest, count))
    unlike: dict[object, ClassMask] = {}
    for mask in masks:
        value = next(value for (value, _), fit in zip(apart, mask, strict=True) if fit)
        unlike.setdefault(frozenset(lies.get(value, ())), mask)
    return list(unlike.values())


def same_value_masks(action: Action, fits: ClassMask) -> Iterator[ClassMask]:
    """Yield the classes that may be picked together: all, or for ``same`` those with one value at a time."""
    if action.step.same is None:
        yield fits
        return
    entries = action.field_values(action.step.same)
    for wanted in dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit):
        yield tuple(fit and entry == wanted for entry, fit in zip(entries, fits, strict=True))

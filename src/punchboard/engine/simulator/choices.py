"""Steps that pick components: at random among all that a step allows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from punchboard.engine.simulator.amounts import (
    StepContext,
    StepFunction,
    amount_function,
    step_by_amount,
    supply_function,
)
from punchboard.engine.simulator.world import Pile, SimulatedShortage, World

ClassMask = Sequence[bool]


def pick(context: StepContext, fits: ClassMask) -> StepFunction:
    """Return a step that takes components of the allowed classes, anywhere in their pile."""
    masks = _same_value_masks(context, fits)
    if context.step.amount is not None and context.step.amount.mode == "all":
        return _pick_all(context, masks)
    source, target = context.source, context.target
    tests = [one.__getitem__ for one in masks]
    takes_any = len(masks) == 1 and all(masks[0])

    def most(world: World, place: int) -> int:
        pile = world.piles[place]
        if takes_any:
            return len(pile)
        return sum(map(tests[0], pile)) if len(tests) == 1 else max([sum(map(test, pile)) for test in tests], default=0)

    def move(world: World, available: int, _wanted: int) -> int:
        if not available:
            return 0
        pile, chance = world.piles[source], world.chance
        ways: Sequence[ClassMask] = masks
        if len(masks) > 1:
            ways = [one for one, test in zip(masks, tests, strict=True) if sum(map(test, pile)) >= available]
        fits = ways[0] if len(ways) == 1 else ways[int(chance.random() * len(ways))]
        places = [at for at, one in enumerate(pile) if fits[one]]
        at = [places[int(chance.random() * len(places))]] if available == 1 else _sample(places, available, chance)
        world.piles[target].extend(world.remove(source, at))
        return available

    return step_by_amount(amount_function(context), supply_function(context, most), move)


def _sample(places: list[int], number: int, chance: Random) -> list[int]:
    """Return ``number`` of these places at random, in order."""
    if number == len(places):
        return places
    for left in range(len(places), len(places) - number, -1):
        at = int(chance.random() * left)
        places[left - 1], places[at] = places[at], places[left - 1]
    return sorted(places[-number:])


def _pick_all(context: StepContext, masks: Sequence[ClassMask]) -> StepFunction:
    """Return a step that takes everything it may; with ``same``, at least one."""
    source, target, here = context.source, context.target, context.step_at_seat
    has_same = context.step.same is not None
    class_sets = [frozenset(one for one, fit in enumerate(fits) if fit) for fits in masks]
    takes_any = not has_same and all(masks[0])

    def carry_out(world: World) -> int:
        pile = world.piles[source]
        if takes_any:
            taken = pile[:]
            pile.clear()
            world.unordered[source] = 0
        else:
            held = set(pile)
            found = [one for one in class_sets if not one.isdisjoint(held)]
            if has_same and not found:
                raise SimulatedShortage(here, source, 1, 0)
            if not found:
                return 0
            fits = found[0] if len(found) == 1 else found[int(world.chance.random() * len(found))]
            taken = _take_classes(world, source, fits)
        world.piles[target].extend(taken)
        return len(taken)

    return carry_out


def _take_classes(world: World, source: int, fits: frozenset[int]) -> Pile:
    """Take all components of some classes from a pile."""
    pile, loose = world.piles[source], world.unordered[source]
    if len(fits) == 1:
        (only,) = fits
        taken, rest = [only] * pile.count(only), [one for one in pile if one != only]
    else:
        taken, rest = [one for one in pile if one in fits], [one for one in pile if one not in fits]
    if loose:
        world.unordered[source] = len(rest) if loose == len(pile) else loose - sum(one in fits for one in pile[:loose])
    pile[:] = rest
    return taken


def _same_value_masks(context: StepContext, fits: ClassMask) -> list[ClassMask]:
    """Return the classes that may be picked together: all, or for ``same`` those with one value at a time."""
    if context.step.same is None:
        return [fits]
    class_values = context.action.field_values(context.step.same)
    values = dict.fromkeys(value for value, fit in zip(class_values, fits, strict=True) if fit)
    return [tuple(fit and value == one for value, fit in zip(class_values, fits, strict=True)) for one in values]

"""Components that somebody looks for and picks: at random among all that the line allows."""

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

Fits = Sequence[bool]


def pick(job: StepContext, fits: Fits) -> StepFunction:
    """Return a line that takes components of allowed classes, wherever they lie in their pile."""
    alike = _alike(job, fits)
    if job.step.amount is not None and job.step.amount.mode == "all":
        return _all(job, alike)
    source, target = job.source, job.target
    tests = [one.__getitem__ for one in alike]
    whole = len(alike) == 1 and all(alike[0])

    def most(world: World, place: int) -> int:
        pile = world.piles[place]
        if whole:
            return len(pile)
        return sum(map(tests[0], pile)) if len(tests) == 1 else max([sum(map(test, pile)) for test in tests], default=0)

    def work(world: World, there: int, _wanted: int) -> int:
        if not there:
            return 0
        pile, chance = world.piles[source], world.chance
        ways: Sequence[Fits] = alike
        if len(alike) > 1:
            ways = [one for one, test in zip(alike, tests, strict=True) if sum(map(test, pile)) >= there]
        fits = ways[0] if len(ways) == 1 else ways[int(chance.random() * len(ways))]
        places = [at for at, one in enumerate(pile) if fits[one]]
        at = [places[int(chance.random() * len(places))]] if there == 1 else _some(places, there, chance)
        world.piles[target].extend(world.remove(source, at))
        return there

    return step_by_amount(amount_function(job), supply_function(job, most), work)


def _some(places: list[int], number: int, chance: Random) -> list[int]:
    """Return so many of some places, in order."""
    if number == len(places):
        return places
    for left in range(len(places), len(places) - number, -1):
        at = int(chance.random() * left)
        places[left - 1], places[at] = places[at], places[left - 1]
    return sorted(places[-number:])


def _all(job: StepContext, alike: Sequence[Fits]) -> StepFunction:
    """Return a line that takes all there are; of those that are all alike, at least one."""
    source, target, here = job.source, job.target, job.step_at_seat
    same = job.step.same is not None
    ways = [frozenset(one for one, fit in enumerate(fits) if fit) for fits in alike]
    everything = not same and len(alike) == 1 and all(alike[0])

    def body(world: World) -> int:
        pile = world.piles[source]
        if everything:
            taken = pile[:]
            pile.clear()
            world.unordered[source] = 0
        else:
            held = set(pile)
            found = [one for one in ways if not one.isdisjoint(held)]
            if same and not found:
                raise SimulatedShortage(here, source, 1, 0)
            if not found:
                return 0
            fits = found[0] if len(found) == 1 else found[int(world.chance.random() * len(found))]
            taken = _sorted_out(world, source, fits)
        world.piles[target].extend(taken)
        return len(taken)

    return body


def _sorted_out(world: World, source: int, fits: frozenset[int]) -> Pile:
    """Take all components of some classes out of a pile."""
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


def _alike(job: StepContext, fits: Fits) -> list[Fits]:
    """Return the classes that may be taken together: all, or for ``same`` those of one entry at a time."""
    if job.step.same is None:
        return [fits]
    entries = job.act.field_values(job.step.same)
    wanted = dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit)
    return [tuple(fit and entry == one for entry, fit in zip(entries, fits, strict=True)) for one in wanted]

"""How many pieces a move takes: the numbers that it allows, and those that are possible."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.engine.moves.step_amounts import share_of
from punchboard.engine.program.parts import Move, Term
from punchboard.engine.program.values import value_of
from punchboard.engine.program.world import Here, World
from punchboard.model.game.setup import HALVES


def available(world: World, act: Move, places: Sequence[int]) -> int:
    """Return how many pieces of some piles together a move could take."""
    if len(act.sets) == 1:
        return world.count(places, act.sets[0])
    return max([world.count(places, members) for members in act.sets], default=0)


def available_with_help(world: World, act: Move) -> int:
    """Return how many pieces a move could take if all piles that help with a shortage are shuffled in."""
    places = (act.source, *(way for way in act.short if isinstance(way, int))) if act.short else (act.source,)
    return available(world, act, places)


def allowed(world: World, here: Here, act: Move) -> Sequence[int]:
    """Return every number that a move allows."""
    mode = act.amount[0]
    there = len(world.piles[act.source])
    if mode == "as many":
        return (_moved_before(world, here),)
    if mode == "all" or mode in HALVES:
        return (share_of(there, str(mode)),)
    number = number_now(world, here, act.amount[1])
    match mode:
        case "until":
            return (max(number - len(world.piles[act.target]), 0),)
        case "down to":
            return (max(there - number, 0),)
        case "up to":
            return range((number if act.short else min(number, there)) + 1)
    return (number, int(act.amount[2])) if len(act.amount) > 2 else (number,)


def possible(world: World, numbers: Sequence[int], act: Move) -> Sequence[int]:
    """Return those of some numbers that there are enough pieces for, with the help for a shortage."""
    if "stop" in act.short or "end" in act.short:
        return numbers
    most = available_with_help(world, act)
    if len(numbers) == 1:
        return numbers if numbers[0] <= most else ()
    return [number for number in numbers if number <= most]


def _moved_before(world: World, here: Here) -> int:
    number = world.moved.get(here.seat, world.moved.get(None))
    if number is None:
        world.cannot_tell(here, "the number moved by the step before is not known")
        return 0
    return number


def number_now(world: World, here: Here, term: Term) -> int:
    """Return the number of an amount or of repetitions; 0 if the players must tell."""
    number = value_of(term, world)
    if not isinstance(number, int):
        world.cannot_tell(here, f"{number!r} is no number")
        return 0
    if number < 0:
        world.cannot_tell(here, "nothing can be done with fewer than 0 components")
        return 0
    return number

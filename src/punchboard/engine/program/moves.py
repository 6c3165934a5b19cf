"""Moves of pieces from one pile to another: drawn off the top, or picked."""

from __future__ import annotations

from punchboard.engine.program.amounts import allowed, available, available_with_help, possible
from punchboard.engine.program.draws import draw, filtered_draw
from punchboard.engine.program.parts import Move
from punchboard.engine.program.world import Here, Shortage, World


def can_move(world: World, here: Here, act: Move) -> bool:
    """Return whether a move is possible now."""
    if _takes_all(act):
        return not act.same or available(world, act, (act.source,)) > 0
    return bool(possible(world, allowed(world, here, act), act))


def move(world: World, here: Here, act: Move) -> int:
    """Carry out a move, and return how many pieces it moved.

    Raises:
        Shortage: when it is not possible.
    """
    if _takes_all(act):
        return _move_all(world, here, act)
    before = len(world.piles[act.source])
    wishes = allowed(world, here, act)
    numbers = possible(world, wishes, act)
    if not numbers:
        raise Shortage(here, act.source, wishes[0], available_with_help(world, act))
    wanted = numbers[0] if len(numbers) == 1 else world.ask("amount", here, numbers)
    number = _supply(world, here, act, wanted)
    if not act.draws:
        _pick(world, here, act, number)
    elif _takes_whatever_comes(world, here, act):
        draw(world, here, act, number)
    else:
        filtered_draw(world, here, act, number, takes_rest=number < wanted and act.refused != "again")
    if before and (number > before or not world.piles[act.source]) and act.amount[0] != "all":
        world.tell("run out", here, act.source, act.draws)
    return number


def _takes_all(act: Move) -> bool:
    return act.amount[0] == "all" and not act.draws


def _takes_whatever_comes(world: World, here: Here, act: Move) -> bool:
    if act.needs is not None and available(world, act, (act.source,)) < len(world.piles[act.source]):
        world.cannot_tell(here, "a draw with both a filter and 'needs' is not supported")
    return act.sets[0] is None or act.needs is not None


def _supply(world: World, here: Here, act: Move, wanted: int) -> int:
    """Shuffle other piles in below as far as that is needed, and return how many pieces can be moved."""
    if not act.short:
        return wanted
    there = available(world, act, (act.source,))
    for way in act.short:
        if there >= wanted:
            break
        if not isinstance(way, int):
            world.tell("short", here, act.source, wanted, there)
            world.ended = world.ended or way == "end"
            return there
        world.chance.shuffle(world.piles[way])
        world.tell("under", here, way, act.source, world.piles[way][:])
        world.piles[act.source][:0] = world.piles[way]
        world.piles[way].clear()
        there = available(world, act, (act.source,))
    return wanted


def _move_all(world: World, here: Here, act: Move) -> int:
    found = [members for members in act.sets if world.count((act.source,), members)]
    if not found and act.same:
        raise Shortage(here, act.source, 1, 0)
    if not found:
        return 0
    members = found[0] if len(found) == 1 else world.ask("set", here, found)
    pieces = world.matching(act.source, members)
    world.shift(here, act.source, act.target, pieces)
    return len(pieces)


def _pick(world: World, here: Here, act: Move, number: int) -> None:
    if not number:
        return
    found = act.sets
    if len(found) > 1:
        found = tuple(members for members in found if world.count((act.source,), members) >= number)
    members = found[0] if len(found) == 1 else world.ask("set", here, found)
    pieces = world.matching(act.source, members)
    if len(pieces) > number:
        are_equal = len({world.component_of[piece] for piece in pieces}) == 1
        pieces = pieces[:number] if are_equal else world.ask("pieces", here, pieces, number)
    world.shift(here, act.source, act.target, pieces)

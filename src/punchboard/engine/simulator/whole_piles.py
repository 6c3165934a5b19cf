"""Steps on whole piles (shuffle, split, stack), and those that roll dice and name seats."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.engine.simulator.amounts import StepContext, StepFunction
from punchboard.engine.simulator.world import World
from punchboard.engine.states.state import EACH, UnknownOutcome


def shuffle(context: StepContext) -> StepFunction:
    """Return a step that shuffles piles: several into one, ``each part`` separately."""
    table, step, seat = context.table, context.step, context.seat
    groups = [[table.index[key] for key in table.keys_of(name, seat)] for name in step.piles]
    stays_separate = len(groups) == 1 and step.target is None and step.piles[0].startswith(EACH)
    target = groups[0][0] if step.target is None else table.index[table.key(step.target, seat)]
    if not stays_separate and step.target is None:
        table.key(step.piles[0], seat)  # raises if the name stands for several piles
    places = groups[0] if stays_separate else [place for group in groups for place in group]

    def carry_out(world: World) -> int:
        for place in places:
            if not stays_separate and place != target:
                world.piles[target].extend(world.piles[place])
                world.piles[place].clear()
            world.shuffle(place)
        if not stays_separate:
            world.shuffle(target)
        return 0

    return carry_out


def split(context: StepContext) -> StepFunction:
    """Return a step that gives the next of equal piles its share of what is left, rounded up."""
    table, step, seat = context.table, context.step, context.seat
    if len(step.piles) != 1:
        raise UnknownOutcome("only one pile can be split; shuffle several piles into one first")
    source = table.index[table.key(step.piles[0], seat)]
    targets = [table.index[key] for key in table.keys_of(step.target or "", seat)]
    if source in targets:
        raise UnknownOutcome("a pile cannot be split into itself")

    target, left = targets[context.action.part], len(targets) - context.action.part

    def carry_out(world: World) -> int:
        world.piles[target].extend(reversed(world.take(source, -(-len(world.piles[source]) // left))))
        return 0

    return carry_out


def stack(context: StepContext) -> StepFunction:
    """Return a step that stacks piles, the first on top."""
    table, step, seat = context.table, context.step, context.seat
    target = table.index[table.key(step.target or "", seat)]
    places = list(dict.fromkeys(table.index[key] for name in step.piles for key in table.keys_of(name, seat)))

    def carry_out(world: World) -> int:
        whole: list[int] = []
        for place in (*(() if target in places else (target,)), *reversed(places)):
            world.fix_order(place)
            whole += world.piles[place]
            world.piles[place].clear()
        world.piles[target][:] = whole
        world.unordered[target] = 0
        return 0

    return carry_out


def roll_die(context: StepContext) -> StepFunction:
    """Return a step that rolls a die."""
    table, step = context.table, context.step
    die = table.game.file.dice.get(step.operand)
    if die is None:
        raise UnknownOutcome(f"there is no die {step.operand!r}")
    faces: Sequence[int | str] = (
        die.faces if isinstance(die.faces, tuple) else tuple(map(str, table.game.lists[die.faces["one_of"]]))
    )
    name = step.called or step.operand

    def carry_out(world: World) -> int:
        world.values[name] = world.chance.choice(faces)
        return 0

    return carry_out


def name_seat(context: StepContext) -> StepFunction:
    """Return a step that names a seat: a random one of those allowed."""
    table, step, seat = context.table, context.step, context.seat

    def carry_out(world: World) -> int:
        excluded = seat if step.excepting == "the doer" else world.values.get(step.excepting or "")
        seats = [one for one in range(table.players) if one != excluded]
        if not seats:
            raise UnknownOutcome(f"no seat can be named {step.operand!r}")
        world.values[step.operand] = world.chance.choice(seats)
        return 0

    return carry_out if step.operand in table.game.file.seats else lambda _world: 0


def run_each(steps: Sequence[StepFunction]) -> StepFunction:
    """Return a step that is carried out once for each entry of a list, or for each of several piles."""
    if len(steps) == 1:
        return steps[0]
    return lambda world: sum([carry_out_one(world) for carry_out_one in steps])

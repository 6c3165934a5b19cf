"""Whole piles shuffled, split and stacked; dice rolled and seats named."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.engine.simulator.amounts import StepFunction
from punchboard.engine.simulator.world import World
from punchboard.engine.states.state import EACH, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step


def shuffle(table: Table, step: Step, seat: int | None) -> StepFunction:
    """Return a line that shuffles piles: several into one, ``each part`` on its own."""
    groups = [[table.index[key] for key in table.keys_of(name, seat)] for name in step.piles]
    alone = len(groups) == 1 and step.target is None and step.piles[0].startswith(EACH)
    target = groups[0][0] if step.target is None else table.index[table.key(step.target, seat)]
    if not alone and step.target is None:
        table.key(step.piles[0], seat)  # which of several it is has to be said
    places = groups[0] if alone else [place for group in groups for place in group]

    def body(world: World) -> int:
        for place in places:
            if not alone and place != target:
                world.piles[target].extend(world.piles[place])
                world.piles[place].clear()
            world.shuffle(place)
        if not alone:
            world.shuffle(target)
        return 0

    return body


def split(table: Table, step: Step, seat: int | None) -> StepFunction:
    """Return a line that splits a pile into equal ones, the first larger by one where they cannot be equal."""
    if len(step.piles) != 1:
        raise UnknownOutcome("several piles are split only once they are one")
    source = table.index[table.key(step.piles[0], seat)]
    targets = [table.index[key] for key in table.keys_of(step.target or "", seat)]
    if source in targets:
        raise UnknownOutcome("a pile is not split into itself")

    def body(world: World) -> int:
        for left, target in zip(range(len(targets), 0, -1), targets, strict=True):
            world.piles[target].extend(reversed(world.take(source, -(-len(world.piles[source]) // left))))
        return 0

    return body


def stack(table: Table, step: Step, seat: int | None) -> StepFunction:
    """Return a line that lays piles on one another, the first on top."""
    target = table.index[table.key(step.target or "", seat)]
    places = list(dict.fromkeys(table.index[key] for name in step.piles for key in table.keys_of(name, seat)))

    def body(world: World) -> int:
        whole: list[int] = []
        for place in (*(() if target in places else (target,)), *reversed(places)):
            world.fix_order(place)
            whole += world.piles[place]
            world.piles[place].clear()
        world.piles[target][:] = whole
        world.unordered[target] = 0
        return 0

    return body


def roll_die(table: Table, step: Step) -> StepFunction:
    """Return a line that rolls a die."""
    die = table.game.file.dice.get(step.operand)
    if die is None:
        raise UnknownOutcome(f"there is no die {step.operand!r}")
    faces: Sequence[int | str] = (
        die.faces if isinstance(die.faces, tuple) else tuple(map(str, table.game.lists[die.faces["one_of"]]))
    )
    name = step.called or step.operand

    def body(world: World) -> int:
        world.values[name] = world.chance.choice(faces)
        return 0

    return body


def name_seat(table: Table, step: Step, seat: int | None) -> StepFunction:
    """Return a line that names a seat: any that may be named."""

    def body(world: World) -> int:
        but = seat if step.excepting == "the doer" else world.values.get(step.excepting or "")
        seats = [one for one in range(table.players) if one != but]
        if not seats:
            raise UnknownOutcome(f"nobody can be named {step.operand!r}")
        world.values[step.operand] = world.chance.choice(seats)
        return 0

    return body if step.operand in table.game.file.seats else lambda _world: 0


def run_each(jobs: Sequence[StepFunction]) -> StepFunction:
    """Return a line that is done once for each entry of a list, or for each of several piles."""
    if len(jobs) == 1:
        return jobs[0]
    return lambda world: sum([job(world) for job in jobs])

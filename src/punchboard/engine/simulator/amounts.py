"""How many components a line moves in a world, and what it does when there are not as many."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from punchboard.engine.moves.amounts import constant_amount
from punchboard.engine.moves.outcome import Action
from punchboard.engine.moves.queries import SHUFFLE_IN, shortage_fallbacks
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.world import SimulatedShortage, StepAtSeat, World
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

StepFunction = Callable[[World], int]
"""Carries out a line and returns how many components it has moved."""

AmountFunction = Callable[[World], Sequence[int]]

SupplyFunction = Callable[[World, int], int]
"""Sees to it that so many can be had, and returns how many there are."""


class StepContext(NamedTuple):
    """A line for a seat, with the places of its piles."""

    act: Action
    log: Log
    step_at_seat: StepAtSeat
    source: int
    target: int

    @property
    def table(self) -> Table:
        """The table that it is for."""
        return self.act.table

    @property
    def step(self) -> Step:
        """The line."""
        return self.act.step

    @property
    def seat(self) -> int | None:
        """Who does it."""
        return self.step_at_seat[1]

    def place(self, name: str) -> int:
        """Return the place of a pile."""
        return self.table.index[self.table.key(name, self.seat)]


def amount_function(job: StepContext) -> AmountFunction:
    """Return the function that tells which numbers a line allows."""
    amount, source, target, seat = job.step.amount, job.source, job.target, job.seat
    if amount is None:
        return lambda _world: (1,)
    if amount.mode == "as many":
        return lambda world: (_moved(world, seat),)
    if amount.mode == "all":
        return lambda world: (len(world.piles[source]),)
    number = _number(job)
    if amount.mode == "until":
        return lambda world: (max(number(world) - len(world.piles[target]), 0),)
    if amount.mode == "down to":
        return lambda world: (max(len(world.piles[source]) - number(world), 0),)
    if amount.mode == "up to":
        if shortage_fallbacks(job.step):
            return lambda world: range(number(world) + 1)
        return lambda world: range(min(number(world), len(world.piles[source])) + 1)
    most = amount.most
    if most is not None:
        return lambda world: (number(world), most)
    return lambda world: (number(world),)


def fixed_amount(job: StepContext) -> int | None:
    """Return the one number that a line moves, whatever the world is like; None where that is not so."""
    amount = job.step.amount
    if amount is None:
        return 1
    if amount.mode != "exactly" or amount.most is not None:
        return None
    return constant_amount(job.table, amount.number)


def _moved(world: World, seat: int | None) -> int:
    found = world.moved.get(seat, world.moved.get(None))
    if found is None:
        raise UnknownOutcome("nothing tells how many the line before moved")
    return found


def _number(job: StepContext) -> Callable[[World], int]:
    assert job.step.amount is not None
    asked = job.step.amount.number
    known = constant_amount(job.table, asked)
    if known is not None:
        number: int = known
        return lambda _world: number

    def look(world: World) -> int:
        value = world.values.get(str(asked))
        if not isinstance(value, int):
            raise UnknownOutcome(f"nothing tells how many {asked!r} is")
        return value

    return look


def supply_function(job: StepContext, count: Callable[[World, int], int]) -> SupplyFunction:
    """Return the function that sees to a number; ``count`` tells how many of a pile the line may take.

    What is shuffled in lies below what is left. When nothing helps, nothing has been moved.
    """
    source, here, log = job.source, job.step_at_seat, job.log
    ways: list[int | str] = [
        job.place(way.removeprefix(SHUFFLE_IN)) if way.startswith(SHUFFLE_IN) else way
        for way in shortage_fallbacks(job.step)
    ]

    def see_to(world: World, number: int) -> int:
        there = count(world, source)
        under: list[int] = []
        for way in ways:
            if there >= number:
                break
            if isinstance(way, int):
                under.append(way)
                there += count(world, way)
                continue
            for other in under:
                world.put_under(source, other)
            log.add_tolerated_shortage(here, source, number, there)
            world.ended = world.ended or way == "end"
            return there
        if there < number:
            raise SimulatedShortage(here, source, number, there)
        for other in under:
            world.put_under(source, other)
        return number

    return see_to


def step_by_amount(
    ways: AmountFunction, see_to: SupplyFunction, work: Callable[[World, int, int], int]
) -> StepFunction:
    """Return a line that is done with one of the numbers that it allows: any that can be had.

    ``work`` is told how many there are, and how many are wanted.
    """

    def body(world: World) -> int:
        allowed = ways(world)
        first = int(world.chance.random() * len(allowed)) if len(allowed) > 1 else 0
        try:
            return work(world, see_to(world, allowed[first]), allowed[first])
        except SimulatedShortage as short:
            for number in (*allowed[first + 1 :], *allowed[:first]):
                with suppress(SimulatedShortage):
                    return work(world, see_to(world, number), number)
            raise short from None

    return body

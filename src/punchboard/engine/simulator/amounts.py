"""How many components a step moves in a world, and what it does when there are not enough."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from punchboard.engine.moves.amounts import constant_amount
from punchboard.engine.moves.outcome import Action
from punchboard.engine.moves.queries import SHUFFLE_IN, shortage_fallbacks
from punchboard.engine.simulator.conditions import Test
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.world import SimulatedShortage, StepAtSeat, World
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step

StepFunction = Callable[[World], int]
"""Carries out a step and returns how many components it moved."""

AmountFunction = Callable[[World], Sequence[int]]

SupplyFunction = Callable[[World, int], int]
"""Makes a number of components available, with the fallbacks for a shortage; returns how many there are."""


class StepContext(NamedTuple):
    """A step for a seat, with what its function needs of the game."""

    action: Action
    log: Log
    step_at_seat: StepAtSeat
    possible_classes: Sequence[Collection[int]]
    """The classes that each pile can ever hold."""
    compile_condition: Callable[[str, int | None], Test | bool]

    @property
    def source(self) -> int:
        """The index of the pile that it takes from."""
        return self.table.index[self.action.source]

    @property
    def target(self) -> int:
        """The index of the pile that it moves to."""
        return self.table.index[self.action.target]

    @property
    def table(self) -> Table:
        """The table that the step runs on."""
        return self.action.table

    @property
    def step(self) -> Step:
        """The step."""
        return self.action.step

    @property
    def seat(self) -> int | None:
        """The seat that carries it out."""
        return self.step_at_seat[1]

    def place(self, name: str) -> int:
        """Return the index of a pile."""
        return self.table.index[self.table.key(name, self.seat)]


def amount_function(context: StepContext) -> AmountFunction:  # noqa: PLR0911 - one return for each way of counting
    """Return the function from a world to the numbers that a step allows."""
    amount, source, target, seat = context.step.amount, context.source, context.target, context.seat
    if amount is None:
        return lambda _world: (1,)
    if amount.mode == "as many":
        return lambda world: (_previous_count(world, seat),)
    if amount.mode == "all":
        return lambda world: (len(world.piles[source]),)
    number = _number(context)
    if amount.mode == "until":
        return lambda world: (max(number(world) - len(world.piles[target]), 0),)
    if amount.mode == "down to":
        return lambda world: (max(len(world.piles[source]) - number(world), 0),)
    if amount.mode == "up to":
        if shortage_fallbacks(context.step):
            return lambda world: range(number(world) + 1)
        return lambda world: range(min(number(world), len(world.piles[source])) + 1)
    most = amount.most
    if most is not None:
        return lambda world: (number(world), most)
    return lambda world: (number(world),)


def fixed_amount(context: StepContext) -> int | None:
    """Return the one number that a step moves in every world; None if there is no such number."""
    amount = context.step.amount
    if amount is None:
        return 1
    if amount.mode != "exactly" or amount.most is not None:
        return None
    return constant_amount(context.table, amount.number)


def _previous_count(world: World, seat: int | None) -> int:
    found = world.moved.get(seat, world.moved.get(None))
    if found is None:
        raise UnknownOutcome("the number moved by the step before is not known")
    return found


def _number(context: StepContext) -> Callable[[World], int]:
    assert context.step.amount is not None
    name = context.step.amount.number
    constant = constant_amount(context.table, name)
    if constant is not None:
        number: int = constant
        return lambda _world: number

    def read_value(world: World) -> int:
        value = world.values.get(str(name))
        if not isinstance(value, int):
            raise UnknownOutcome(f"{name!r} has no value at this step")
        return value

    return read_value


def supply_function(context: StepContext, count: Callable[[World, int], int]) -> SupplyFunction:
    """Return the function that makes components available; ``count`` returns how many of a pile the step may take.

    What is shuffled in goes below what is left. When no fallback helps, nothing has moved.
    """
    source, here, log = context.source, context.step_at_seat, context.log
    fallbacks: list[int | str] = [
        context.place(fallback.removeprefix(SHUFFLE_IN)) if fallback.startswith(SHUFFLE_IN) else fallback
        for fallback in shortage_fallbacks(context.step)
    ]

    def supply(world: World, number: int) -> int:
        available = count(world, source)
        under: list[int] = []
        for fallback in fallbacks:
            if available >= number:
                break
            if isinstance(fallback, int):
                under.append(fallback)
                available += count(world, fallback)
                continue
            for other in under:
                world.put_under(source, other)
            log.add_tolerated_shortage(here, source, number, available)
            world.ended = world.ended or fallback == "end"
            return available
        if available < number:
            raise SimulatedShortage(here, source, number, available)
        for other in under:
            world.put_under(source, other)
        return number

    return supply


def step_by_amount(
    amounts: AmountFunction, supply: SupplyFunction, move: Callable[[World, int, int], int]
) -> StepFunction:
    """Return a step that moves one of the numbers that it allows: a random one that is possible.

    ``move`` is given how many components there are, and how many are wanted.
    """

    def carry_out(world: World) -> int:
        allowed = amounts(world)
        first = int(world.chance.random() * len(allowed)) if len(allowed) > 1 else 0
        try:
            return move(world, supply(world, allowed[first]), allowed[first])
        except SimulatedShortage as short:
            for number in (*allowed[first + 1 :], *allowed[:first]):
                with suppress(SimulatedShortage):
                    return move(world, supply(world, number), number)
            raise short from None

    return carry_out

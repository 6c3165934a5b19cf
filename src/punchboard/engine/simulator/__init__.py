"""The simulator: plays set-ups at random to see how often events happen, how large piles get, and which steps fail.

It is written independently of the walker: piles are lists of single components, drawn with a seed, and every choice is
made at random among those that a step allows. It can find a failure; it never proves that there is none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from punchboard.engine.moves.queries import script_queries
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.simulator.log import DrawTally, Log
from punchboard.engine.simulator.step_compiler import StepCompiler
from punchboard.engine.simulator.world import SimulatedShortage, StepAtSeat, World
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.state import PileKey, Value
from punchboard.engine.states.table import Table, game_numbers
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = ["DrawTally", "Simulation", "simulate"]


NO_OP: Final = Step.model_validate({"say": ""})
"""Replaces a step that is never carried out."""


class Simulation(NamedTuple):
    """What a number of random runs of a script has shown."""

    players: int
    variant: str
    runs: int
    seed: int
    draw_tallies: Mapping[StepAtSeat, DrawTally]
    """By step and seat, for steps that may refuse components or draw again."""
    failures: Mapping[StepAtSeat, int]
    """How many runs stopped at a step that a seat could not carry out."""
    witnesses: Mapping[StepAtSeat, Failure]
    """The first failure of each step and seat."""
    sizes: Mapping[PileKey, tuple[int, int]]
    """The least and the most components of each pile, over the runs that reached the end."""


def simulate(
    game: Game, script: Sequence[Step], players: int, variant: str = "", *, runs: int, seed: int = 1
) -> Simulation:
    """Return what ``runs`` random runs of a script show.

    Raises:
        ExpressionError: for expressions that cannot be read.
        UnknownOutcome: for steps that the engine cannot determine.
    """
    numbers = game_numbers(game, variant)
    constants = {**numbers, "numbers": numbers, "players": players, "variant": variant}
    steps = tuple(_without_impossible_steps(inline_sequences(game, script), constants))
    table = Table(game, players, variant, ComponentClasses(game, script_queries(game, steps)), steps)
    log, start = Log(), StartPosition(table)
    chance = Random(seed)  # noqa: S311 - games, not secrets
    run = StepCompiler(table, steps, log, start.piles).compile_script(
        tuple((("setup", number), step) for number, step in enumerate(steps)), None
    )
    failures: dict[StepAtSeat, int] = {}
    witnesses: dict[StepAtSeat, Failure] = {}
    sizes: set[tuple[int, ...]] = set()
    for _ in range(runs):
        world = start.new_world(chance)
        try:
            run(world)
        except SimulatedShortage as short:
            failures[short.step_at_seat] = failures.get(short.step_at_seat, 0) + 1
            if short.step_at_seat not in witnesses:
                witnesses[short.step_at_seat] = failure_witness(table, short, world)
        else:
            sizes.add(tuple(map(len, world.piles)))
    happened = {here: DrawTally(*counts) for here, counts in log.counts.items()}
    ranges = {
        key: (min(each), max(each)) for key, each in zip(table.keys, zip(*sizes, strict=True), strict=bool(sizes))
    }
    return Simulation(players, variant, runs, seed, happened, failures, witnesses, ranges)


class StartPosition:
    """The state in which every game starts."""

    def __init__(self, table: Table) -> None:
        states = list(table.start_states())
        self.piles = [
            [each for segment in pile for each, count in enumerate(segment.counts) for _ in range(count)]
            for pile in states[0].piles
        ]
        self._values: list[dict[str, Value]] = [dict(state.values) for state in states]

    def new_world(self, chance: Random) -> World:
        """Return a world at the start; a seat that no step names is drawn at random."""
        world = World([pile[:] for pile in self.piles], chance)
        world.values = dict(self._values[0] if len(self._values) == 1 else chance.choice(self._values))
        return world


def failure_witness(table: Table, short: SimulatedShortage, world: World) -> Failure:
    """Return a failure with the values that show it."""
    values = tuple(sorted(world.values.items()))
    return Failure(short.step_at_seat[1], table.keys[short.place], short.required, short.available, values)


def _without_impossible_steps(script: Iterable[Step], constants: Mapping[str, Any]) -> Iterator[Step]:
    """Yield the steps without those that are never carried out with these players and this variant."""
    for step in script:
        try:
            is_impossible = step.when is not None and not expression(step.when)(constants)
        except ExpressionError:
            is_impossible = False  # it counts components, or reads a die
        if is_impossible:
            yield NO_OP
        elif step.steps or step.choices:
            choices = tuple(tuple(_without_impossible_steps(option, constants)) for option in step.choices)
            steps = tuple(_without_impossible_steps(step.steps, constants))
            yield step.model_copy(update={"steps": steps, "choices": choices})
        else:
            yield step

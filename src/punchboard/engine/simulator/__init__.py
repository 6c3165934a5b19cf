"""Set-ups played at random: what happens how often, how large piles become, and lines that cannot be carried out.

Written apart from the walk: piles are lists of single components, drawn with a seed, and every choice is made at random
among all that the line allows. It can find a failure; it never proves that there is none.
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
"""What is done instead of a line that is never done."""


class Simulation(NamedTuple):
    """What so many runs of a script at random have shown."""

    players: int
    variant: str
    runs: int
    seed: int
    draw_tallies: Mapping[StepAtSeat, DrawTally]
    """By line and seat, of lines that may refuse components or draw again."""
    failures: Mapping[StepAtSeat, int]
    """How many runs stopped at a line that a seat could not carry out."""
    witnesses: Mapping[StepAtSeat, Failure]
    """The first of these, of each line and seat."""
    sizes: Mapping[PileKey, tuple[int, int]]
    """The least and the most components of each pile, over the runs that came to the end."""


def simulate(
    game: Game, script: Sequence[Step], players: int, variant: str = "", *, runs: int, seed: int = 1
) -> Simulation:
    """Return what so many runs of a script at random show.

    Raises:
        ExpressionError: for expressions that cannot be read.
        Unknown: for lines that cannot be worked out.
    """
    numbers = game_numbers(game, variant)
    known = {**numbers, "numbers": numbers, "players": players, "variant": variant}
    lines = tuple(_done(inline_sequences(game, script), known))
    table = Table(game, players, variant, ComponentClasses(game, script_queries(game, lines)), lines)
    log, start = Log(), StartPosition(table)
    chance = Random(seed)
    run = StepCompiler(table, lines, log, start.piles).compile_script(
        tuple((("setup", number), step) for number, step in enumerate(lines)), None
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
    """How every game begins."""

    def __init__(self, table: Table) -> None:
        states = list(table.start_states())
        self.piles = [
            [each for segment in pile for each, count in enumerate(segment.counts) for _ in range(count)]
            for pile in states[0].piles
        ]
        self._values: list[dict[str, Value]] = [dict(state.values) for state in states]

    def new_world(self, chance: Random) -> World:
        """Return a table at the start; a seat that no line names is any of them."""
        world = World([pile[:] for pile in self.piles], chance)
        world.values = dict(self._values[0] if len(self._values) == 1 else chance.choice(self._values))
        return world


def failure_witness(table: Table, short: SimulatedShortage, world: World) -> Failure:
    """Return a failure with what shows it."""
    values = tuple(sorted(world.values.items()))
    return Failure(short.step_at_seat[1], table.keys[short.place], short.required, short.available, values)


def _done(script: Iterable[Step], known: Mapping[str, Any]) -> Iterator[Step]:
    """Yield lines without what is never done for these players and this variant."""
    for step in script:
        try:
            never = step.when is not None and not expression(step.when)(known)
        except ExpressionError:
            never = False  # it counts, or asks for what is rolled
        if never:
            yield NO_OP
        elif step.steps or step.choices:
            choices = tuple(tuple(_done(option, known)) for option in step.choices)
            steps = tuple(_done(step.steps, known))
            yield step.model_copy(update={"steps": steps, "choices": choices})
        else:
            yield step

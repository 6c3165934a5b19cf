"""Set-ups played at random: what happens how often, how large piles become, and lines that cannot be carried out.

Written apart from the walk: piles are lists of single components, drawn with a seed, and every choice is made at random
among all that the line allows. It can find a failure; it never proves that there is none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from punchboard.engine.moves.questions import questions
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.sequences import inlined
from punchboard.engine.simulator.lines import Maker
from punchboard.engine.simulator.log import Happened, Log
from punchboard.engine.simulator.world import Here, Short, World
from punchboard.engine.states.classes import Classes
from punchboard.engine.states.state import Key, Value
from punchboard.engine.states.table import Table, numbers_of
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = ["Happened", "Simulation", "simulate"]


NOTHING: Final = Step.model_validate({"say": ""})
"""What is done instead of a line that is never done."""


class Simulation(NamedTuple):
    """What so many runs of a script at random have shown."""

    players: int
    variant: str
    runs: int
    seed: int
    happened: Mapping[Here, Happened]
    """By line and seat, of lines that may refuse components or draw again."""
    failures: Mapping[Here, int]
    """How many runs stopped at a line that a seat could not carry out."""
    witnesses: Mapping[Here, Failure]
    """The first of these, of each line and seat."""
    sizes: Mapping[Key, tuple[int, int]]
    """The least and the most components of each pile, over the runs that came to the end."""


def simulate(
    game: Game, script: Sequence[Step], players: int, variant: str = "", *, runs: int, seed: int = 1
) -> Simulation:
    """Return what so many runs of a script at random show.

    Raises:
        ExpressionError: for expressions that cannot be read.
        Unknown: for lines that cannot be worked out.
    """
    numbers = numbers_of(game, variant)
    known = {**numbers, "numbers": numbers, "players": players, "variant": variant}
    lines = tuple(_done(inlined(game, script), known))
    table = Table(game, players, variant, Classes(game, questions(game, lines)), lines)
    log, start = Log(), Start(table)
    chance = Random(seed)  # noqa: S311 - games, not secrets
    run = Maker(table, lines, log, start.piles).script(
        tuple((("setup", number), step) for number, step in enumerate(lines)), None
    )
    failures: dict[Here, int] = {}
    witnesses: dict[Here, Failure] = {}
    sizes: set[tuple[int, ...]] = set()
    for _ in range(runs):
        world = start.world(chance)
        try:
            run(world)
        except Short as short:
            failures[short.here] = failures.get(short.here, 0) + 1
            if short.here not in witnesses:
                witnesses[short.here] = witness(table, short, world)
        else:
            sizes.add(tuple(map(len, world.piles)))
    happened = {here: Happened(*counts) for here, counts in log.counts.items()}
    ranges = {
        key: (min(each), max(each)) for key, each in zip(table.keys, zip(*sizes, strict=True), strict=bool(sizes))
    }
    return Simulation(players, variant, runs, seed, happened, failures, witnesses, ranges)


class Start:
    """How every game begins."""

    def __init__(self, table: Table) -> None:
        states = list(table.start())
        self.piles = [
            [each for segment in pile for each, count in enumerate(segment.counts) for _ in range(count)]
            for pile in states[0].piles
        ]
        self._values: list[dict[str, Value]] = [dict(state.values) for state in states]

    def world(self, chance: Random) -> World:
        """Return a table at the start; a seat that no line names is any of them."""
        world = World([pile[:] for pile in self.piles], chance)
        world.values = dict(self._values[0] if len(self._values) == 1 else chance.choice(self._values))
        return world


def witness(table: Table, short: Short, world: World) -> Failure:
    """Return a failure with what shows it."""
    values = tuple(sorted(world.values.items()))
    return Failure(short.here[1], table.keys[short.place], short.wanted, short.there, values)


def _done(script: Iterable[Step], known: Mapping[str, Any]) -> Iterator[Step]:
    """Yield lines without what is never done for these players and this variant."""
    for step in script:
        try:
            never = step.when is not None and not expression(step.when)(known)
        except ExpressionError:
            never = False  # it counts, or asks for what is rolled
        if never:
            yield NOTHING
        elif step.steps or step.choices:
            choices = tuple(tuple(_done(option, known)) for option in step.choices)
            steps = tuple(_done(step.steps, known))
            yield step.model_copy(update={"steps": steps, "choices": choices})
        else:
            yield step

"""The simulator: plays set-ups at random to see how often events happen, how large piles get, and which steps fail.

It carries out the compiled `Program` that tables in the browser carry out too, piece by piece, with a player who
answers at random. It is independent of the walker. It can find a failure; it never proves that there is none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from punchboard.engine.program.compiler import Scripts, compile_program, path_text
from punchboard.engine.program.machine import Machine, Shortage
from punchboard.engine.program.parts import Sets
from punchboard.engine.program.rounds import RandomPlayer
from punchboard.engine.program.world import Here
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script import StepPath, inline_sequences, nested_steps
from punchboard.engine.states.table import PileKey
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

StepAtSeat = tuple[StepPath, int | None]
"""A step by its path, and the seat that carries it out."""

Moment = tuple[int, int]
"""The round, and the number of the turn in the game."""


class DrawTally(NamedTuple):
    """How often a step was carried out, how often something was refused in it, and how many refusals there were."""

    draws: int
    draws_with_refusal: int
    refusals: int


class Log:
    """Listens to a machine.

    Args:
        scripts: what the machine carries out.
        moment: returns the current round and turn.
        run_out: called for each pile that runs out, with whether it was drawn from.
    """

    def __init__(
        self,
        scripts: Scripts,
        moment: Callable[[], Moment] = lambda: (0, 0),
        run_out: Callable[[int, bool], None] = lambda _place, _draws: None,
    ) -> None:
        self._moment, self._run_out = moment, run_out
        self._paths = {path_text(path): path for script in scripts for path, _ in nested_steps(script)}
        self._draws: dict[Here, list[int]] = {}
        self._may_refuse: set[Here] = set()
        self._tolerated: dict[tuple[Here, int, int, int], Moment] = {}

    def hear(self, event: str, here: Here, *values: Any) -> None:
        """Count an event of the machine."""
        if event == "drawn":
            again, may_refuse = values
            tally = self._draws.setdefault(here, [0, 0, 0])
            tally[0] += 1
            tally[1] += again > 0
            tally[2] += again
            if may_refuse:
                self._may_refuse.add(here)
        elif event == "short":
            key, moment = (here, *values), self._moment()
            self._tolerated[key] = min(moment, self._tolerated.get(key, moment))
        elif event == "run out":
            self._run_out(*values)

    def step_at_seat(self, here: Here) -> StepAtSeat:
        """Return the step that the machine names, with its path as in ``game.yaml``."""
        return self._paths[here.path], here.seat

    @property
    def draw_tallies(self) -> dict[StepAtSeat, DrawTally]:
        """The draws of each step that may refuse components or draw again, for each seat."""
        tallies = ((here, tally) for here, tally in self._draws.items() if here in self._may_refuse)
        return {self.step_at_seat(here): DrawTally(*tally) for here, tally in tallies}

    @property
    def tolerated(self) -> Iterator[tuple[Moment, StepAtSeat, int, int, int]]:
        """The shortages that steps tolerate, by their earliest moment, with the pile, how many it needs and has."""
        for (here, place, wanted, there), moment in sorted(self._tolerated.items(), key=lambda item: item[1]):
            yield moment, self.step_at_seat(here), place, wanted, there


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
    scripts = Scripts(tuple((("setup", number), step) for number, step in enumerate(inline_sequences(game, script))))
    sets, log = Sets(), Log(scripts)
    program = compile_program(game, players, variant, sets, scripts)
    machine = Machine(program, sets.members, seed, RandomPlayer(seed), log.hear)
    failures: dict[StepAtSeat, int] = {}
    witnesses: dict[StepAtSeat, Failure] = {}
    sizes: set[tuple[int, ...]] = set()
    for _ in range(runs):
        machine.restart()
        try:
            machine.run("setup")
        except Shortage as short:
            here = log.step_at_seat(short.here)
            failures[here] = failures.get(here, 0) + 1
            if here not in witnesses:
                values = tuple(sorted(machine.values.items()))
                witnesses[here] = Failure(here[1], program.piles[short.pile], short.required, short.available, values)
        else:
            sizes.add(tuple(map(len, machine.piles)))
    ranges = {
        key: (min(each), max(each)) for key, each in zip(program.piles, zip(*sizes, strict=True), strict=bool(sizes))
    }
    return Simulation(players, variant, runs, seed, log.draw_tallies, failures, witnesses, ranges)

"""The simulator: plays set-ups at random to see how often events happen, how large piles get, and which steps fail.

It carries out the compiled `Program` that tables in the browser carry out too, piece by piece, with a player who
answers at random. It is independent of the walker. It can find a failure; it never proves that there is none.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from punchboard.engine.program.compiler import Scripts, compile_program
from punchboard.engine.program.machine import Machine, Shortage
from punchboard.engine.program.parts import Sets
from punchboard.engine.program.random_player import RandomPlayer
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.simulator.log import DrawTally, Log, StepAtSeat
from punchboard.engine.states.state import PileKey
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = ["DrawTally", "Simulation", "simulate"]


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

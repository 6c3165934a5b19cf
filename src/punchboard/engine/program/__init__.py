"""The program of a game: its scripts compiled for each way to play, for tables and simulated games to carry out.

`compile_game` is the entry point. The prover walks the same scripts; `parts` says what a program is made of.
"""

from dataclasses import dataclass

from punchboard.engine.program.compiler import compile_program
from punchboard.engine.program.parts import Program, Sets
from punchboard.engine.proof import play_configurations
from punchboard.model.game.game import Game


@dataclass(frozen=True, slots=True)
class GameProgram:
    """The programs of a game, one for each way to play, and the sets of components that they name."""

    sets: tuple[tuple[int, ...], ...]
    programs: tuple[Program, ...]
    """Every number of players without a variant, then those of each variant that changes a script."""


def compile_game(game: Game) -> GameProgram:
    """Return the programs of a game.

    Raises:
        ExpressionError: for expressions that cannot be read.
        UnknownOutcome: when it is not known how many piles there are, or what is in them.
    """
    file, sets = game.file, Sets()
    scripts = (*file.setup, *file.turn, *file.round, *(step for steps in file.sequences.values() for step in steps))
    ends = " ".join((*(end.when for end in file.end.values()), file.aim.most if file.aim else ""))
    programs = tuple(
        compile_program(game, players, variant, sets) for players, variant in play_configurations(game, scripts, ends)
    )
    return GameProgram(tuple(sets.members), programs)

"""What is proved of a game: its scripts walked for every number of seats and every variant, once and when asked."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from punchboard.engine.prover.walk import Walk, walk
from punchboard.engine.states.table import all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.model.game.variants import Variant
from punchboard.model.ranges import range_bounds

if TYPE_CHECKING:
    from punchboard.engine.prover.seat_counts import FirstFailing
    from punchboard.engine.simulator import Simulation
    from punchboard.engine.turns import Turns


class PlayConfiguration(NamedTuple):
    """One way to sit down to a game: how many players, and the key of a variant or nothing."""

    players: int
    variant: str = ""


class Proof:
    """What walking a game's scripts says, worked out when it is first asked for.

    Only for games whose expressions can all be read: anything else raises an ExpressionError.
    """

    def __init__(self, game: Game, games: int | None = None) -> None:
        self.game = game
        self._games = games

    @property
    def setup_walks(self) -> tuple[Walk, ...]:
        """The set-up walked for every number of seats, as it stands and in every variant that changes it."""
        return setup_walks(self.game)

    @cached_property
    def seat_count_proof(self) -> "FirstFailing | None":
        """The first number of seats that the set-up fails with, or that none does; None for a game with a limit."""
        low, high = self.game.file.players.bounds
        if high is not None or not self.game.file.setup:
            return None
        from punchboard.engine.prover.seat_counts import prove_seat_counts

        return prove_seat_counts(self.game, self.game.file.setup, low)

    @cached_property
    def turns(self) -> "tuple[Turns, ...]":
        """Turns and rounds up to an end, for every number of seats and every variant that changes any script.

        A game that cannot always be set up has no turns: what they would lack tells nothing new.
        """
        file = self.game.file
        if not (file.turn or file.round):
            return ()
        from punchboard.engine.turns import turns

        scripts = (*file.setup, *file.turn, *file.round, *(step for steps in file.sequences.values() for step in steps))
        asked = " ".join(end.when for end in file.end.values())
        failing = {
            PlayConfiguration(one.players, one.variant)
            for one in self.setup_walks
            if any(line.failures for line in one.results)
        }
        playable = (
            way
            for way in play_configurations(self.game, scripts, asked)
            if not failing & {way, PlayConfiguration(way.players)}
        )
        return tuple(turns(self.game, *way, runs=self._games) for way in playable)

    def simulate_setup(self, runs: int, seed: int = 1) -> "tuple[Simulation, ...]":
        """Return the set-up played at random so many times, in the ways of ``walks``."""
        from punchboard.engine.simulator import simulate

        game = self.game
        return tuple(
            simulate(game, game.file.setup, one.players, one.variant, runs=runs, seed=seed) for one in self.setup_walks
        )


def proof_of(game: Game, games: int | None = None) -> Proof:
    """Return the proof of a game: the same one whenever the same loaded game is asked for.

    Args:
        game: the game.
        games: how many games are played at random where turns are too much to be walked through; a few when None.
    """
    return _proof_of(game, games)


@lru_cache(maxsize=8)
def _proof_of(game: Game, games: int | None) -> Proof:
    return Proof(game, games)


@lru_cache(maxsize=8)
def setup_walks(game: Game) -> tuple[Walk, ...]:
    """Return the set-up of a game walked in all ways to play it."""
    file = game.file
    return tuple(walk(game, file.setup, *way) for way in play_configurations(game, file.setup)) if file.setup else ()


def play_configurations(game: Game, script: Iterable[Step], asked: str = "") -> Iterator[PlayConfiguration]:
    """Yield every number of seats without a variant, then those of each variant that changes a script.

    ``asked`` are further conditions that may ask for the variant.
    """
    lines = tuple(all_steps(script))
    conditions = " ".join((asked, *(text for step in lines for text in (step.when, step.needs) if text is not None)))
    yield from (PlayConfiguration(seats) for seats in game.file.players.seat_counts)
    for variant in game.file.variants:
        if variant.numbers or repr(variant.key) in conditions or f'"{variant.key}"' in conditions:
            yield from (PlayConfiguration(seats, variant.key) for seats in variant_seat_counts(game, variant))


def variant_seat_counts(game: Game, variant: Variant) -> Sequence[int]:
    """Return the numbers of players that a variant is for."""
    if variant.players is None:
        return game.file.players.seat_counts
    low, high = range_bounds(variant.players)
    return tuple(seats for seats in game.file.players.seat_counts if low <= seats and (high is None or seats <= high))

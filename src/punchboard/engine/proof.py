"""The proof of a game: its scripts walked for every number of players and every variant, when first needed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from punchboard.engine.prover.walk import Walk, walk
from punchboard.engine.script import inline_sequences
from punchboard.engine.states.table import BOX, TABLE, PileKey, all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.game_file_parts import Variant
from punchboard.model.game.setup import Step
from punchboard.model.values import range_bounds

if TYPE_CHECKING:
    from punchboard.engine.prover.walk import SeatCountProof
    from punchboard.engine.turns import TurnsResult


class PlayConfiguration(NamedTuple):
    """One way to play a game: the number of players, and the key of a variant or ""."""

    players: int
    variant: str = ""


class Proof:
    """The results of walking a game's scripts, computed when first needed.

    Only for games whose expressions can all be read; otherwise its properties raise an ExpressionError.
    """

    def __init__(self, game: Game, games: int | None = None, seconds: float = 0.0) -> None:
        self.game = game
        self._games, self._seconds = games, seconds

    @property
    def setup_walks(self) -> tuple[Walk, ...]:
        """The set-up walked for every number of players, without a variant and in every variant that changes it."""
        return setup_walks(self.game)

    @cached_property
    def seat_count_proof(self) -> "SeatCountProof | None":
        """The first seat count at which the set-up fails, or that none does; None for a game with a player limit."""
        low, high = self.game.file.players.bounds
        if high is not None or not self.game.file.setup:
            return None
        from punchboard.engine.prover.walk import prove_seat_counts  # noqa: PLC0415 - few games are open to any number

        return prove_seat_counts(self.game, self.game.file.setup, low)

    @cached_property
    def turns(self) -> "tuple[TurnsResult, ...]":
        """Turns and rounds up to an end, for every number of players and every variant that changes any script.

        Ways to play in which the set-up can fail are left out.
        """
        file = self.game.file
        if not (file.turn or file.round):
            return ()
        from punchboard.engine.turns import play_turns  # noqa: PLC0415 - a table of the set-up needs no turns

        scripts = (*file.setup, *file.turn, *file.round, *(step for steps in file.sequences.values() for step in steps))
        end_conditions = " ".join(end.when for end in file.end.values())
        failing = {
            PlayConfiguration(walked.players, walked.variant)
            for walked in self.setup_walks
            if any(line.failures for line in walked.results)
        }
        playable = [
            configuration
            for configuration in play_configurations(self.game, scripts, end_conditions)
            if not failing & {configuration, PlayConfiguration(configuration.players)}
        ]
        seconds = self._seconds / max(len(playable), 1)
        return tuple(
            play_turns(self.game, *configuration, runs=self._games, seconds=seconds) for configuration in playable
        )


def proof_of(game: Game, games: int | None = None, seconds: float = 0.0) -> Proof:
    """Return the proof of a game; the same game has the same proof.

    Args:
        game: the game.
        games: how many games to play at random where turns have too many states to walk; a few when None.
        seconds: for how long to play in all ways together when no number of games is given; a few games if 0.
    """
    return _proof_of(game, games, seconds)


@lru_cache(maxsize=8)
def _proof_of(game: Game, games: int | None, seconds: float) -> Proof:
    return Proof(game, games, seconds)


@lru_cache(maxsize=8)
def setup_walks(game: Game) -> tuple[Walk, ...]:
    """Return the set-up of a game walked in every way to play it."""
    file = game.file
    return (
        tuple(
            walk(game, file.setup, *configuration)
            for configuration in play_configurations(game, inline_sequences(game, file.setup))
        )
        if file.setup
        else ()
    )


def play_configurations(game: Game, script: Iterable[Step], extra_conditions: str = "") -> Iterator[PlayConfiguration]:
    """Yield every number of players without a variant, then those of each variant that changes a script.

    ``extra_conditions`` are further conditions that may depend on the variant.
    """
    steps = tuple(all_steps(script))
    conditions = " ".join(
        (extra_conditions, *(text for step in steps for text in (step.when, step.needs) if text is not None))
    )
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


SizeRange = tuple[int, int] | None
"""The least and the most components of a pile; None when not known. They are bounds if not every state was walked."""


class HasPileSizes(Protocol):
    """The end of a walk."""

    @property
    def sizes(self) -> Mapping[PileKey, tuple[int, int]]:
        """How many components each pile can hold; empty when not known."""


class SetupEnd(NamedTuple):
    """The end of a set-up: the number of players, the variant, and what each pile can hold."""

    players: int
    variant: str
    sizes: Mapping[PileKey, tuple[int, int]]


def setup_ends(game: Game) -> tuple[SetupEnd, ...]:
    """Return what the set-up of a game leaves in each pile, in every way to play it.

    Raises:
        ExpressionError: for conditions of the set-up that cannot be read.
    """
    return tuple(SetupEnd(walk.players, walk.variant, walk.sizes) for walk in setup_walks(game))


class Leftover(NamedTuple):
    """A pile, or the same pile of each seat, and its size at the end of each walk."""

    pile: str
    is_per_seat: bool
    """Whether every seat has one: the sizes then hold for any of them."""
    sizes: tuple[SizeRange, ...]


def leftovers(walks: Sequence[HasPileSizes], *, with_empty: bool = False) -> tuple[Leftover, ...]:
    """Return the piles that can hold something at the end of some walk, in the order of the table.

    Args:
        walks: the walks.
        with_empty: whether piles of the game that are always empty then are among them.
    """
    keys = dict.fromkeys(key for walk in walks for key in walk.sizes)
    rows = [
        Leftover(pile, is_per_seat, tuple(_size(walk, pile, is_per_seat=is_per_seat) for walk in walks))
        for pile, is_per_seat in _piles(keys)
    ]
    places = {BOX, TABLE} if with_empty else {row.pile for row in rows}
    return tuple(row for row in rows if row.pile not in places or any(size != (0, 0) for size in row.sizes))


def _piles(keys: dict[PileKey, None]) -> Iterator[tuple[str, bool]]:
    yield from dict.fromkeys((pile, seat is not None) for pile, seat in keys)


def _size(walk: HasPileSizes, pile: str, *, is_per_seat: bool) -> SizeRange:
    if not walk.sizes:
        return None
    sizes = [size for (name, seat), size in walk.sizes.items() if name == pile and (seat is not None) is is_per_seat]
    return (min(low for low, _ in sizes), max(high for _, high in sizes)) if sizes else (0, 0)

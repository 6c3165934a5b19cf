"""What each pile holds at the end of a script: a row for each pile, a column for each walk."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from punchboard.engine.proof import setup_walks
from punchboard.engine.states.table import BOX, TABLE, PileKey
from punchboard.model.game.game import Game

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

"""What lies in each pile once a script is over: a row for each pile, a column for each walk."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from punchboard.engine.proof import setup_walks
from punchboard.engine.states.table import PileKey
from punchboard.model.game.game import Game

SizeRange = tuple[int, int] | None
"""The least and the most components of a pile, bounds where not every state was walked; None where nothing is known."""


class HasPileSizes(Protocol):
    """The end of a walk."""

    @property
    def sizes(self) -> Mapping[PileKey, tuple[int, int]]:
        """How many components can lie in each pile; nothing where nothing is known."""


class SetupEnd(NamedTuple):
    """The end of a set-up: for how many seats and in which variant, and what can lie in each pile."""

    players: int
    variant: str
    sizes: Mapping[PileKey, tuple[int, int]]


def setup_ends(game: Game) -> tuple[SetupEnd, ...]:
    """Return what the set-up of a game leaves, in all ways to play it.

    Raises:
        ExpressionError: for conditions of the set-up that cannot be read.
    """
    return tuple(SetupEnd(one.players, one.variant, one.sizes) for one in setup_walks(game))


class Leftover(NamedTuple):
    """A pile, or that of each seat, and its size at the end of each walk."""

    pile: str
    is_per_seat: bool
    """Whether every seat has one: the sizes are those of any of them."""
    sizes: tuple[SizeRange, ...]


def leftovers(walks: Sequence[HasPileSizes]) -> tuple[Leftover, ...]:
    """Return the piles in which something can lie at the end of some walk, in the order of the table."""
    keys = dict.fromkeys(key for one in walks for key in one.sizes)
    rows = (Leftover(pile, own, tuple(_size(one, pile, own=own) for one in walks)) for pile, own in _piles(keys))
    return tuple(row for row in rows if any(size != (0, 0) for size in row.sizes))


def _piles(keys: dict[PileKey, None]) -> Iterator[tuple[str, bool]]:
    yield from dict.fromkeys((pile, seat is not None) for pile, seat in keys)


def _size(one: HasPileSizes, pile: str, *, own: bool) -> SizeRange:
    if not one.sizes:
        return None
    sizes = [size for (name, seat), size in one.sizes.items() if name == pile and (seat is not None) is own]
    return (min(low for low, _ in sizes), max(high for _, high in sizes)) if sizes else (0, 0)

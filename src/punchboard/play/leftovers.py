"""What lies in each pile once a script is over: a row for each pile, a column for each walk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.play.table import Key
from punchboard.play.walk import Walk

Size = tuple[int, int] | None
"""The least and the most components of a pile, bounds where not every state was walked; None where nothing is known."""


class Leftover(NamedTuple):
    """A pile, or that of each seat, and its size at the end of each walk."""

    pile: str
    own: bool
    """Whether every seat has one: the sizes are those of any of them."""
    sizes: tuple[Size, ...]


def leftovers(walks: Sequence[Walk]) -> tuple[Leftover, ...]:
    """Return the piles in which something can lie at the end of some walk, in the order of the table."""
    keys = dict.fromkeys(key for one in walks for key in one.sizes)
    rows = (Leftover(pile, own, tuple(_size(one, pile, own=own) for one in walks)) for pile, own in _piles(keys))
    return tuple(row for row in rows if any(size != (0, 0) for size in row.sizes))


def _piles(keys: dict[Key, None]) -> Iterator[tuple[str, bool]]:
    yield from dict.fromkeys((pile, seat is not None) for pile, seat in keys)


def _size(one: Walk, pile: str, *, own: bool) -> Size:
    if not one.sizes:
        return None
    sizes = [size for (name, seat), size in one.sizes.items() if name == pile and (seat is not None) is own]
    return (min(low for low, _ in sizes), max(high for _, high in sizes)) if sizes else (0, 0)

"""Worlds, the possible arrangements of a table: piles of blocks, shuffles as permutations, and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import factorial
from typing import NamedTuple

Key = tuple[str, int | None]
Rows = tuple[str, ...]
Block = tuple[bool, Rows]
Pick = tuple[int, str]
"""A block of a pile, and the row that is picked from it."""

Lie = tuple[Block, ...]
"""The blocks of a pile, from top to bottom."""

LEFT = "left to take"
"""The value that says that a pile is to be shuffled before a step continues."""


class World(NamedTuple):
    """One possible arrangement of all piles, with the values of dice, names, and moved counts."""

    piles: tuple[Lie, ...]
    values: tuple[tuple[str, int | str], ...] = ()


Belief = Mapping[World, Fraction]
Ways = Iterable[tuple[World, Fraction]]


class Option(NamedTuple):
    """One thing that can be done: the resulting worlds, and the chance and mean number of refusals.

    ``then`` continues with what ``ways`` left to do: a pile that is to be shuffled need not remember its order.
    """

    ways: Callable[[World], Ways]
    then: Callable[[World], Ways] | None = None
    odds: Callable[[World], tuple[Fraction, Fraction]] | None = None
    enters: int | None = None
    """The group of steps that the option enters."""


class Short(Exception):  # noqa: N818 - a shortage, not an error
    """A step cannot be carried out."""


def stay() -> Option:
    return Option(lambda world: [(world, Fraction(1))])


def rows_of(lie: Lie) -> Rows:
    return tuple(row for _, rows in lie for row in rows)


def lie_of(*blocks: Block) -> Lie:
    """Return a pile without empty blocks; one component has only one order."""
    return tuple((mixed or len(set(rows)) == 1, rows) for mixed, rows in blocks if rows)


def with_pile(world: World, key: int, lie: Lie) -> World:
    return world._replace(piles=(*world.piles[:key], lie, *world.piles[key + 1 :]))


def upon(world: World, key: int, block: Block) -> World:
    return with_pile(world, key, lie_of(block, *world.piles[key]))


def with_value(world: World, name: str, value: int | str) -> World:
    return world._replace(values=tuple(sorted({**dict(world.values), name: value}.items())))


def without(world: World, name: str) -> World:
    return world._replace(values=tuple(each for each in world.values if each[0] != name))


def to_shuffle(world: World, key: int, left: int) -> World:
    """Return the world with a pile to be shuffled before ``left`` more are taken; its order is dropped."""
    return with_value(gathered(world, [key], key), LEFT, left)


def gathered(world: World, keys: Sequence[int], to: int) -> World:
    """Return the world with some piles combined into one, about to be shuffled."""
    rows = rows_of(tuple(block for key in dict.fromkeys((*keys, to)) for block in world.piles[key]))
    for key in keys:
        world = with_pile(world, key, ())
    return with_pile(world, to, lie_of((True, tuple(sorted(rows)))))


def shuffled(world: World, key: int) -> Ways:
    """Yield every order of a pile."""
    for order, chance in permuted(rows_of(world.piles[key])):
        yield with_pile(world, key, lie_of((True, order))), chance


def permuted(rows: Rows) -> Sequence[tuple[Rows, Fraction]]:
    return _orders_of(tuple(sorted(rows)))


@cache
def _orders_of(rows: Rows) -> tuple[tuple[Rows, Fraction], ...]:
    """Return every order of rows with its chance; every permutation of the physical copies counts once."""
    counts = Counter(permutations(rows))
    return tuple((order, Fraction(count, factorial(len(rows)))) for order, count in counts.items())


def orders_to_fix(lie: Lie) -> Iterator[tuple[Rows, ...]]:
    """Yield every way to fix the open blocks of a pile."""
    yield from product(*(sorted(set(permutations(rows))) for mixed, rows in lie if not mixed))


def ordered(lie: Lie, order: tuple[Rows, ...]) -> Lie:
    fixed = iter(order)
    return tuple((True, rows if mixed else next(fixed)) for mixed, rows in lie)


def cut(lie: Lie, was: Lie, number: int) -> tuple[list[Block], Lie]:
    """Return the top of a pile and its rest; blocks that were open are open again."""
    drawn, rest = [], []
    for (_, rows), (mixed, _) in zip(lie, was, strict=True):
        drawn.append((mixed, rows[:number]))
        rest.append((mixed, rows[number:]))
        number = max(0, number - len(rows))
    return drawn, lie_of(*rest)

"""Draws: one component after another from the top of a pile in a given order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product, takewhile
from math import prod
from typing import TYPE_CHECKING

from .world import (
    LEFT,
    Lie,
    Option,
    Rows,
    Short,
    Ways,
    World,
    cut,
    lie_of,
    ordered,
    permuted,
    rows_of,
    shuffled,
    to_shuffle,
    upon,
    with_pile,
    with_value,
    without,
)

if TYPE_CHECKING:
    from .lines import Line


class Plain:
    """A draw of a number of components in one order of the open blocks, after piles were shuffled in below."""

    def __init__(
        self, line: Line, number: int, seat: int | None, order: tuple[Rows, ...], under: Sequence[int]
    ) -> None:
        self.line, self.step, self.table = line, line.step, line.table
        self.number, self.seat, self.order, self.under = number, seat, order, under
        self.source, self.target = line.source(seat), line.target(seat)
        self.to_the_end = False  # whether more are wanted than there are; then all are turned up

    def option(self, world: World) -> Option:
        """Return the draw as an option; the world shows what is visible."""
        return Option(self.ways)

    def ways(self, world: World) -> Ways:
        """Draw."""
        for start, was, chance in self.begun(world):
            yield self.noted(self.drawn(start, was)), chance

    def begun(self, world: World) -> Iterator[tuple[World, Lie, Fraction]]:
        """Yield the world as the draw starts, and the pile with its open blocks."""
        top = world.piles[self.source]
        for orders in product(*(permuted(rows_of(world.piles[other])) for other in self.under)):
            below = tuple((True, rows) for rows, _ in orders)
            start = world
            for other in self.under:
                start = with_pile(start, other, ())
            start = with_pile(start, self.source, (*ordered(top, self.order), *below))
            yield start, (*top, *below), prod((chance for _, chance in orders), start=Fraction(1))

    def drawn(self, world: World, was: Lie) -> World:
        """Take from the top. The rest of a block without a fixed order has no fixed order either."""
        drawn, rest = cut(world.piles[self.source], was, self.number)
        blocks = [block for block in drawn if block[1]]
        one = blocks[0] if len(blocks) == 1 else (False, rows_of(tuple(blocks)))
        return upon(with_pile(world, self.source, rest), self.target, one)

    def noted(self, world: World) -> World:
        """Store how many were drawn."""
        entries = self.line.entries()
        if self.step.amount is None:
            return world
        return with_value(world, f"now {self.seat}", self.number * (len(entries) if self.step.each else 1))


class FilteredDraw(Plain):
    """A draw that accepts some components: they are turned up one by one, and everyone sees them."""

    def option(self, world: World) -> Option:
        """Return the draw as an option with its odds."""
        return Option(self.ways, self.after, None if self.step.each else self.odds)

    def drawn(self, world: World, was: Lie) -> World:
        """Turn up until there are enough; what follows a shuffle is left for `after`."""
        pile, otherwise = rows_of(world.piles[self.source]), self.step.otherwise
        if otherwise == "shuffle back":
            taken = tuple(takewhile(self.good(pile).__contains__, pile[: self.number]))
            world = self.taken(world, taken, len(taken), was)
            left = self.number - len(taken)
            return to_shuffle(world, self.source, left) if left else world
        taken, refused = self.turned_up(pile)
        world = self.taken(world, taken, len(taken) + len(refused), was)
        if otherwise not in (None, "set aside"):
            return self.put_away(world, refused)
        return to_shuffle(upon(world, self.source, (True, refused)), self.source, 0) if refused else world

    def after(self, world: World) -> Ways:
        """Shuffle what is to be shuffled, and take what is left to take."""
        left = dict(world.values).get(LEFT)
        if not isinstance(left, int):
            yield world, Fraction(1)
            return
        world = without(world, LEFT)
        if self.step.otherwise != "shuffle back":
            yield from shuffled(world, self.source)
            return
        pile = tuple(sorted(rows_of(world.piles[self.source])))
        for (taken, rest), chance in _at_once_shuffled(pile, left, self.good(pile)).items():
            yield upon(with_pile(world, self.source, lie_of((True, rest))), self.target, (False, taken)), chance

    def odds(self, world: World) -> tuple[Fraction, Fraction]:
        """Return the chance that something is refused, and the mean number."""
        some = mean = Fraction(0)
        for start, _, chance in self.begun(world):
            pile = rows_of(start.piles[self.source])
            good = self.good(pile)
            some += chance * any(row not in good for row in (pile if self.to_the_end else pile[: self.number]))
            if self.step.otherwise == "shuffle back":
                mean += chance * _refusals_at_once(pile, self.number, good)
            else:
                mean += chance * len(self.turned_up(pile)[1])
        return some, mean

    def taken(self, world: World, taken: Rows, turned: int, was: Lie) -> World:
        """Return the world after the turned-up components left the pile and the accepted ones moved to the target."""
        rest = cut(world.piles[self.source], was, turned)[1]
        return upon(with_pile(world, self.source, rest), self.target, (False, taken))

    def put_away(self, world: World, refused: Rows) -> World:
        """Put refused components where the step says."""
        otherwise = self.step.otherwise
        where = otherwise if isinstance(otherwise, tuple) else ({"to": "discard pile"},)
        for row in refused:
            component = self.table.rows[row]
            fits = (each for each in where if "of" not in each or self.table.selected(each["of"])(component))
            world = upon(world, self.table.key(next(fits)["to"], self.seat), (False, (row,)))
        return world

    def good(self, rows: Iterable[str]) -> frozenset[str]:
        """Return the rows that are accepted."""
        return frozenset(row for row in rows if self.line.fits(row))

    def turned_up(self, pile: Rows) -> tuple[Rows, Rows]:
        """Return the accepted and refused rows until there are enough, in total or of each entry."""
        each, taken, refused = self.step.each, list[str](), list[str]()
        had: Counter[object] = Counter()
        for row in pile:
            if not self.to_the_end and len(taken) == self.number * (len(self.line.entries()) if each else 1):
                break
            group = self.line.value(row, each) if each else ""
            fits = self.line.fits(row) and had[group] < self.number
            had[group] += fits
            (taken if fits else refused).append(row)
        return tuple(taken), tuple(refused)


class Mulligan(Plain):
    """A draw that is shuffled back and repeated until it meets ``needs``."""

    def option(self, world: World) -> Option:
        """Return the draw as an option.

        Raises:
            Short: when no draw meets ``needs``.
        """
        good = sum(self.again(world).values(), Fraction(0))
        if not good:
            raise Short

        def odds(world: World) -> tuple[Fraction, Fraction]:
            return (Fraction(0), Fraction(0)) if self.first(world)[1] else (Fraction(1), 1 / good)

        return Option(self.ways, self.after, odds)

    def ways(self, world: World) -> Ways:
        """Draw once; if the draw does not meet ``needs``, leave the rest for `after`."""
        drawn, fine = self.first(world)
        yield drawn if fine else to_shuffle(world, self.source, 0), Fraction(1)

    def after(self, world: World) -> Ways:
        """Draw repeatedly: a random draw, given that it meets ``needs``."""
        if LEFT not in dict(world.values):
            yield world, Fraction(1)
            return
        good = self.again(without(world, LEFT))
        whole = sum(good.values(), Fraction(0))
        for end, chance in good.items():
            yield end, chance / whole

    def first(self, world: World) -> tuple[World, bool]:
        """Return the world after the first draw, and whether it meets ``needs``."""
        ((start, was, _),) = self.begun(world)
        return self.once(start, was)

    def once(self, world: World, was: Lie) -> tuple[World, bool]:
        """Return the world after a draw, and whether it meets ``needs``."""
        drawn = self.noted(self.drawn(world, was))
        return drawn, self.table.holds(self.step.needs or "", drawn, self.seat)

    def again(self, world: World) -> dict[World, Fraction]:
        """Return the draws after a shuffle that meet ``needs``."""
        good: dict[World, Fraction] = {}
        for start, chance in shuffled(world, self.source):
            drawn, fine = self.once(start, start.piles[self.source])
            if fine:
                good[drawn] = good.get(drawn, Fraction(0)) + chance
        return good


@cache
def _at_once(pile: Rows, number: int, good: frozenset[str]) -> Mapping[tuple[Rows, Rows], Fraction]:
    """Return what is taken and the order of the rest when each refused component is shuffled back at once."""
    if not number:
        return {((), pile): Fraction(1)}
    if pile[0] in good:
        rest = _at_once(pile[1:], number - 1, good)
        return {((pile[0], *taken), left): chance for (taken, left), chance in rest.items()}
    return _at_once_shuffled(tuple(sorted(pile)), number, good)


@cache
def _at_once_shuffled(rows: Rows, number: int, good: frozenset[str]) -> Mapping[tuple[Rows, Rows], Fraction]:
    """Return the same after a shuffle: ``X = sum over fitting tops + (chance of no fitting top) * X``."""
    found: dict[tuple[Rows, Rows], Fraction] = {}
    back = Fraction(0)
    for order, chance in permuted(rows):
        if order[0] not in good:
            back += chance
            continue
        for end, likely in _at_once(order, number, good).items():
            found[end] = found.get(end, Fraction(0)) + chance * likely
    return {end: chance / (1 - back) for end, chance in found.items()}


@cache
def _refusals_at_once(pile: Rows, number: int, good: frozenset[str]) -> Fraction:
    """Return the mean number of refusals from a pile in this order."""
    if not number:
        return Fraction(0)
    if pile[0] in good:
        return _refusals_at_once(pile[1:], number - 1, good)
    return 1 + _refusals_at_once_shuffled(tuple(sorted(pile)), number, good)


@cache
def _refusals_at_once_shuffled(rows: Rows, number: int, good: frozenset[str]) -> Fraction:
    """Return the same after a shuffle: ``E = sum over fitting tops + (chance of no fitting top) * (1 + E)``."""
    mean = back = Fraction(0)
    for order, chance in permuted(rows):
        if order[0] not in good:
            back += chance
        else:
            mean += chance * _refusals_at_once(order, number, good)
    return (mean + back) / (1 - back)

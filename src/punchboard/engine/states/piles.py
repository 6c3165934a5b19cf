"""Piles as counts of classes of components, from top to bottom, in random order or not, and their bounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from operator import add, sub
from typing import Any, Final, NamedTuple

from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import parse_selection

Counts = tuple[int, ...]
"""The number of components of each class."""


class ComponentQuery(NamedTuple):
    """Something that a script asks of a component.

    ``select`` asks for a selection, ``where`` for certain values of fields. ``taken`` asks if a step may take the
    component, and for the values of the fields that the step compares.
    """

    query_type: str
    text: str
    arguments: tuple[tuple[str, Any], ...] = ()


def selection_query(text: str) -> ComponentQuery:
    """Return the query whether a component belongs to a selection: a kind, a group or an expression."""
    return ComponentQuery("select", text)


def fields_query(fields: Mapping[str, Any]) -> ComponentQuery:
    """Return the query whether a component has these values, as in ``count('hand', kind='devotee')``."""
    return ComponentQuery("where", "", tuple(sorted(fields.items())))


def take_query(selections: Iterable[str], fields: Iterable[str]) -> ComponentQuery:
    """Return the query whether a component is in all these selections and, if so, for the values of these fields."""
    return ComponentQuery("taken", "", (("of", tuple(selections)), ("fields", tuple(fields))))


def query_function(game: Game, query: ComponentQuery) -> Callable[[Component], Any]:
    """Return the function from a component to the result of a query.

    Raises:
        ExpressionError: for a selection that cannot be read.
    """
    if query.query_type == "select":
        return parse_selection(game, query.text)
    if query.query_type == "taken":
        (_, texts), (_, fields) = query.arguments
        fits_all = [parse_selection(game, text) for text in texts]
        return lambda component: (
            tuple(component.source_values.get(name) for name in fields)
            if all(is_selected(component) for is_selected in fits_all)
            else None
        )
    return lambda component: all(component.source_values.get(name) == value for name, value in query.arguments)


@lru_cache(maxsize=8)  # few: each saved change of a watched game is a new game
def _results_cache(game: Game) -> dict[ComponentQuery, tuple[Any, ...]]:
    """Return the dictionary of results for a game's components, filled as queries are made."""
    del game
    return {}


def _component_results(game: Game, query: ComponentQuery) -> tuple[Any, ...]:
    """Return the result of a query for each component of a game."""
    cached = _results_cache(game)
    results = cached.get(query)
    if results is None:
        results = cached[query] = tuple(map(query_function(game, query), game.components))
    return results


class ComponentClasses:
    """The components of a game in classes, by all the queries of a script; or each in a class of its own."""

    def __init__(self, game: Game, queries: Iterable[ComponentQuery], *, each_is_its_own: bool = False) -> None:
        self.queries = tuple(dict.fromkeys(queries))
        self._apart_from: dict[str, tuple[tuple[Any, Any], ...]] = {}
        component_results = [_component_results(game, query) for query in self.queries]
        self._class_of: dict[str, int] = {}
        self._class_results: list[tuple[Any, ...]] = []
        numbers: dict[tuple[Any, ...], int] = {}
        for place, component in enumerate(game.components):
            results = tuple(results_of_query[place] for results_of_query in component_results)
            group = (place,) if each_is_its_own else results
            if group not in numbers:
                numbers[group] = len(numbers)
                self._class_results.append(results)
            self._class_of[component.id] = numbers[group]
        self._of_query = {
            query: tuple(results_of_query[place] for results_of_query in self._class_results)
            for place, query in enumerate(self.queries)
        }

    def __len__(self) -> int:
        """Return the number of classes."""
        return len(self._class_results)

    def counts(self, components: Iterable[Component]) -> Counts:
        """Return how many of some components are in each class; every copy counts."""
        counts = [0] * len(self)
        for component in components:
            counts[self._class_of[component.id]] += component.copies
        return tuple(counts)

    def results(self, query: ComponentQuery) -> tuple[Any, ...]:
        """Return the result of a query for each class."""
        return self._of_query[query]

    def apart_from(self, field: str) -> tuple[tuple[Any, Any], ...]:
        """Return each class's value of a field that steps compare, and its other results.

        Values are None in classes that no such step may take. Classes with the same other results are told apart by
        that value alone.
        """
        if field not in self._apart_from:
            self._apart_from[field] = tuple(self._value_and_rest(field, results) for results in self._class_results)
        return self._apart_from[field]

    def _value_and_rest(self, field: str, results: tuple[Any, ...]) -> tuple[Any, Any]:
        value, rest = None, []
        for query, result in zip(self.queries, results, strict=True):
            compared = query.arguments[1][1] if query.query_type == "taken" and result is not None else ()
            for name, field_value in zip(compared, result if compared else (), strict=True):
                value = field_value if name == field else value
                rest.append(None if name == field else field_value)
            rest.append(result if not compared else True)
        return value, tuple(rest)

    def groups(self, queries: Iterable[ComponentQuery]) -> Counts:
        """Return a group number for each class: classes share a group when these queries give the same results."""
        numbers: dict[tuple[Any, ...], int] = {}
        if not self._class_results:
            return ()
        each = zip(*(self._of_query[query] for query in queries), strict=True) if (queries := tuple(queries)) else None
        results = each or (() for _ in self._class_results)
        return tuple(numbers.setdefault(result, len(numbers)) for result in results)


class Segment(NamedTuple):
    """A run of components in a pile; ``is_shuffled`` when every order of them is equally likely."""

    counts: Counts
    is_shuffled: bool

    @property
    def size(self) -> int:
        """The number of components."""
        return sum(self.counts)

    @property
    def is_uniform(self) -> bool:
        """Whether all components are of one class, so that their order does not matter."""
        return sum(count > 0 for count in self.counts) <= 1


Pile = tuple[Segment, ...]
"""Segments from top to bottom; none is empty."""


class Removal(NamedTuple):
    """One way to remove components from a pile; ``chance`` is None when a player chooses."""

    counts: Counts
    rest: Pile
    chance: Fraction | None
    is_shuffled: bool = False
    """Whether the removed components are in random order."""


def pile_size(pile: Pile) -> int:
    """Return the number of components in a pile."""
    return sum(segment.size for segment in pile)


def pile_counts(pile: Pile, classes: int) -> Counts:
    """Return how many components of each class a pile has."""
    counts = (0,) * classes
    for segment in pile:
        counts = add_counts(counts, segment.counts)
    return counts


def pile_of(counts: Counts, *, mixed: bool = False) -> Pile:
    """Return a pile of one segment; an empty pile has none."""
    return (Segment(counts, mixed),) if any(counts) else ()


def add_counts(first: Counts, second: Counts) -> Counts:
    """Return the sum of two counts."""
    return tuple(map(add, first, second))


def subtract_counts(first: Counts, second: Counts) -> Counts:
    """Return the difference of two counts."""
    return tuple(map(sub, first, second))


def sub_counts(counts: Counts, number: int) -> Iterator[Counts]:
    """Yield every way to take ``number`` components out of these counts."""
    if number == 0:
        yield (0,) * len(counts)
        return
    if len(counts) == 0:
        return
    rest = sum(counts[1:])
    for here in range(max(0, number - rest), min(counts[0], number) + 1):
        for below in sub_counts(counts[1:], number - here):
            yield (here, *below)


def random_draws(counts: Counts, number: int) -> Iterator[tuple[Counts, Fraction]]:
    """Yield every possible draw of ``number`` components with its chance (multivariate hypergeometric)."""
    ways = comb(sum(counts), number)
    for taken in sub_counts(counts, number):
        yield taken, Fraction(prod(map(comb, counts, taken)), ways)


def top_removals(pile: Pile, number: int) -> Iterator[Removal]:
    """Yield every way in which the top ``number`` components can turn out; the pile must hold that many."""
    if number == 0:
        yield Removal((0,) * (len(pile[0].counts) if pile else 0), pile, Fraction(1))
        return
    top, below = pile[0], pile[1:]
    if top.size <= number:
        if top.size == number:
            yield Removal(top.counts, below, Fraction(1), top.is_shuffled)
            return
        for further in top_removals(below, number - top.size):
            yield further._replace(counts=add_counts(top.counts, further.counts), is_shuffled=False)
        return
    for counts, chance in random_draws(top.counts, number):
        rest = Segment(subtract_counts(top.counts, counts), top.is_shuffled)
        yield Removal(counts, (rest, *below), chance if top.is_shuffled or top.is_uniform else None, top.is_shuffled)


def pick_removals(pile: Pile, allowed: Sequence[bool], number: int) -> Iterator[Removal]:
    """Yield every choice of ``number`` components of the allowed classes, anywhere in the pile.

    Picking means looking: the order of what stays is known afterwards, no longer random.
    """
    if number == 0:
        yield Removal((0,) * len(allowed), pile, Fraction(1))
        return
    ways = list(_segment_picks(pile, allowed, number))
    for taken, rest in ways:
        yield Removal(taken, rest, Fraction(1) if len(ways) == 1 else None)


def _segment_picks(pile: Pile, allowed: Sequence[bool], number: int) -> Iterator[tuple[Counts, Pile]]:
    """Yield each choice from the segments of a pile, and what stays."""
    if not pile:
        if number == 0:
            yield (0,) * len(allowed), ()
        return
    top, below = pile[0], pile[1:]
    available = tuple(count if is_allowed else 0 for count, is_allowed in zip(top.counts, allowed, strict=True))
    for here in range(min(number, sum(available)) + 1):
        for further, rest in _segment_picks(below, allowed, number - here):
            for taken in sub_counts(available, here):
                yield add_counts(taken, further), (*pile_of(subtract_counts(top.counts, taken)), *rest)


class Interval(NamedTuple):
    """A number between two bounds."""

    least: int
    most: int

    def plus(self, other: "Interval") -> "Interval":
        """Return the bounds of the sum."""
        return Interval(self.least + other.least, self.most + other.most)

    def minus(self, other: "Interval") -> "Interval":
        """Return the bounds of the difference, which is never negative."""
        return Interval(max(0, self.least - other.most), max(0, self.most - other.least))

    def union(self, other: "Interval") -> "Interval":
        """Return the bounds of a number that is in either interval."""
        return Interval(min(self.least, other.least), max(self.most, other.most))


ZERO: Final = Interval(0, 0)


class PileBounds(NamedTuple):
    """Bounds of a pile's size, and of its count of each class."""

    size: Interval
    counts: tuple[Interval, ...]

    def plus(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of two piles put together."""
        return PileBounds(self.size.plus(other.size), _combine_counts(Interval.plus, self, other)).tighten()

    def minus(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of a pile after some components are removed."""
        return PileBounds(self.size.minus(other.size), _combine_counts(Interval.minus, self, other)).tighten()

    def union(self, other: "PileBounds") -> "PileBounds":
        """Return the bounds of a pile that is one or the other."""
        return PileBounds(self.size.union(other.size), _combine_counts(Interval.union, self, other))

    def tighten(self) -> "PileBounds":
        """Return the same bounds, made as narrow as the size and the class counts allow together."""
        least, most = sum(count.least for count in self.counts), sum(count.most for count in self.counts)
        size = Interval(max(self.size.least, least), min(self.size.most, most))
        class_bounds = tuple(
            Interval(
                max(count.least, size.least - (most - count.most)), min(count.most, size.most - (least - count.least))
            )
            for count in self.counts
        )
        return PileBounds(size, class_bounds)

    def size_of(self, fits: Sequence[bool]) -> Interval:
        """Return how many components of these classes there are."""
        included = [count for count, fit in zip(self.counts, fits, strict=True) if fit]
        rest = sum(count.most for count, fit in zip(self.counts, fits, strict=True) if not fit)
        least = max(sum(count.least for count in included), self.size.least - rest)
        return Interval(least, min(self.size.most, sum(count.most for count in included)))

    def part_of(self, fits: Sequence[bool], number: Interval) -> "PileBounds":
        """Return the bounds of ``number`` components taken from these classes."""
        most = sum(count.most for count, fit in zip(self.counts, fits, strict=True) if fit)
        counts = (
            Interval(max(0, number.least - (most - count.most)), min(number.most, count.most)) if fit else ZERO
            for count, fit in zip(self.counts, fits, strict=True)
        )
        return PileBounds(number, tuple(counts)).tighten()

    def only(self, fits: Sequence[bool]) -> "PileBounds":
        """Return the bounds of all components of these classes."""
        counts = tuple(count if fit else ZERO for count, fit in zip(self.counts, fits, strict=True))
        return PileBounds(self.size_of(fits), counts).tighten()

    def any_part(self) -> "PileBounds":
        """Return the bounds of an arbitrary part of the pile."""
        return PileBounds(Interval(0, self.size.most), tuple(Interval(0, count.most) for count in self.counts))


def bounds_of_counts(counts: Counts) -> PileBounds:
    """Return exact bounds for known counts."""
    return PileBounds(Interval(sum(counts), sum(counts)), tuple(Interval(count, count) for count in counts))


def bounds_of_pile(pile: Pile, classes: int) -> PileBounds:
    """Return exact bounds for a known pile."""
    return bounds_of_counts(pile_counts(pile, classes))


def combined_bounds(piles: Iterable[PileBounds], classes: int) -> PileBounds:
    """Return the bounds of several piles put together."""
    whole = bounds_of_counts((0,) * classes)
    for pile in piles:
        whole = whole.plus(pile)
    return whole


def _combine_counts(combine: object, first: PileBounds, second: PileBounds) -> tuple[Interval, ...]:
    assert callable(combine)
    return tuple(combine(a, b) for a, b in zip(first.counts, second.counts, strict=True))

"""Counts of components: curves of their numbers, and tables of every pair of their lists. Every copy counts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from punchboard.model.game.game import Component, Game, Kind
from punchboard.units import exact_sum

MAX_SERIES: Final = 6
"""The most entries in use of a list that divides a curve."""

MAX_FLAT: Final = 12
"""A number with more values than this that all occur equally often is a running number, and has no curve."""

MAX_VALUES: Final = 40
"""A number with more values than this has no curve."""


class Curve(NamedTuple):
    """How many components of a kind have each value of a number, divided by a list."""

    kind: str
    field: str
    values: tuple[float, ...]
    by: str
    """The field of the list that divides it; empty if none does."""
    series: dict[str, tuple[int, ...]]
    """For each entry of the list, the components with each value."""

    @property
    def totals(self) -> tuple[int, ...]:
        """How many components have each value."""
        return tuple(map(sum, zip(*self.series.values(), strict=True)))

    @property
    def total(self) -> int:
        """How many components it counts."""
        return sum(self.totals)

    @property
    def mean(self) -> float:
        """The mean of the number."""
        return float(
            exact_sum(value * count for value, count in zip(self.values, self.totals, strict=True)) / self.total
        )


class PairTable(NamedTuple):
    """How many components of a kind have each pair of entries of two lists."""

    kind: str
    fields: tuple[str, str]
    columns: tuple[str, ...]
    rows: dict[str, tuple[int, ...]]


def curves(game: Game) -> Iterator[Curve]:
    """Yield the curve of each number field of each kind, without numbers that are the same or different everywhere."""
    for kind in game.kinds.values():
        components = _of_kind(game, kind)
        lists = [name for name in _lists(kind) if 1 < len(_entries(components, name)) <= MAX_SERIES]
        for name, field in kind.file.fields.items():
            numbers = [one.values[name] for one in components if isinstance(one.values.get(name), int | float)]
            if field.type in {"integer", "number"} and _is_telling(numbers):
                curve = _curve(kind, name, components, lists[0] if lists else "")
                if len(set(curve.totals)) > 1 or len(curve.values) <= MAX_FLAT:
                    yield curve


def _is_telling(numbers: list[float]) -> bool:
    """Return whether numbers have several values, but not one for each component."""
    values = len(set(numbers))
    return 1 < values <= MAX_VALUES and (values < len(numbers) or values <= MAX_SERIES)


def _curve(kind: Kind, name: str, components: list[Component], by: str) -> Curve:
    series: dict[str, Counter[Any]] = {}
    for component in components:
        if isinstance(component.values.get(name), int | float):
            counts = series.setdefault(_text(component.values.get(by)) if by else "", Counter())
            counts[component.values[name]] += component.copies
    values: Sequence[float] = sorted({number for counts in series.values() for number in counts})
    low, high = values[0], values[-1]
    if kind.file.fields[name].type == "integer" and high - low < MAX_VALUES:
        values = range(int(low), int(high) + 1)  # a gap is a gap
    columns = {entry: tuple(counts[value] for value in values) for entry, counts in series.items()}
    return Curve(kind.plural, name, tuple(map(float, values)), by, columns)


def pair_tables(game: Game) -> Iterator[PairTable]:
    """Yield a table for every pair of list fields of each kind that each have several entries in use."""
    for kind in game.kinds.values():
        components = _of_kind(game, kind)
        used = {name: _entries(components, name) for name in _lists(kind)}
        for one, other in combinations([name for name, entries in used.items() if len(entries) > 1], 2):
            counts = Counter[tuple[str, str]]()
            for component in components:
                counts[_text(component.values.get(one)), _text(component.values.get(other))] += component.copies
            rows, columns = (one, other) if len(used[one]) >= len(used[other]) else (other, one)
            cells = counts if rows == one else Counter({(b, a): count for (a, b), count in counts.items()})
            yield PairTable(
                kind.plural,
                (rows, columns),
                used[columns],
                {entry: tuple(cells[entry, column] for column in used[columns]) for entry in used[rows]},
            )


def _of_kind(game: Game, kind: Kind) -> list[Component]:
    return [component for component in game.components if component.kind == kind.id]


def _lists(kind: Kind) -> list[str]:
    return [name for name, field in kind.file.fields.items() if field.one_of is not None]


def _entries(components: list[Component], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_text(component.values.get(name)) for component in components))


def _text(value: Any) -> str:
    """Return the printed name of an entry; a dash for a component that has none."""
    properties = getattr(value, "properties", None)
    return str(properties["name"]) if properties is not None else "–" if value in {None, ""} else str(value)  # noqa: RUF001 - an en dash stands for nothing

"""Classes of components: two components are in one class when nothing in a script distinguishes them."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

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
    found = cached.get(query)
    if found is None:
        found = cached[query] = tuple(map(query_function(game, query), game.components))
    return found


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
            for name, found in zip(compared, result if compared else (), strict=True):
                value = found if name == field else value
                rest.append(None if name == field else found)
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

"""Classes of components: two are of one class when nothing in a script tells them apart."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import parse_selection

Counts = tuple[int, ...]
"""How many components of each class."""


class ComponentQuery(NamedTuple):
    """Something that a script asks of a component.

    ``select`` a selection, ``field`` a field, ``where`` some fields, ``taken`` whether a line may take it, and what it
    has in the fields that the line goes by.
    """

    query_type: str
    text: str
    where: tuple[tuple[str, Any], ...] = ()


def selection_query(text: str) -> ComponentQuery:
    """Return the test whether a component is of a selection: a kind, a group, an expression."""
    return ComponentQuery("select", text)


def field_query(name: str) -> ComponentQuery:
    """Return the test what a component has in a field."""
    return ComponentQuery("field", name)


def where(fields: Mapping[str, Any]) -> ComponentQuery:
    """Return the test whether a component has these values, as in ``count('hand', kind='devotee')``."""
    return ComponentQuery("where", "", tuple(sorted(fields.items())))


def take_query(selections: Iterable[str], fields: Iterable[str]) -> ComponentQuery:
    """Return the test whether a component is of all these selections, and what it has in these fields if so."""
    return ComponentQuery("taken", "", (("of", tuple(selections)), ("fields", tuple(fields))))


def query_function(game: Game, test: ComponentQuery) -> Callable[[Component], Any]:
    """Return the function that asks a test of a component.

    Raises:
        ExpressionError: for a selection that cannot be read.
    """
    if test.query_type == "select":
        return parse_selection(game, test.text)
    if test.query_type == "taken":
        (_, texts), (_, fields) = test.where
        asked = [parse_selection(game, text) for text in texts]
        return lambda component: (
            tuple(component.source_values.get(name) for name in fields)
            if all(fits(component) for fits in asked)
            else None
        )
    if test.query_type == "field":
        return lambda component: component.source_values.get(test.text)
    return lambda component: all(component.source_values.get(name) == value for name, value in test.where)


@lru_cache(maxsize=8)
def _answers(game: Game) -> dict[ComponentQuery, tuple[Any, ...]]:
    """Return what was asked of the components of a game so far; a few games, as a watched one is another each time."""
    del game
    return {}


def _answers_of(game: Game, test: ComponentQuery) -> tuple[Any, ...]:
    """Return what each component of a game answers to a test."""
    known = _answers(game)
    found = known.get(test)
    if found is None:
        found = known[test] = tuple(map(query_function(game, test), game.components))
    return found


class ComponentClasses:
    """The components of a game in classes, by all the tests of a script."""

    def __init__(self, game: Game, tests: Iterable[ComponentQuery]) -> None:
        self.queries = tuple(dict.fromkeys(tests))
        asks = [_answers_of(game, test) for test in self.queries]
        self._of: dict[str, int] = {}
        self._answers: list[tuple[Any, ...]] = []
        known: dict[tuple[Any, ...], int] = {}
        for place, component in enumerate(game.components):
            found = tuple(answers[place] for answers in asks)
            if found not in known:
                known[found] = len(known)
                self._answers.append(found)
            self._of[component.id] = known[found]
        self._of_test = {
            test: tuple(answers[place] for answers in self._answers) for place, test in enumerate(self.queries)
        }

    def __len__(self) -> int:
        """Return how many classes there are."""
        return len(self._answers)

    def counts(self, components: Iterable[Component]) -> Counts:
        """Return the composition of some components, every copy counted."""
        counts = [0] * len(self)
        for component in components:
            counts[self._of[component.id]] += component.copies
        return tuple(counts)

    def results(self, test: ComponentQuery) -> tuple[Any, ...]:
        """Return what each class answers to a test."""
        return self._of_test[test]

    def groups(self, tests: Iterable[ComponentQuery]) -> Counts:
        """Return for each class the number of its group: classes are of one group when these tests answer alike."""
        known: dict[tuple[Any, ...], int] = {}
        if not self._answers:
            return ()
        each = zip(*(self._of_test[test] for test in tests), strict=True) if (tests := tuple(tests)) else None
        answers = each or (() for _ in self._answers)
        return tuple(known.setdefault(answer, len(known)) for answer in answers)

"""Classes of components: two are of one class when nothing in a script tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from punchboard.model.game import Component, Game
from punchboard.model.select import selection

Counts = tuple[int, ...]
"""How many components of each class."""


class Question(NamedTuple):
    """Something that a script asks of a component: ``select`` a selection, ``field`` a field, ``where`` some fields."""

    sort: str
    text: str
    where: tuple[tuple[str, Any], ...] = ()


def select(text: str) -> Question:
    """Return the test whether a component is of a selection: a kind, a group, an expression."""
    return Question("select", text)


def field(name: str) -> Question:
    """Return the test what a component has in a field."""
    return Question("field", name)


def where(fields: Mapping[str, Any]) -> Question:
    """Return the test whether a component has these values, as in ``count('hand', kind='devotee')``."""
    return Question("where", "", tuple(sorted(fields.items())))


def answer(game: Game, test: Question) -> Callable[[Component], Any]:
    """Return the function that asks a test of a component.

    Raises:
        ExpressionError: for a selection that cannot be read.
    """
    if test.sort == "select":
        return selection(game, test.text)
    if test.sort == "field":
        return lambda component: component.values.get(test.text)
    return lambda component: all(component.values.get(name) == value for name, value in test.where)


class Classes:
    """The components of a game in classes, by all the tests of a script."""

    def __init__(self, game: Game, tests: Iterable[Question]) -> None:
        self.tests = tuple(dict.fromkeys(tests))
        asks = [answer(game, test) for test in self.tests]
        self._of: dict[str, int] = {}
        self._answers: list[tuple[Any, ...]] = []
        known: dict[tuple[Any, ...], int] = {}
        for component in game.components:
            found = tuple(ask(component) for ask in asks)
            if found not in known:
                known[found] = len(known)
                self._answers.append(found)
            self._of[component.id] = known[found]

    def __len__(self) -> int:
        """Return how many classes there are."""
        return len(self._answers)

    def counts(self, components: Iterable[Component]) -> Counts:
        """Return the composition of some components, every copy counted."""
        counts = [0] * len(self)
        for component in components:
            counts[self._of[component.id]] += component.copies
        return tuple(counts)

    def of(self, test: Question) -> tuple[Any, ...]:
        """Return what each class answers to a test."""
        place = self.tests.index(test)
        return tuple(answers[place] for answers in self._answers)

    def groups(self, tests: Iterable[Question]) -> Counts:
        """Return for each class the number of its group: classes are of one group when these tests answer alike."""
        places = [self.tests.index(test) for test in tests]
        known: dict[tuple[Any, ...], int] = {}
        return tuple(
            known.setdefault(tuple(answers[place] for place in places), len(known)) for answers in self._answers
        )

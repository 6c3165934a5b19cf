"""Classes of components: two are of one class when nothing in a script tells them apart."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import selection

Counts = tuple[int, ...]
"""How many components of each class."""


class Question(NamedTuple):
    """Something that a script asks of a component.

    ``select`` a selection, ``field`` a field, ``where`` some fields, ``taken`` whether a line may take it, and what it
    has in the fields that the line goes by.
    """

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


def taken(selections: Iterable[str], fields: Iterable[str]) -> Question:
    """Return the test whether a component is of all these selections, and what it has in these fields if so."""
    return Question("taken", "", (("of", tuple(selections)), ("fields", tuple(fields))))


def answer(game: Game, test: Question) -> Callable[[Component], Any]:
    """Return the function that asks a test of a component.

    Raises:
        ExpressionError: for a selection that cannot be read.
    """
    if test.sort == "select":
        return selection(game, test.text)
    if test.sort == "taken":
        (_, texts), (_, fields) = test.where
        asked = [selection(game, text) for text in texts]
        return lambda component: (
            tuple(component.facts.get(name) for name in fields) if all(fits(component) for fits in asked) else None
        )
    if test.sort == "field":
        return lambda component: component.facts.get(test.text)
    return lambda component: all(component.facts.get(name) == value for name, value in test.where)


@lru_cache(maxsize=8)
def _answers(game: Game) -> dict[Question, tuple[Any, ...]]:
    """Return what was asked of the components of a game so far; a few games, as a watched one is another each time."""
    del game
    return {}


def _answers_of(game: Game, test: Question) -> tuple[Any, ...]:
    """Return what each component of a game answers to a test."""
    known = _answers(game)
    found = known.get(test)
    if found is None:
        found = known[test] = tuple(map(answer(game, test), game.components))
    return found


class Classes:
    """The components of a game in classes, by all the tests of a script."""

    def __init__(self, game: Game, tests: Iterable[Question]) -> None:
        self.tests = tuple(dict.fromkeys(tests))
        asks = [_answers_of(game, test) for test in self.tests]
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
            test: tuple(answers[place] for answers in self._answers) for place, test in enumerate(self.tests)
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

    def of(self, test: Question) -> tuple[Any, ...]:
        """Return what each class answers to a test."""
        return self._of_test[test]

    def groups(self, tests: Iterable[Question]) -> Counts:
        """Return for each class the number of its group: classes are of one group when these tests answer alike."""
        known: dict[tuple[Any, ...], int] = {}
        if not self._answers:
            return ()
        each = zip(*(self._of_test[test] for test in tests), strict=True) if (tests := tuple(tests)) else None
        answers = each or (() for _ in self._answers)
        return tuple(known.setdefault(answer, len(known)) for answer in answers)

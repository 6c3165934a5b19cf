"""Problems raised together: loading reads on after an error, collects further ones, and reports all at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from punchboard.problem import Problem, ProblemsFound

P = ParamSpec("P")
T = TypeVar("T")


def raise_any(problems: Iterable[Problem]) -> None:
    """Raise problems, if there are any.

    Raises:
        ProblemsFound: all of them, each once.
    """
    unique = tuple(dict.fromkeys(problems))
    if unique:
        raise ProblemsFound(unique)


class ProblemCollector:
    """Runs functions that may fail and collects their problems, each problem once."""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems found so far."""
        return tuple(self._problems)

    def attempt(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Return the result of ``work``, or None when it raised problems, which are collected."""
        try:
            return work(*args, **kwargs)
        except ProblemsFound as error:
            self.add(error.problems)
            return None

    def add(self, problems: Iterable[Problem]) -> None:
        """Collect problems."""
        self._problems.update(dict.fromkeys(problems))

    def result_or_raise(self, value: T | None, home: str = "") -> T:
        """Return the result of an attempt if there are no problems.

        Raises:
            ProblemsFound: all collected problems, sorted by file and line; first those of the file ``home``, if the
                attempt had no result.
        """
        if self._problems or value is None:
            found = sorted(self._problems, key=lambda problem: problem.place)
            # what is wrong in a file without a result may be the cause of the rest
            raise ProblemsFound(tuple(sorted(found, key=lambda one: value is None and one.place.file != home)))
        return value

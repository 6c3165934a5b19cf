"""Problems are gathered, not thrown one at a time: what can still be read is read, then all is told together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from punchboard.problem import Problem, ProblemsFound

P = ParamSpec("P")
T = TypeVar("T")


class ProblemCollector:
    """Runs work that may fail and keeps the problems, each of them once."""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was found so far."""
        return tuple(self._problems)

    def attempt(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Return what the work returns, or None when it found problems."""
        try:
            return work(*args, **kwargs)
        except ProblemsFound as found:
            self.add(found.problems)
            return None

    def add(self, problems: Iterable[Problem]) -> None:
        """Keep problems that were found."""
        self._problems.update(dict.fromkeys(problems))

    def result_or_raise(self, value: T | None) -> T:
        """Return the value of an attempt, once nothing was found wrong.

        Raises:
            ProblemsFound: everything that was gathered, in the order of files and lines.
        """
        if self._problems or value is None:
            raise ProblemsFound(tuple(sorted(self._problems, key=lambda problem: problem.place)))
        return value

"""Problems raised together: loading reads on after an error, collects further ones, and reports all at its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, ParamSpec, TypeVar

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


_NAMES: Final = re.compile(
    r"(?:'[^']*' has no|there is nothing called|there is no (?:icon|component)|^no (?:icon|colour|style)) '([^']+)'"
)
"""What messages about a name that is not found look like."""

_CAUSES: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {
    "EXPR001": (_NAMES, "it is used in {} other places too"),
    "REF001": (_NAMES, "it is used in {} other places too"),
    "CONTRAST001": (re.compile(r"of (box '[^']+' of face .*)"), "it is the same on {} other faces"),
}
"""By code, what is the same in messages that have one cause, and what differs in the others."""

_ALIKE: Final = 3
"""As many problems of one cause are one: a name that was changed or deleted, two colours of a layout."""


def joined_by_cause(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems, those of many that have the same cause as one, with the cards of all."""
    listed = tuple(problems)
    groups: dict[tuple[str, str], list[Problem]] = {}
    keys = [_cause(problem) for problem in listed]
    for key, problem in zip(keys, listed, strict=True):
        groups.setdefault(key, []).append(problem)
    for key, problem in zip(keys, listed, strict=True):
        alike = groups[key]
        if not key[0] or len(alike) < _ALIKE:
            yield problem
        elif problem is alike[0]:
            where = _CAUSES[key[0]][1].format(len(alike) - 1)
            cards = tuple(dict.fromkeys(card for one in alike for card in one.cards))
            yield problem._replace(hint=f"{problem.hint}; {where}" if problem.hint else where, cards=cards)


def _cause(problem: Problem) -> tuple[str, str]:
    """Return the code and what names the cause of a problem; empty if it does not name one."""
    pattern, _ = _CAUSES.get(problem.rule, (None, ""))
    match = pattern.search(problem.message) if pattern else None
    return (problem.rule, match[1]) if match else ("", "")


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
            problems = sorted(self._problems, key=lambda problem: problem.place)
            # what is wrong in a file without a result may be the cause of the rest
            problems.sort(key=lambda one: value is None and one.place.file != home)
            raise ProblemsFound(tuple(joined_by_cause(problems)))
        return value

"""A problem is a value: what rule, how bad, where, what is wrong, what to do."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How bad: an error fails the command, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Place(NamedTuple):
    """A position in a file as the designer knows it: lines and columns count from 1, 0 means unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """Return ``file:line:col``, without the parts that are unknown."""
        parts = [self.file, *(str(part) for part in (self.line, self.column) if part)]
        return ":".join(parts)


class Problem(NamedTuple):
    """One thing that is wrong; messages are lower case and hold the offending value."""

    rule: str
    place: Place
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        """Return ``file:line:col: error RULE: message``."""
        return f"{self.place}: {self.severity.value} {self.rule}: {self.message}"


class ProblemsFound(Exception):  # noqa: N818 - it carries problems, it is not one
    """Raised where work cannot go on; holds every problem found so far."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def fail(rule: str, place: Place, message: str, hint: str = "") -> ProblemsFound:
    """Return the exception for one problem, to be raised by the caller."""
    return ProblemsFound((Problem(rule, place, message, hint),))

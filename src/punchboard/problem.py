"""A problem is a value: what rule, how bad, where, what is wrong, what to do."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How bad: an error fails the command, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Place(NamedTuple):
    """A position in a file as the designer knows it: lines and columns count from 1, 0 means unknown.

    In a spreadsheet, line and column are those of a cell of the sheet that is named.
    """

    file: str
    line: int = 0
    column: int = 0
    sheet: str = ""

    def __str__(self) -> str:
        """Return ``file:line:col``, or ``file:sheet!C7``, without the parts that are unknown."""
        if self.sheet:
            return f"{self.file}:{_quoted(self.sheet)}{'!' if self.line else ''}{cell_name(self.line, self.column)}"
        parts = [self.file, *(str(part) for part in (self.line, self.column) if part)]
        return ":".join(parts)


def cell_name(row: int, column: int) -> str:
    """Return what spreadsheets call a cell, counted from 1: ``C7``; without the part that is 0."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row or ''}"


def _quoted(sheet: str) -> str:
    """Return a sheet's name as formulas write it: in quotes when it is more than one word."""
    return sheet if sheet.isalnum() else "'{}'".format(sheet.replace("'", "''"))


class Problem(NamedTuple):
    """One thing that is wrong; messages are lower case and hold the offending value."""

    rule: str
    place: Place
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR

    def moved_down(self, lines: int) -> "Problem":
        """Return the problem of a text that begins so many lines further down in its file."""
        return self._replace(place=self.place._replace(line=self.place.line + lines)) if self.place.line else self

    def __str__(self) -> str:
        """Return ``file:line:col: error RULE: message``."""
        return f"{self.place}: {self.severity.value} {self.rule}: {self.message}"


def problems_to_json(problems: Iterable[Problem]) -> str:
    """Return problems as a text, from which `problems_of` makes them again."""
    import json

    return json.dumps([[one.rule, one.place, one.message, one.hint, one.severity.value] for one in problems])


def problems_from_json(text: str) -> tuple[Problem, ...]:
    """Return the problems that were made a text.

    Raises:
        TypeError, ValueError: when it is no such text.
    """
    import json

    return tuple(
        Problem(rule, Place(*place), message, hint, Severity(severity))
        for rule, place, message, hint, severity in json.loads(text)
    )


class SuppressedProblem(NamedTuple):
    """A problem that a game does not count, and why."""

    problem: Problem
    reason: str


class ProblemsFound(Exception):
    """Raised where work cannot go on; holds every problem found so far."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def fail(rule: str, place: Place, message: str, hint: str = "") -> ProblemsFound:
    """Return the exception for one problem, to be raised by the caller."""
    return ProblemsFound((Problem(rule, place, message, hint),))

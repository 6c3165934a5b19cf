"""Problems as values: rule code, severity, place, message and hint; and the exception that carries them."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

_ESCAPED: Final = re.compile(r"(?<!\\)\\[xu](a0|ad|200[0-9acd]|202f|2060|3000)")
"""Spaces and joiners of people's texts, as Python quotes them; signs that steer a terminal stay as they are quoted."""


class Severity(StrEnum):
    """The severity of a problem: an error makes the command fail, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Place(NamedTuple):
    """A position in a file that a designer writes: lines and columns count from 1, and 0 means unknown.

    In a spreadsheet, line and column are those of a cell in ``sheet``.
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
    """Return the name of a spreadsheet cell such as ``C7``; numbers count from 1, and a part that is 0 is omitted."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row or ''}"


def _quoted(sheet: str) -> str:
    """Return the name of a sheet as in a formula: quoted unless it is a single word."""
    return sheet if sheet.isalnum() else "'{}'".format(sheet.replace("'", "''"))


class Problem(NamedTuple):
    """One problem; the message is lower case and contains the offending value.

    ``cards`` are the cards that show a problem of their layout.
    """

    rule: str
    place: Place
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    cards: tuple[Place, ...] = ()

    def moved_down(self, lines: int) -> "Problem":
        """Return the problem moved down, for a text that begins ``lines`` lines further down in its file."""
        return self._replace(place=self.place._replace(line=self.place.line + lines)) if self.place.line else self

    def as_typed(self) -> "Problem":
        """Return the problem with quoted texts as people typed them: emoji of several signs, hard and thin spaces."""
        message, hint = (_ESCAPED.sub(lambda one: chr(int(one[1], 16)), text) for text in (self.message, self.hint))
        return self._replace(message=message, hint=hint)

    def __str__(self) -> str:
        """Return ``file:line:col: error RULE: message``."""
        return f"{self.place}: {self.severity.value} {self.rule}: {self.message}"


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any problem is an error."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def problems_to_json(problems: Iterable[Problem]) -> str:
    """Return problems as JSON text for `problems_from_json`."""
    import json  # noqa: PLC0415 - few importers of this module need it

    return json.dumps([[*problem[:4], problem.severity.value, problem.cards] for problem in problems])


def problems_from_json(text: str) -> tuple[Problem, ...]:
    """Return the problems in JSON text from `problems_to_json`.

    Raises:
        TypeError, ValueError: for any other text.
    """
    import json  # noqa: PLC0415

    return tuple(
        Problem(rule, Place(*place), message, hint, Severity(severity), tuple(Place(*card) for card in cards))
        for rule, place, message, hint, severity, cards in json.loads(text)
    )


class SuppressedProblem(NamedTuple):
    """A problem that a game suppresses, and the reason."""

    problem: Problem
    reason: str


class ProblemsFound(Exception):  # noqa: N818 - it carries problems, it is not one
    """Raised where work cannot continue; holds every problem found so far."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def fail(rule: str, place: Place, message: str, hint: str = "") -> ProblemsFound:
    """Return an exception with one problem, for the caller to raise."""
    return ProblemsFound((Problem(rule, place, message, hint),))

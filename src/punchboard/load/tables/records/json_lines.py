"""JSON lines: a text with an object of JSON on each line, as databases and chat tools export tables."""

import json
from typing import Any, Final, NamedTuple

from punchboard.load.tables.grid import RULE
from punchboard.load.tables.records.json_places import JsonPlaces
from punchboard.model.source import Path
from punchboard.problem import Place, fail

SUFFIXES: Final = (".jsonl", ".ndjson")
"""Suffixes of files with JSON lines; files with the suffix of JSON have them, too."""

MAX_LINE: Final = 200_000
"""The first two lines of a text with JSON lines end within this many characters."""

_HINT: Final = "write each object on a line of its own, or save the table as .csv"


class JsonLines(NamedTuple):
    """The values of a text with JSON lines, and the line of each: its number from 1, and its text."""

    values: list[Any]
    lines: list[tuple[int, str]]

    def record(self, path: Path, file: str) -> Place:
        """Return the place of the record at a path, whose first key is the number of its value."""
        line, text = self.lines[int(path[0])]
        return JsonPlaces(text, file, [path[1:]]).records[0]._replace(line=line)

    def value(self, path: Path, column: str, file: str) -> Place:
        """Return the place of a value of the record at a path."""
        line, text = self.lines[int(path[0])]
        return JsonPlaces(text, file, [path[1:]]).value(0, column)._replace(line=line)


def has_json_lines(text: str) -> bool:
    """Return whether the first two lines of a text that are not blank are an object each."""
    lines = [line for line in text[:MAX_LINE].split("\n") if line.strip()][:2]
    return len(lines) > 1 and lines[1].lstrip().startswith("{") and all(map(_is_object, lines))


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_json_lines(text: str, file: str) -> JsonLines:
    """Return the values of JSON lines; blank lines are none.

    Raises:
        ProblemsFound: TABLE001 at a line that is not JSON.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return JsonLines([_value(line, Place(file, number)) for number, line in lines], lines)


def _value(line: str, place: Place) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise fail(RULE, place._replace(column=error.colno), f"not JSON: {error.msg.lower()}", _HINT) from error
    except RecursionError as error:
        raise fail(RULE, place, "lists or objects are nested too deep", "export it with fewer levels") from error
    except ValueError as error:  # a whole number too long for Python to convert
        raise fail(RULE, place, "a number has thousands of digits", "put it in quotes") from error

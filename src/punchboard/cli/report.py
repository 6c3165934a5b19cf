"""How problems and results are shown: one form for people, one JSON object for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from punchboard.problem import Problem, Severity

_COLOURS = {Severity.ERROR: "\033[31m", Severity.WARNING: "\033[33m"}
_PLAIN, _DIM = "\033[0m", "\033[2m"


def show_problems(problems: Sequence[Problem]) -> None:
    """Print every problem to standard error, by file and line, then how many there are."""
    colour = sys.stderr.isatty()
    for problem in sorted(set(problems), key=lambda one: (one.place, one.rule, one.message)):
        print(_line(problem, colour=colour), file=sys.stderr)  # noqa: T201 - this is the command line's voice
    counts = [
        f"{count} {severity.value}{'' if count == 1 else 's'}"
        for severity in Severity
        if (count := sum(problem.severity is severity for problem in set(problems)))
    ]
    if counts:
        print(", ".join(counts), file=sys.stderr)  # noqa: T201


def _line(problem: Problem, *, colour: bool) -> str:
    text = str(problem)
    if colour:
        mark = f"{problem.severity.value} {problem.rule}"
        text = text.replace(mark, f"{_COLOURS[problem.severity]}{mark}{_PLAIN}", 1)
    hint = f"\n    {problem.hint}" if problem.hint else ""
    return text + (f"{_DIM}{hint}{_PLAIN}" if colour and hint else hint)


def as_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as plain values for JSON."""
    return [
        {
            "rule": problem.rule,
            "severity": problem.severity.value,
            "file": problem.place.file,
            "line": problem.place.line,
            "column": problem.place.column,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in sorted(set(problems), key=lambda one: (one.place, one.rule, one.message))
    ]


def show_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    print(json.dumps(data, indent=1, ensure_ascii=False))  # noqa: T201


def say(text: str) -> None:
    """Print a line of results."""
    print(text)  # noqa: T201

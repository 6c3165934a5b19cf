"""How problems and results are shown: one form for people, one JSON object for machines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from punchboard.problem import Problem, Severity, SuppressedProblem

_COLOURS = {Severity.ERROR: "\033[31m", Severity.WARNING: "\033[33m"}
_PLAIN, _DIM = "\033[0m", "\033[2m"


def has_colours(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that shows colours; NO_COLOR, set to anything, says no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show_problems(problems: Sequence[Problem], last: str = "") -> None:
    """Print every problem to standard error, by file and line, then how many there are, or another last line.

    On a terminal the problems of each file stand apart.
    """
    colour, apart = has_colours(sys.stderr), sys.stderr.isatty()
    file = None
    for problem in sorted(set(problems), key=lambda one: (one.place, one.rule, one.message)):
        if apart and file not in {None, problem.place.file}:
            print(file=sys.stderr)  # noqa: T201 - this is the command line's voice
        file = problem.place.file
        print(_problem_text(problem, colour=colour), file=sys.stderr)  # noqa: T201
    if problems:
        print(last or problem_counts(problems), file=sys.stderr)  # noqa: T201


def problem_counts(problems: Iterable[Problem], suppressed: int = 0) -> str:
    """Return how many problems there are of each severity, and how many games set aside: ``3 errors, 1 warning``."""
    found = set(problems)
    counts = [
        f"{count} {severity.value}{'' if count == 1 else 's'}"
        for severity in Severity
        if (count := sum(problem.severity is severity for problem in found))
    ]
    return ", ".join([*(counts or ["nothing found"]), *([f"{suppressed} set aside"] if suppressed else [])])


def _problem_text(problem: Problem, *, colour: bool) -> str:
    text = str(problem)
    if colour:
        mark = f"{problem.severity.value} {problem.rule}"
        text = text.replace(mark, f"{_COLOURS[problem.severity]}{mark}{_PLAIN}", 1)
    hint = f"\n    {problem.hint}" if problem.hint else ""
    return text + (f"{_DIM}{hint}{_PLAIN}" if colour and hint else hint)


def problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as plain values for JSON."""
    return [
        _problem_data(problem) for problem in sorted(set(problems), key=lambda one: (one.place, one.rule, one.message))
    ]


def set_aside_data(suppressed: Iterable[SuppressedProblem]) -> list[dict[str, Any]]:
    """Return problems that games set aside as plain values for JSON, each with its reason."""
    return [{**_problem_data(one.problem), "reason": one.reason} for one in sorted(set(suppressed))]


def _problem_data(problem: Problem) -> dict[str, Any]:
    return {
        "rule": problem.rule,
        "severity": problem.severity.value,
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "message": problem.message,
        "hint": problem.hint,
    }


def show_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    print(json.dumps(data, indent=1, ensure_ascii=False))  # noqa: T201


def print_line(text: str) -> None:
    """Print a line of results, at once: who reads it through a pipe should not wait for the next ones."""
    print(text, flush=True)  # noqa: T201

"""Printing problems and results: as text for people, or as a JSON object for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from punchboard.cli.output.grouping import ProblemGroup, group_problems
from punchboard.problem import Place, Problem, Severity, SuppressedProblem

_COLOURS = {Severity.ERROR: "\033[31m", Severity.WARNING: "\033[33m"}
_PLAIN, _DIM = "\033[0m", "\033[2m"


def has_colours(stream: TextIO) -> bool:
    """Return whether a stream is a terminal with colours; any value of NO_COLOR turns them off."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show_problems(problems: Sequence[Problem], last: str = "", *, verbose: bool = False) -> None:
    """Print problems to standard error, by file and line, then `last` or the number of problems.

    Problems of one cause are printed once with their number, unless `verbose`. On a terminal, blank lines separate the
    problems of each file.
    """
    colour, is_terminal = has_colours(sys.stderr), sys.stderr.isatty()
    file = None
    distinct = sorted(set(problems), key=_sort_key)
    for group in map(ProblemGroup, distinct) if verbose else group_problems(distinct):
        if is_terminal and file not in {None, group.problem.place.file}:
            print(file=sys.stderr)  # noqa: T201 - output for the user
        file = group.problem.place.file
        print(_problem_text(group, colour=colour), file=sys.stderr)  # noqa: T201
    if problems:
        print(last or problem_counts(problems), file=sys.stderr)  # noqa: T201


def problem_counts(problems: Iterable[Problem], suppressed: int = 0) -> str:
    """Return the number of problems by severity and of suppressed ones: ``3 errors, 1 warning, 2 suppressed``."""
    found = set(problems)
    counts = [
        f"{count} {severity.value}{'' if count == 1 else 's'}"
        for severity in Severity
        if (count := sum(problem.severity is severity for problem in found))
    ]
    return ", ".join([*(counts or ["no problems"]), *([f"{suppressed} suppressed"] if suppressed else [])])


def _problem_text(group: ProblemGroup, *, colour: bool) -> str:
    problem = group.problem
    text = f"{problem} ({group.note})" if group.note else str(problem)
    if colour:
        mark = f"{problem.severity.value} {problem.rule}"
        text = text.replace(mark, f"{_COLOURS[problem.severity]}{mark}{_PLAIN}", 1)
    hint = "".join(f"\n    {line}" for line in (problem.hint, group.omitted) if line)
    return text + (f"{_DIM}{hint}{_PLAIN}" if colour and hint else hint)


def problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as plain values for JSON."""
    return [_problem_data(problem) for problem in sorted(set(problems), key=_sort_key)]


def suppressed_data(suppressed: Iterable[SuppressedProblem]) -> list[dict[str, Any]]:
    """Return suppressed problems as plain values for JSON, each with its reason."""
    return [{**_problem_data(entry.problem), "reason": entry.reason} for entry in sorted(set(suppressed))]


def _sort_key(problem: Problem) -> tuple[Place, str, str]:
    return problem.place, problem.rule, problem.message


def _problem_data(problem: Problem) -> dict[str, Any]:
    sheet = {"sheet": problem.place.sheet} if problem.place.sheet else {}
    return {
        "rule": problem.rule,
        "severity": problem.severity.value,
        "file": problem.place.file,
        **sheet,
        "line": problem.place.line,
        "column": problem.place.column,
        "message": problem.message,
        "hint": problem.hint,
    }


def show_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    print(json.dumps(data, indent=1, ensure_ascii=False))  # noqa: T201


def print_line(text: str) -> None:
    """Print a line of results and flush it, so that a reader of a pipe gets it at once."""
    print(text, flush=True)  # noqa: T201

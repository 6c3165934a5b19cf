"""Lines, problems and JSON objects printed for the user, with the paths of files as the user may type them."""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any, Final, NamedTuple, TextIO

from punchboard.cli.exit_status import PROBLEMS, USAGE_ERROR
from punchboard.problem import Place, Problem, Severity, SuppressedProblem
from punchboard.workspace import workspace_root

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
    distinct = sorted({problem.as_typed() for problem in problems}, key=_sort_key)
    for group in map(ProblemGroup, distinct) if verbose else group_problems(distinct):
        if is_terminal and file not in {None, group.problem.place.file}:
            print(file=sys.stderr)  # noqa: T201 - output for the user
        file = group.problem.place.file
        print(_problem_text(group, colour=colour), file=sys.stderr)  # noqa: T201
    if problems:
        print(last or problem_counts(problems), file=sys.stderr)  # noqa: T201


def problem_counts(problems: Iterable[Problem], suppressed: int = 0) -> str:
    """Return the number of problems by severity and of suppressed ones: ``3 errors, 1 warning, 2 suppressed``."""
    distinct = set(problems)
    counts = [
        f"{count} {severity.value}{'' if count == 1 else 's'}"
        for severity in Severity
        if (count := sum(problem.severity is severity for problem in distinct))
    ]
    return ", ".join([*(counts or ["no problems"]), *([f"{suppressed} suppressed"] if suppressed else [])])


def _problem_text(group: "ProblemGroup", *, colour: bool) -> str:
    problem = group.problem
    text = f"{problem} ({group.note})" if group.note else str(problem)
    if colour:
        mark = f"{problem.severity.value} {problem.rule}"
        text = text.replace(mark, f"{_COLOURS[problem.severity]}{mark}{_PLAIN}", 1)
    hint = "".join(f"\n    {line}" for line in (problem.hint, group.omitted) if line)
    return text + (f"{_DIM}{hint}{_PLAIN}" if colour and hint else hint)


def problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems as plain values for JSON."""
    return [_problem_data(problem) for problem in sorted({one.as_typed() for one in problems}, key=_sort_key)]


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


def show_failure(problems: Sequence[Problem], workspace: Path, *, as_json: bool = False, **data: Any) -> int:
    """Print why a command has failed; return its exit status.

    Args:
        problems: what is wrong.
        workspace: the folder that the problems' places are in.
        as_json: whether to print a JSON object.
        data: what the object has beside the problems.
    """
    shown = with_display_paths(problems, workspace)
    if as_json:
        show_json({**data, "problems": problems_data(shown)})
    else:
        show_problems(shown)
    return failure_status(problems)


def failure_status(problems: Iterable[Problem]) -> int:
    """Return the exit status of a failure: a usage error if an option names something unknown."""
    errors = (problem for problem in problems if problem.severity is Severity.ERROR)
    return USAGE_ERROR if any(error.place.file.startswith("--") for error in errors) else PROBLEMS


def show_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    print(json.dumps(data, indent=1, ensure_ascii=False))  # noqa: T201


def print_line(text: str) -> None:
    """Print a line of results and flush it, so that a reader of a pipe gets it at once."""
    print(text, flush=True)  # noqa: T201


# Problems of one cause as one line: equal messages are merged, and of many similar ones the first few are shown.

MAX_SIMILAR: Final = 10
"""More problems with the same code, file and hint are not all shown."""

SHOWN_SIMILAR: Final = 3
"""The number of them that are shown."""

MAX_LINES: Final = 8
"""More lines with the same message are counted only."""

TABLES: Final = frozenset({".csv", ".tsv", ".xlsx", ".ods"})
"""The files whose lines are rows."""


class ProblemGroup(NamedTuple):
    """One problem to show for several."""

    problem: Problem
    note: str = ""
    """Where the same message applies: ``in 319 rows, first at line 2``, ``in 3 rows: lines 2, 5, 9``."""
    omitted: str = ""
    """How many similar problems are left out after this one."""


def group_problems(problems: Sequence[Problem]) -> Iterator[ProblemGroup]:
    """Yield problems without repetition, in their order.

    Args:
        problems: distinct problems, sorted by place.
    """
    merged = [ProblemGroup(equal[0], _count_note(equal)) for equal in _by(problems, _message_key)]
    omitted: dict[Problem, str] = {}
    for similar in _by([group.problem for group in merged], _hint_key):
        if similar[0].hint and len(similar) > MAX_SIMILAR:
            omitted |= dict.fromkeys(similar[SHOWN_SIMILAR:], "")
            omitted[similar[SHOWN_SIMILAR - 1]] = _omitted_note(similar[SHOWN_SIMILAR:])
    for group in merged:
        text = omitted.get(group.problem)
        if text is None or text:
            yield group._replace(omitted=text or "")


def _by(problems: Iterable[Problem], key: Callable[[Problem], object]) -> list[list[Problem]]:
    groups: dict[object, list[Problem]] = defaultdict(list)
    for problem in problems:
        groups[key(problem)].append(problem)
    return list(groups.values())


def _message_key(problem: Problem) -> object:
    return problem.place.file, problem.place.sheet, problem.rule, problem.severity, problem.message, problem.hint


def _hint_key(problem: Problem) -> object:
    return problem.place.file, problem.place.sheet, problem.rule, problem.severity, problem.hint


def _count_note(equal: Sequence[Problem]) -> str:
    if len(equal) == 1:
        return ""
    lines = list(dict.fromkeys(problem.place.line for problem in equal))
    is_table = PurePath(equal[0].place.file).suffix.lower() in TABLES
    count = f"{len(lines)} rows" if is_table and len(lines) == len(equal) else f"{len(equal)} places"
    if 1 < len(lines) <= MAX_LINES:
        return f"in {count}: lines {', '.join(map(str, lines))}"
    return f"in {count}, first at line {lines[0]}"


def _omitted_note(omitted: Sequence[Problem]) -> str:
    last = f", the last at line {omitted[-1].place.line}" if omitted[-1].place.line else ""
    return f"... and {len(omitted)} more of this kind{last}; `punchboard check --verbose` lists them all"


def with_display_paths(problems: Iterable[Problem], workspace: Path) -> tuple[Problem, ...]:
    """Return problems as people typed their texts, whose files are named by `display_path`; other places stay.

    Args:
        problems: problems whose files are relative to the root of the workspace.
        workspace: the folder that was given to the command.
    """
    root = workspace_root(workspace)
    return tuple(
        problem.as_typed()._replace(place=problem.place._replace(file=_file(problem, root))) for problem in problems
    )


def _file(problem: Problem, root: Path) -> str:
    file = problem.place.file
    path = root / file
    return display_path(path) if file and _exists(path) else file


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # no permission to look at it
        return True


def display_path(path: Path) -> str:
    """Return a path relative to the current folder, or the absolute path if it is shorter."""
    full = Path(os.path.abspath(path)).as_posix()  # noqa: PTH100 - links stay as they are
    try:
        return min(Path(os.path.relpath(full)).as_posix(), full, key=len)
    except ValueError:  # on another drive
        return full

"""Problems of one cause as one line: equal messages are merged, and of many similar ones the first few are shown."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from punchboard.problem import Problem

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

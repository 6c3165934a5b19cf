"""``punchboard check --rules RULES.md --cards cards.csv``: checks any rulebook against any table of components."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.output.formats import CheckResult, Report, show
from punchboard.load.files.paths import read_text
from punchboard.load.tables.table import read_table
from punchboard.problem import Place, Problem, ProblemsFound


def run_check_rules(rules: Sequence[Path], cards: Path | None, form: str = "text", *, verbose: bool = False) -> int:
    """Check Markdown texts against a table of components and print the report; return the exit status."""
    try:
        problems, is_complete = tuple(check_reading(_reading(rules, cards))), True
    except ProblemsFound as found:
        problems, is_complete = found.problems, False
    show(_report([str(path) for path in rules], problems, is_complete=is_complete), form, verbose=verbose)
    return PROBLEMS if problems else SUCCESS


def _report(texts: Sequence[str], problems: Sequence[Problem], *, is_complete: bool) -> Report:
    """Return the report: each text with the problems of its file, and separately the problems of the table."""
    results = [
        CheckResult(text, tuple(problem for problem in problems if problem.place.file == text), is_complete=is_complete)
        for text in texts
    ]
    other_problems = tuple(problem for problem in problems if problem.place.file not in texts)
    return Report(tuple(results), other_problems, noun="text")


def _reading(rules: Sequence[Path], cards: Path | None) -> Reading:
    """Return the texts and the vocabulary of the table; without a table, the vocabulary is empty.

    Raises:
        ProblemsFound: the problems of all files that cannot be read.
    """
    problems: list[Problem] = []
    texts = []
    for path in rules:
        try:
            texts.append(parse_markdown(_text(path), str(path)))
        except ProblemsFound as found:
            problems += found.problems
    vocabulary = deck_vocabulary("", (), (), ())
    try:
        if cards is not None:
            table = read_table(_text(cards), str(cards))
            vocabulary = deck_vocabulary(str(cards), table.header, table.rows, table.places)
    except ProblemsFound as found:
        problems += found.problems
    if problems:
        raise ProblemsFound(tuple(problems))
    return Reading(tuple(texts), vocabulary)


def _text(path: Path) -> str:
    return read_text(path, Place(str(path)), str(path))

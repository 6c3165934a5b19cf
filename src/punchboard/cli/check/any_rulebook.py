"""``punchboard check --rules RULES.md --cards TABLE``: checks any rulebook against any table of components."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.checks.prose.reading.card_table import ComponentTable
from punchboard.checks.prose.reading.inflections import with_inflections
from punchboard.checks.prose.reading.vocabulary import Vocabulary
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.new.source_tables import as_utf8, read_tables
from punchboard.cli.output.formats import CheckResult, Report, show
from punchboard.importer.component_tables import component_tables
from punchboard.load.files.paths import read_bytes, read_text
from punchboard.load.tables import TableSource
from punchboard.problem import Place, Problem, ProblemsFound


def run_check_rules(
    rules: Sequence[Path], cards: Path | None, sheets: Sequence[str] = (), form: str = "text", *, verbose: bool = False
) -> int:
    """Check Markdown texts against a table of components and print the report; return the exit status.

    Args:
        rules: the texts.
        cards: the table, in any format that ``punchboard new`` takes; None to compare the texts with each other only.
        sheets: the sheets of a workbook to take; those with components if empty.
        form: the format of the report, a name in `FORMATS`.
        verbose: whether the text report lists every problem, also many with the same cause.
    """
    try:
        problems, is_complete = tuple(check_reading(_reading(rules, cards, sheets))), True
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


def _reading(rules: Sequence[Path], cards: Path | None, sheets: Sequence[str]) -> Reading:
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
    vocabulary = deck_vocabulary("")
    try:
        if cards is not None:
            vocabulary = table_vocabulary(
                TableSource(str(cards), read_bytes(cards, Place(str(cards)), str(cards))), sheets
            )
    except ProblemsFound as found:
        problems += found.problems
    if problems:
        raise ProblemsFound(tuple(problems))
    return Reading(tuple(texts), with_inflections(vocabulary, (block for text in texts for block in text.blocks)))


def table_vocabulary(source: TableSource, sheets: Sequence[str] = ()) -> Vocabulary:
    """Return what the words of a rulebook can name: the components in a table.

    Raises:
        ProblemsFound: for a table that cannot be read, with the place in it.
    """
    return deck_vocabulary(source.name, read_component_tables(source, sheets))


def read_component_tables(source: TableSource, sheets: Sequence[str] = ()) -> tuple[ComponentTable, ...]:
    """Return the tables of a file as ``punchboard new --from`` reads and analyses them.

    Raises:
        ProblemsFound: for a table that cannot be read, with the place in it.
    """
    tables, _left_out = read_tables(as_utf8(source)[0], tuple(sheets))
    return component_tables(tables)


def _text(path: Path) -> str:
    return read_text(path, Place(str(path)), str(path))

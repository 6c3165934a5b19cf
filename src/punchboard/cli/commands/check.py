"""The command ``punchboard check``: games, a player's own deck, or any rulebook against a table."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from punchboard.checks.decks import check_deck
from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.checks.prose.reading.vocabulary import ComponentTable, Vocabulary, with_inflections
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games, select_translated_games
from punchboard.cli.options import (
    HERE,
    AsJson,
    Games,
    Locale,
    Sheets,
    Verbose,
    Workspace,
    exit_with,
    report_formats,
    usage_error,
)
from punchboard.cli.report import print_line, with_display_paths
from punchboard.cli.report_formats import FORMATS, CheckResult, Report, show
from punchboard.cli.source_tables import as_utf8, read_tables
from punchboard.engine.proof import Proof, proof_of
from punchboard.importer.component_tables import component_tables
from punchboard.load import game_folder, load_game, output_folder, workspace_root
from punchboard.load.files import read_bytes, read_text
from punchboard.load.own_deck import read_deck
from punchboard.load.tables import TableSource
from punchboard.model.game.game import Game, LoadedGame
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check as check_game
from punchboard.problem import Place, Problem, ProblemsFound, Severity
from punchboard.workers.build_order import lost_worker_problem
from punchboard.workers.process_pool import NoProcessesError, worker_pool

Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="FILE", help="Check this Markdown text instead of games. Can be repeated."),
]
Cards = Annotated[
    Path | None,
    typer.Option(
        "--cards", metavar="FILE", help="The table of components that the rules describe, as for 'new --from'."
    ),
]
Decks = Annotated[
    list[Path] | None,
    typer.Option(
        "--deck",
        metavar="FILE",
        help="A player's own deck to check against the named game. Can be repeated.",
    ),
]
SetupTables = Annotated[
    bool, typer.Option("--setup", help="Print the size of each pile after set-up, and the odds of its steps.")
]
TurnTables = Annotated[
    bool, typer.Option("--turns", help="Print how long games last, who runs short of what, and how games end.")
]
Accessible = Annotated[
    bool,
    typer.Option(
        "--accessible",
        help="Report what is hard to see, to read or to grasp: type, colours, small pieces, the language of the rules.",
    ),
]
Plays = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        min=1,
        help="The number of random games if there are too many courses to examine.",
    ),
]
ReportFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORM",
        help=f"The format of the report: {', '.join(FORMATS)}.",
        autocompletion=report_formats,
    ),
]


def command(
    games: Games = None,
    rules: Rules = None,
    cards: Cards = None,
    sheet: Sheets = None,
    decks: Decks = None,
    setups: SetupTables = False,
    turns: TurnTables = False,
    accessible: Accessible = False,
    plays: Plays = None,
    locale: Locale = "",
    form: ReportFormat = "text",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
    verbose: Verbose = False,
) -> None:
    """Check games, or any rulebook against a table of its components; no file is written."""
    form = "json" if as_json else form
    if unknown := _format_error(form):
        exit_with(usage_error(unknown))
    if sheet and cards is None:
        exit_with(usage_error("--sheet needs --cards"))
    if rules:
        exit_with(
            run_check_rules(rules, cards, sheet or (), form, verbose=verbose)
            if not games
            else usage_error("--rules takes no games")
        )
    if cards is not None:
        exit_with(usage_error("--cards needs --rules"))
    if decks:
        game = games[0] if games and len(games) == 1 else None
        exit_with(
            run_check_decks(workspace, game, decks, form, verbose=verbose)
            if game
            else usage_error("--deck needs the name of one game")
        )
    if (setups or turns) and form != "text":
        exit_with(usage_error("--setup and --turns need --format text"))

    exit_with(
        run_check(
            workspace,
            games or [],
            form,
            _requested_tables(setups=setups, turns=turns),
            plays=plays,
            locale=locale,
            accessible=accessible,
            verbose=verbose,
        )
    )


def _requested_tables(*, setups: bool, turns: bool) -> "list[TableLines]":
    """Return the functions that yield the requested tables."""
    found: list[TableLines] = []
    if setups:
        from punchboard.cli.check_tables import setup_lines

        found.append(setup_lines)
    if turns:
        from punchboard.cli.check_tables import turn_lines

        found.append(turn_lines)
    return found


def _format_error(form: str) -> str:
    """Return the error for an unknown report format, or an empty text."""
    return "" if form in FORMATS else f"error: {form!r} is not a report format\n    choose one of: {', '.join(FORMATS)}"


TableLines = Callable[[LoadedGame, Proof], Iterator[str]]
"""Yields the lines of a table about a game, such as the piles after set-up."""

SECONDS: Final = 1.0
"""For how long ``--turns`` plays a game at random on a terminal; elsewhere it is the same few games each time."""

_UNPLAYABLE: Final = frozenset({"EXPR001", "REF001", "SETUP001", "SETUP004", "SETUP005", "SETUP007", "SETUP008"})
"""The codes of errors with which set-up and turns cannot be played."""


def run_check(
    workspace: Path,
    names: Sequence[str],
    form: str = "text",
    tables: Sequence[TableLines] = (),
    *,
    plays: int | None = None,
    locale: str = "",
    accessible: bool = False,
    verbose: bool = False,
) -> int:
    """Check games and print a report; return the exit status.

    Args:
        workspace: the folder with ``catalog/``.
        names: the games to check; all if empty.
        form: the format of the report, a name in `FORMATS`.
        tables: additional tables to print for each game that can be played.
        plays: the number of random games where the turns have too many courses to examine all; a few if None.
        locale: the language to check; each game's own if empty.
        accessible: whether to run the rules of the accessibility report, and print its figures in a text report.
        verbose: whether the text report lists every problem, also many with the same cause.
    """
    seconds = SECONDS if tables and plays is None and sys.stdout.isatty() else 0.0
    options = _CheckOptions(workspace, tuple(tables), plays, locale, seconds, accessible=accessible)
    try:
        games = select_translated_games(workspace, names, locale)
        found = _check_all(games, options)
        report = Report(tuple(_with_display_paths(result, workspace) for result, _ in found))
    except ProblemsFound as problems:
        found, report = (), Report(other_problems=with_display_paths(problems.problems, workspace))
    except BrokenExecutor:
        found, report = (), Report(other_problems=(lost_worker_problem("catalog"),))
    for line in (line for _, lines in found if form == "text" for line in lines):
        print_line(line)
    show(report, form, verbose=verbose)
    return PROBLEMS if report.has_errors else SUCCESS


class _CheckOptions(NamedTuple):
    """The options for checking each game."""

    workspace: Path
    tables: tuple[TableLines, ...]
    plays: int | None
    locale: str
    seconds: float = 0.0
    accessible: bool = False


_GameResult = tuple[CheckResult, tuple[str, ...]]
"""The result of a game's checks, and the lines of its tables."""


def _check_all(games: Sequence[str], options: _CheckOptions) -> tuple[_GameResult, ...]:
    """Return the result of each game; games are checked in several processes."""
    workers = min(len(games), os.cpu_count() or 1)
    if workers > 1:
        with suppress(NoProcessesError), worker_pool(workers) as pool:
            return tuple(pool.map(_check_one, games, [options] * len(games)))
    return tuple(_check_one(game, options) for game in games)


def _with_display_paths(result: CheckResult, workspace: Path) -> CheckResult:
    """Return a result whose file names are relative to the current folder."""
    problems = with_display_paths((suppressed.problem for suppressed in result.suppressed), workspace)
    suppressed = tuple(old._replace(problem=new) for old, new in zip(result.suppressed, problems, strict=True))
    return result._replace(problems=with_display_paths(result.problems, workspace), suppressed=suppressed)


def _check_one(game: str, options: _CheckOptions) -> _GameResult:
    out = output_folder(options.workspace)
    build_options = BuildOptions(options.workspace, out, games=options.plays, locale=options.locale)
    try:
        found = check_game(game, build_options)
    except ProblemsFound as error:
        return CheckResult(game, error.problems, is_complete=False), ()
    result, lines = CheckResult(game, *found.findings), tuple[str, ...]()
    if options.accessible:
        from punchboard.cli.check_tables import accessibility_report

        report = accessibility_report(found.composed)
        result = result._replace(
            problems=(*result.problems, *report.found.problems),
            suppressed=(*result.suppressed, *report.found.suppressed),
        )
        lines = report.lines
    if not options.tables or any(
        problem.severity is Severity.ERROR and problem.rule in _UNPLAYABLE for problem in result.problems
    ):
        return result, lines
    proof = proof_of(found.composed.game, options.plays, options.seconds)
    tables = (line for table in options.tables for line in table(found.composed.loaded, proof))
    return result, (*lines, *tables)


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


def run_check_decks(
    workspace: Path, game: str, decks: Sequence[Path], form: str = "text", *, verbose: bool = False
) -> int:
    """Check players' decks against a game and print the report; return the exit status."""
    try:
        (name,) = select_games(workspace, (game,))
        loaded = load_game(game_folder(name, workspace), workspace_root(workspace))
        report = Report(tuple(_check_file(loaded, path) for path in decks), noun="deck")
    except ProblemsFound as found:
        report = Report(other_problems=with_display_paths(found.problems, workspace), noun="deck")
    show(report, form, verbose=verbose)
    return PROBLEMS if report.has_errors else SUCCESS


def _check_file(game: Game, path: Path) -> CheckResult:
    try:
        return CheckResult(str(path), tuple(check_deck(game, read_deck(path, str(path)))))
    except ProblemsFound as found:
        return CheckResult(str(path), found.problems, is_complete=False)

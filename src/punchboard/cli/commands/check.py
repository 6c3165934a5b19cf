"""The command ``punchboard check``: games, a player's own deck, or any rulebook against a table."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from punchboard.checks.decks import check_deck
from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.checks.prose.reading.inflections import with_inflections
from punchboard.checks.prose.reading.tables import ComponentTable
from punchboard.checks.prose.reading.vocabulary import Vocabulary, with_counted_copies
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games, select_translated_games
from punchboard.cli.in_processes import mapped
from punchboard.cli.options import (
    GAMES,
    HERE,
    SHEETS,
    AsJson,
    Locale,
    Verbose,
    Workspace,
    option,
    options_from_record,
    report_formats,
    usage_error,
)
from punchboard.cli.report import print_line, with_display_paths
from punchboard.cli.report_formats import FORMATS, CheckResult, Report, show
from punchboard.engine.proof import proof_of
from punchboard.importer.component_tables import component_tables
from punchboard.importer.source_tables import as_utf8, read_tables
from punchboard.load import game_folder, load_game, output_folder, workspace_root
from punchboard.load.files import read_bytes, read_text
from punchboard.load.own_deck import read_deck
from punchboard.load.tables import TableSource
from punchboard.model.game.game import Game
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check as check_game
from punchboard.problem import Place, Problem, ProblemsFound, Severity


class CheckRequest(NamedTuple):
    """The arguments and options of ``punchboard check``."""

    names: Annotated[tuple[str, ...], GAMES] = ()
    rules: Annotated[
        tuple[Path, ...], option("--rules", "Check this Markdown text instead of games. Can be repeated.", "FILE")
    ] = ()
    cards: Annotated[
        Path | None, option("--cards", "The table of components that the rules describe, as for 'new --from'.", "FILE")
    ] = None
    sheets: Annotated[tuple[str, ...], SHEETS] = ()
    decks: Annotated[
        tuple[Path, ...],
        option("--deck", "A player's own deck to check against the named game. Can be repeated.", "FILE"),
    ] = ()
    setup: Annotated[
        bool, option("--setup", "Print the size of each pile after set-up, and the odds of its steps.")
    ] = False
    turns: Annotated[
        bool, option("--turns", "Print how long games last, who runs short of what, and how games end.")
    ] = False
    explain_breaks: Annotated[
        bool, option("--explain-breaks", "Print what the end of each page of the books costs, and why.")
    ] = False
    accessible: Annotated[
        bool,
        option(
            "--accessible",
            "Report what is hard to see, to read or to grasp: type, colours, small pieces, the language of the rules.",
        ),
    ] = False
    plays: Annotated[
        int | None,
        option("--games", "The number of random games if there are too many courses to examine.", "N", min=1),
    ] = None
    locale: Locale = ""
    form: Annotated[
        str, option("--format", f"The format of the report: {', '.join(FORMATS)}.", "FORM", report_formats)
    ] = "text"
    workspace: Workspace = HERE
    as_json: AsJson = False
    verbose: Verbose = False

    @property
    def _has_tables(self) -> bool:
        return self.setup or self.turns or self.explain_breaks

    @property
    def conflict(self) -> str:
        """The error in these options: a conflict or an unknown value; empty if there is none."""
        is_alone = not self.rules
        for is_wrong, error in (
            (
                self.form not in FORMATS,
                f"error: {self.form!r} is not a report format\n    choose one of: {', '.join(FORMATS)}",
            ),
            (self.sheets and self.cards is None, "--sheet needs --cards"),
            (
                self.rules and self.names,
                (
                    f"error: --rules checks a text without a game, but {' '.join(self.names)!r} is given as well\n"
                    "    name the table of the cards with --cards TABLE, or check a game and its own rulebook with: "
                    f"punchboard check {' '.join(self.names)}"
                ),
            ),
            (is_alone and self.cards is not None, "--cards needs --rules"),
            (is_alone and self.decks and len(self.names) != 1, "--deck needs the name of one game"),
            (
                is_alone and not self.decks and self._has_tables and self.form != "text",
                "--setup, --turns and --explain-breaks need --format text",
            ),
        ):
            if is_wrong:
                return error
        return ""


@options_from_record
def command(request: CheckRequest) -> int:
    """Check games, or any rulebook against a table of its components; no file is written."""
    if request.as_json:
        request = request._replace(form="json")
    if request.conflict:
        return usage_error(request.conflict)
    if request.rules:
        return _check_rules(request)
    return _check_decks(request) if request.decks else _check_games(request)


SECONDS: Final = 1.0
"""For how long ``--turns`` plays a game at random on a terminal; elsewhere it is the same few games each time."""

_UNPLAYABLE: Final = frozenset(
    {"EXPR001", "REF001", "SETUP001", "SETUP004", "SETUP005", "SETUP006", "SETUP007", "SETUP008"}
)
"""The codes of errors with which set-up and turns cannot be played, or not as they are meant."""


def _check_games(request: CheckRequest) -> int:
    """Check games and print a report; return the exit status."""
    seconds = SECONDS if (request.setup or request.turns) and request.plays is None and sys.stdout.isatty() else 0.0
    try:
        games = select_translated_games(request.workspace, request.names, request.locale)
        checked = _check_all(games, request, seconds)
        report = Report(tuple(_with_display_paths(result, request.workspace) for result, _ in checked))
    except ProblemsFound as problems:
        checked, report = (), Report(other_problems=with_display_paths(problems.problems, request.workspace))
    for line in (line for _, lines in checked if request.form == "text" for line in lines):
        print_line(line)
    show(report, request.form, verbose=request.verbose)
    return PROBLEMS if report.has_errors else SUCCESS


_GameResult = tuple[CheckResult, tuple[str, ...]]
"""The result of a game's checks, and the lines of its tables."""


def _check_all(games: Sequence[str], request: CheckRequest, seconds: float = 0.0) -> tuple[_GameResult, ...]:
    """Return the result of each game; games are checked in several processes."""
    workers = min(len(games), os.cpu_count() or 1)
    return tuple(mapped(_check_one, games, [request] * len(games), [seconds] * len(games), workers=workers))


def _with_display_paths(result: CheckResult, workspace: Path) -> CheckResult:
    """Return a result whose file names are relative to the current folder."""
    problems = with_display_paths((suppressed.problem for suppressed in result.suppressed), workspace)
    suppressed = tuple(old._replace(problem=new) for old, new in zip(result.suppressed, problems, strict=True))
    return result._replace(problems=with_display_paths(result.problems, workspace), suppressed=suppressed)


def _check_one(game: str, request: CheckRequest, seconds: float) -> _GameResult:
    out = output_folder(request.workspace)
    try:
        checked = check_game(game, BuildOptions(request.workspace, out, games=request.plays, locale=request.locale))
    except ProblemsFound as error:
        return CheckResult(game, error.problems, is_complete=False), ()
    result, lines = CheckResult(game, *checked.findings), tuple[str, ...]()
    if request.accessible:
        from punchboard.cli.check_tables import accessibility_report

        report = accessibility_report(checked.composed)
        result = result._replace(
            problems=(*result.problems, *report.reported.problems),
            suppressed=(*result.suppressed, *report.reported.suppressed),
        )
        lines = report.lines
    if request.explain_breaks:
        from punchboard.cli.check_tables import page_break_lines

        lines = (*lines, *page_break_lines(checked.composed))
    is_unplayable = any(
        problem.severity is Severity.ERROR and problem.rule in _UNPLAYABLE for problem in result.problems
    )
    if is_unplayable or not (request.setup or request.turns):
        return result, lines
    from punchboard.cli.check_tables import setup_lines, turn_lines

    proof = proof_of(checked.composed.game, request.plays, seconds)
    tables = (*([setup_lines] if request.setup else ()), *([turn_lines] if request.turns else ()))
    return result, (*lines, *(line for table in tables for line in table(checked.composed.loaded, proof)))


def _check_rules(request: CheckRequest) -> int:
    """Check Markdown texts against a table of components, or with each other only; return the exit status."""
    try:
        reading = _reading(request.rules, request.cards, request.sheets)
        problems, is_complete = tuple(check_reading(reading)), True
    except ProblemsFound as error:
        problems, is_complete = error.problems, False
    report = _report([str(path) for path in request.rules], problems, is_complete=is_complete)
    show(report, request.form, verbose=request.verbose)
    return PROBLEMS if report.has_errors else SUCCESS


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
            texts.append(parse_markdown(read_text(path, Place(str(path)), str(path)), str(path)))
        except ProblemsFound as error:
            problems += error.problems
    vocabulary = deck_vocabulary("")
    try:
        if cards is not None:
            vocabulary = table_vocabulary(
                TableSource(str(cards), read_bytes(cards, Place(str(cards)), str(cards))), sheets
            )
    except ProblemsFound as error:
        problems += error.problems
    if problems:
        raise ProblemsFound(tuple(problems))
    blocks = tuple(block for text in texts for block in text.blocks)
    return Reading(tuple(texts), with_counted_copies(with_inflections(vocabulary, blocks), blocks))


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


def _check_decks(request: CheckRequest) -> int:
    """Check players' decks against a game and print the report; return the exit status."""
    try:
        (name,) = select_games(request.workspace, request.names)
        loaded = load_game(game_folder(name, request.workspace), workspace_root(request.workspace))
        report = Report(tuple(_check_file(loaded, path) for path in request.decks), noun="deck")
    except ProblemsFound as error:
        report = Report(other_problems=with_display_paths(error.problems, request.workspace), noun="deck")
    show(report, request.form, verbose=request.verbose)
    return PROBLEMS if report.has_errors else SUCCESS


def _check_file(game: Game, path: Path) -> CheckResult:
    try:
        return CheckResult(str(path), tuple(check_deck(game, read_deck(path, str(path)))))
    except ProblemsFound as error:
        return CheckResult(str(path), error.problems, is_complete=False)

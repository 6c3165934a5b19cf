"""``punchboard check``: checks games, several at a time, and prints a report."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_translated_games
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.formats import CheckResult, Report, show
from punchboard.cli.output.report import print_line
from punchboard.engine.proof import Proof, proof_of
from punchboard.load import output_folder
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.pipeline.build import check as check_game
from punchboard.pipeline.options import BuildOptions
from punchboard.problem import ProblemsFound, Severity
from punchboard.workers.build_order import lost_worker_problem
from punchboard.workers.process_pool import NoProcessesError, worker_pool

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
        from punchboard.cli.check.accessible_report import accessibility_report  # noqa: PLC0415 - few checks need it

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

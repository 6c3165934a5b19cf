"""``punchboard check``."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import check as check_game
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_translated_games
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.formats import CheckResult, Report, show
from punchboard.cli.output.report import print_line
from punchboard.engine.proof import Proof, proof_of
from punchboard.load import output_folder
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.problem import ProblemsFound, Severity
from punchboard.workers.build_order import lost_worker_problem
from punchboard.workers.process_pool import NoProcessesError, worker_pool

TableLines = Callable[[LoadedGame, Proof], Iterator[str]]
"""Yields the lines of a table on a game, as of what is left after set-up."""

_UNPLAYABLE: Final = frozenset({"EXPR001", "REF001", "SETUP001", "SETUP004"})
"""What keeps the scripts of a game from being played."""


def run_check(
    workspace: Path,
    names: Sequence[str],
    form: str = "text",
    tables: Sequence[TableLines] = (),
    *,
    plays: int | None = None,
    locale: str = "",
) -> int:
    """Check games and show what was found, in one of the formats; return the exit status.

    Args:
        workspace: the folder that holds ``catalog/``.
        names: the games; all of them when none is named.
        form: text, json, sarif, junit or github.
        tables: what is printed of each game besides, where its data have no errors.
        plays: how many games are played at random where turns are too much to be walked through; a few when None.
        locale: the language to check them in; their own when empty.
    """
    ask = _CheckOptions(workspace, tuple(tables), plays, locale)
    try:
        games = select_translated_games(workspace, names, locale)
        found = _check_all(games, ask)
        report = Report(tuple(_with_display_paths(one, workspace) for one, _ in found))
    except ProblemsFound as problems:
        found, report = (), Report(other_problems=with_display_paths(problems.problems, workspace))
    except BrokenExecutor:
        found, report = (), Report(other_problems=(lost_worker_problem("catalog"),))
    for line in (line for _, lines in found for line in lines):
        print_line(line)
    show(report, form)
    return PROBLEMS if report.has_errors else SUCCESS


class _CheckOptions(NamedTuple):
    """What is asked of each game."""

    workspace: Path
    tables: tuple[TableLines, ...]
    plays: int | None
    locale: str


_GameResult = tuple[CheckResult, tuple[str, ...]]
"""What the checks say of a game, and the lines of the tables on it."""


def _check_all(games: Sequence[str], ask: _CheckOptions) -> tuple[_GameResult, ...]:
    """Return what is found in each game, several games at a time."""
    workers = min(len(games), os.cpu_count() or 1)
    if workers > 1:
        with suppress(NoProcessesError), worker_pool(workers) as pool:
            return tuple(pool.map(_check_one, games, [ask] * len(games)))
    return tuple(_check_one(game, ask) for game in games)


def _with_display_paths(one: CheckResult, workspace: Path) -> CheckResult:
    """Return what was found with its files named from where the person stands."""
    aside = with_display_paths((aside.problem for aside in one.suppressed), workspace)
    suppressed = tuple(old._replace(problem=new) for old, new in zip(one.suppressed, aside, strict=True))
    return one._replace(problems=with_display_paths(one.problems, workspace), suppressed=suppressed)


def _check_one(game: str, ask: _CheckOptions) -> _GameResult:
    options = BuildOptions(ask.workspace, output_folder(ask.workspace), games=ask.plays, locale=ask.locale)
    try:
        found = check_game(game, options)
    except ProblemsFound as error:
        return CheckResult(game, error.problems, is_complete=False), ()
    result = CheckResult(game, *found.findings)
    if any(problem.severity is Severity.ERROR and problem.rule in _UNPLAYABLE for problem in result.problems):
        return result, ()
    proof = proof_of(found.composed.game, ask.plays)
    lines = tuple(line for told in ask.tables for line in told(found.composed.loaded, proof))
    return result, lines

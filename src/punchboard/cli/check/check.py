"""``punchboard check``."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import check as check_game
from punchboard.cli.exit_status import GOOD, PROBLEMS
from punchboard.cli.game_selection import spoken_games
from punchboard.cli.output.display_paths import seen
from punchboard.cli.output.formats import Checked, Report, show
from punchboard.cli.output.report import say
from punchboard.engine.proof import Proof, proof_of
from punchboard.load import output_folder
from punchboard.model.game.material import Material
from punchboard.problem import ProblemsFound, Severity
from punchboard.workers.build_order import lost
from punchboard.workers.process_pool import NoProcessesError, processes

Told = Callable[[Material, Proof], Iterator[str]]
"""Yields the lines of a table on a game, as of what is left after set-up."""

_UNPLAYABLE: Final = frozenset({"EXPR001", "REF001", "SETUP001", "SETUP004"})
"""What keeps the scripts of a game from being played."""


def run_check(
    workspace: Path,
    names: Sequence[str],
    form: str = "text",
    tables: Sequence[Told] = (),
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
    ask = _Ask(workspace, tuple(tables), plays, locale)
    try:
        games = spoken_games(workspace, names, locale)
        found = _all(games, ask)
        report = Report(tuple(_as_seen(one, workspace) for one, _ in found))
    except ProblemsFound as problems:
        found, report = (), Report(elsewhere=seen(problems.problems, workspace))
    except BrokenExecutor:
        found, report = (), Report(elsewhere=(lost("catalog"),))
    for line in (line for _, lines in found for line in lines):
        say(line)
    show(report, form)
    return PROBLEMS if report.failed else GOOD


class _Ask(NamedTuple):
    """What is asked of each game."""

    workspace: Path
    tables: tuple[Told, ...]
    plays: int | None
    locale: str


_Found = tuple[Checked, tuple[str, ...]]
"""What the checks say of a game, and the lines of the tables on it."""


def _all(games: Sequence[str], ask: _Ask) -> tuple[_Found, ...]:
    """Return what is found in each game, several games at a time."""
    workers = min(len(games), os.cpu_count() or 1)
    if workers > 1:
        with suppress(NoProcessesError), processes(workers) as pool:
            return tuple(pool.map(_found, games, [ask] * len(games)))
    return tuple(_found(game, ask) for game in games)


def _as_seen(one: Checked, workspace: Path) -> Checked:
    """Return what was found with its files named from where the person stands."""
    aside = seen((aside.problem for aside in one.set_aside), workspace)
    set_aside = tuple(old._replace(problem=new) for old, new in zip(one.set_aside, aside, strict=True))
    return one._replace(problems=seen(one.problems, workspace), set_aside=set_aside)


def _found(game: str, ask: _Ask) -> _Found:
    options = BuildOptions(ask.workspace, output_folder(ask.workspace), games=ask.plays, locale=ask.locale)
    try:
        found = check_game(game, options)
    except ProblemsFound as error:
        return Checked(game, error.problems, whole=False), ()
    if any(problem.severity is Severity.ERROR and problem.rule in _UNPLAYABLE for problem in found.problems):
        return Checked(game, found.problems, found.set_aside), ()
    proof = proof_of(found.composed.game, ask.plays)
    lines = tuple(line for told in ask.tables for line in told(found.composed.material, proof))
    return Checked(game, found.problems, found.set_aside), lines

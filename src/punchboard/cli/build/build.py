"""``punchboard build``: what has not changed is told again, what has is built; most of the program waits for that."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from punchboard.build_result import BuildResult
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.results import print_done, show_results
from punchboard.cli.build.unchanged import BuildRecords
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_games
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.problem import ProblemsFound


def run_build(asked: BuildRequest) -> int:
    """Build, show problems and the closing table; return the exit status."""
    if asked.conflict:
        print(asked.conflict, file=sys.stderr)  # noqa: T201 - this is the command line's voice
        return USAGE_ERROR
    stamps = BuildRecords(asked)
    again = _unchanged_results(asked, stamps)
    if again is None:
        from punchboard.cli.build.run import run  # noqa: PLC0415 - most of the program

        return run(asked, stamps)
    problems = [problem for result in again for problem in result.problems]
    show_results(with_display_paths(problems, asked.workspace), again, as_json=asked.as_json)
    return SUCCESS


def _unchanged_results(asked: BuildRequest, stamps: BuildRecords) -> Sequence[BuildResult] | None:
    """Tell what became of all games when they were built last; None, and nothing is told, if any is to be built."""
    if len(asked.locales) > 1 or "all" in asked.locales or (asked.locales and not asked.names):
        return None  # which games have which languages, others know
    locale = asked.locales[0] if asked.locales else ""
    try:
        games = select_games(asked.workspace, asked.names)
    except ProblemsFound:
        return None
    found = stamps.unchanged_results([(game, locale) for game in games])
    for game, result in zip(games, found or (), strict=False):
        if not asked.as_json:
            print_done(result, stamps.folder(game, locale), unchanged=True)
    return found

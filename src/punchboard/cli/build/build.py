"""``punchboard build``: what has not changed is told again, what has is built; most of the program waits for that."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from punchboard.build_result import Built
from punchboard.cli.build.request import Asked
from punchboard.cli.build.results import say_done, show_results
from punchboard.cli.build.unchanged import Stamps
from punchboard.cli.exit_status import GOOD, WRONG_USE
from punchboard.cli.game_selection import wanted_games
from punchboard.cli.output.display_paths import seen
from punchboard.problem import ProblemsFound


def run_build(asked: Asked) -> int:
    """Build, show problems and the closing table; return the exit status."""
    if asked.conflict:
        print(asked.conflict, file=sys.stderr)  # noqa: T201 - this is the command line's voice
        return WRONG_USE
    stamps = Stamps(asked)
    again = _again(asked, stamps)
    if again is None:
        from punchboard.cli.build.run import run  # noqa: PLC0415 - most of the program

        return run(asked, stamps)
    problems = [problem for result in again for problem in result.problems]
    show_results(seen(problems, asked.workspace), again, as_json=asked.as_json)
    return GOOD


def _again(asked: Asked, stamps: Stamps) -> Sequence[Built] | None:
    """Tell what became of all games when they were built last; None, and nothing is told, if any is to be built."""
    if len(asked.locales) > 1 or "all" in asked.locales or (asked.locales and not asked.names):
        return None  # which games have which languages, others know
    locale = asked.locales[0] if asked.locales else ""
    try:
        games = wanted_games(asked.workspace, asked.names)
    except ProblemsFound:
        return None
    found = stamps.all_told([(game, locale) for game in games])
    for game, result in zip(games, found or (), strict=False):
        if not asked.as_json:
            say_done(result, stamps.folder(game, locale), again=True)
    return found

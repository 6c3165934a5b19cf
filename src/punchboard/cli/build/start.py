"""The start of ``punchboard build``: reports unchanged games from their records, without most of the program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from punchboard.build_result import BuildResult
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.results import print_done, show_results
from punchboard.cli.build.unchanged import BuildRecords
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_games
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.problem import ProblemsFound


def run_build(request: BuildRequest) -> int:
    """Build, then print the problems and a table of the results; return the exit status."""
    if request.conflict:
        print(request.conflict, file=sys.stderr)  # noqa: T201 - an error for the user
        return USAGE_ERROR
    records = BuildRecords(request)
    unchanged = _unchanged_results(request, records)
    if unchanged is None:
        from punchboard.cli.build.run import run  # noqa: PLC0415 - most of the program

        return run(request, records)
    results, folders = unchanged
    problems = [problem for result in results for problem in result.problems]
    show_results(with_display_paths(problems, request.workspace), results, folders, request)
    return SUCCESS


def _unchanged_results(
    request: BuildRequest, records: BuildRecords
) -> tuple[Sequence[BuildResult], Sequence[Path]] | None:
    """Return the last results of all games and their folders, after reporting each; None if any must be built."""
    if len(request.locales) > 1 or "all" in request.locales or (request.locales and not request.names):
        return None  # `cli.languages` finds which games have which languages, which needs more of the program
    locale = request.locales[0] if request.locales else ""
    try:
        games = select_games(request.workspace, request.names)
    except ProblemsFound:
        return None
    found = records.unchanged_results([(game, locale) for game in games])
    if found is None:
        return None
    folders = [records.folder(game, locale) for game in games]
    for result, folder in zip(found, folders, strict=True):
        if not request.as_json:
            print_done(result, folder, unchanged=True)
    return found, folders

"""``punchboard check``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.cli.games import wanted_games
from punchboard.cli.report import as_data, say, show_json, show_problems
from punchboard.cli.status import GOOD, PROBLEMS
from punchboard.pipeline import Options, checked
from punchboard.problem import Problem, ProblemsFound, Severity


def run_check(workspace: Path, names: Sequence[str], *, as_json: bool) -> int:
    """Check games and show what was found; return the exit status."""
    problems: list[Problem] = []
    try:
        games = wanted_games(workspace, names)
    except ProblemsFound as found:
        games = ()
        problems += found.problems
    for game in games:
        problems += _problems(game, workspace)
    if as_json:
        show_json({"checked": list(games), "problems": as_data(problems)})
    else:
        show_problems(problems)
        if not problems:
            say(f"{len(games)} game{'' if len(games) == 1 else 's'} checked, nothing found")
    return PROBLEMS if any(problem.severity is Severity.ERROR for problem in problems) else GOOD


def _problems(game: str, workspace: Path) -> tuple[Problem, ...]:
    try:
        return checked(game, Options(workspace, workspace / "output"))[1]
    except ProblemsFound as found:
        return found.problems

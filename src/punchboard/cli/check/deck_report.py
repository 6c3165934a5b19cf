"""``punchboard check GAME --deck my-deck.csv``: checks a player's own deck against the limits of a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.checks.decks import check_deck
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.formats import CheckResult, Report, show
from punchboard.load import game_folder, load_game, workspace_root
from punchboard.load.own_deck import read_deck
from punchboard.model.game.game import Game
from punchboard.problem import ProblemsFound


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

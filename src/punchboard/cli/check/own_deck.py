"""``punchboard check GAME --deck my-deck.csv``: a player's own deck, judged by the limits of a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.checks.decks import check_deck
from punchboard.cli.exit_status import GOOD, PROBLEMS
from punchboard.cli.game_selection import wanted_games
from punchboard.cli.output.display_paths import seen
from punchboard.cli.output.formats import Checked, Report, show
from punchboard.load import game_folder, home, load_game
from punchboard.load.own_deck import read_deck
from punchboard.model.game.game import Game
from punchboard.problem import ProblemsFound


def run_check_decks(workspace: Path, game: str, decks: Sequence[Path], form: str = "text") -> int:
    """Check players' decks against a game and show what was found; return the exit status."""
    try:
        (name,) = wanted_games(workspace, (game,))
        loaded = load_game(game_folder(name, workspace), home(workspace))
        report = Report(tuple(_checked(loaded, path) for path in decks), noun="deck")
    except ProblemsFound as found:
        report = Report(elsewhere=seen(found.problems, workspace), noun="deck")
    show(report, form)
    return PROBLEMS if report.failed else GOOD


def _checked(game: Game, path: Path) -> Checked:
    try:
        return Checked(str(path), tuple(check_deck(game, read_deck(path, str(path)))))
    except ProblemsFound as found:
        return Checked(str(path), found.problems, whole=False)

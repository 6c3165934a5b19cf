"""``punchboard stats``: writes the page, and prints a table."""

from pathlib import Path
from typing import Final, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games
from punchboard.cli.options import usage_error
from punchboard.cli.output.display_paths import display_path, with_display_paths
from punchboard.cli.output.report import print_line, problems_data, show_json, show_problems
from punchboard.cli.stats.report import stats_data, stats_lines
from punchboard.expression import ExpressionError
from punchboard.load import load, output_folder
from punchboard.model.snapshot import edition
from punchboard.plays.games import usual_players
from punchboard.plays.groups import read_groups
from punchboard.plays.log import RULE
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.products.web.checks.odds import asked
from punchboard.products.web.stats import Shown, stats_page
from punchboard.revisions.comparison import game_state
from punchboard.write.atomic_file import write_atomically

MISSING: Final = "the page needs Matplotlib"
HINT: Final = "pip install 'punchboard[stats]'"


class Request(NamedTuple):
    """What the command line says."""

    workspace: Path
    game: str
    logs: tuple[Path, ...]
    players: int | None
    output: Path | None


def run_stats(request: Request, *, as_json: bool) -> int:
    """Write the page and print a table; return the exit status."""
    try:
        shown = _shown(request)
    except ExpressionError as error:
        return usage_error(f"error: {error}")
    except ProblemsFound as found:
        return _show_failure(found.problems, request, as_json=as_json)
    problems, page = shown.logs.problems, ""
    path = request.output or output_folder(request.workspace) / f"{shown.loaded.game.id}-stats.html"
    try:
        write_atomically(path, stats_page(shown))
        page = display_path(path)
    except ImportError:
        problems = (*problems, Problem(RULE, Place(path.name), MISSING, HINT))
    except ProblemsFound as found:
        problems = (*problems, *found.problems)
    if as_json:
        show_json(stats_data(shown) | {"page": page, "problems": problems_data(problems)})
    else:
        for line in stats_lines(shown):
            print_line(line)
        show_problems(with_display_paths(problems, request.workspace))
        if page:
            print_line(f"plots and tables: {page}")
    return PROBLEMS if problems else SUCCESS


def _show_failure(problems: tuple[Problem, ...], request: Request, *, as_json: bool) -> int:
    found = with_display_paths(problems, request.workspace)
    if as_json:
        show_json({"problems": problems_data(found)})
    else:
        show_problems(found)
    return PROBLEMS


def _shown(request: Request) -> Shown:
    """Return what the page shows.

    Raises:
        ExpressionError: for expressions that cannot be read.
        ProblemsFound: when the game cannot be loaded.
    """
    (name,) = select_games(request.workspace, (request.game,))
    loaded = load(name, request.workspace, books=False)
    game = loaded.game
    players = request.players or usual_players(game)
    odds = tuple(asked(game, *question, players) for question in game.file.odds.items())
    return Shown(loaded, edition(game_state(loaded)), odds, read_groups(game, request.logs))

"""The command ``punchboard stats``: a page of curves, odds and what logs of games show."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from punchboard.cli.commands.simulate import share_data, share_text
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games
from punchboard.cli.options import (
    HERE,
    AsJson,
    GameArgument,
    Workspace,
    argument,
    option,
    options_from_record,
    usage_error,
)
from punchboard.cli.report import (
    display_path,
    print_line,
    problems_data,
    show_failure,
    show_json,
    show_problems,
    with_display_paths,
)
from punchboard.cli.text_table import text_table
from punchboard.expression import ExpressionError
from punchboard.load import load, output_folder
from punchboard.model.snapshot import edition
from punchboard.model.values import counted
from punchboard.plays.games import usual_players
from punchboard.plays.log import RULE
from punchboard.plays.summary import GroupKey, Tally, read_groups
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.products.web.checks.wording import answer_data, answered
from punchboard.products.web.stats import Shown, stats_page
from punchboard.products.web.stats.counts import curves, pair_tables
from punchboard.revisions.comparison import game_state
from punchboard.write.atomic_file import write_atomically


class Request(NamedTuple):
    """The arguments and options of ``punchboard stats``."""

    game: GameArgument
    logs: Annotated[
        tuple[Path, ...], argument("LOG", "Logs of games, from simulate --log or from the table in the browser.")
    ] = ()
    players: Annotated[
        int | None, option("--players", "The players for odds (default: 2, or the fewest).", "N", min=1)
    ] = None
    output: Annotated[Path | None, option("--output", "The page (default: output/GAME-stats.html).", "FILE")] = None
    workspace: Workspace = HERE
    as_json: AsJson = False


MISSING: Final = "the page needs Matplotlib"
HINT: Final = "pip install 'punchboard[stats]'"


def run_stats(request: Request) -> int:
    """Write a page with curves, counts and odds of a game, and with what logs of its games show."""
    try:
        shown = _shown(request)
    except ExpressionError as error:
        return usage_error(f"error: {error}")
    except ProblemsFound as caught:
        show_failure(caught.problems, request.workspace, as_json=request.as_json)
        return PROBLEMS
    problems, page = shown.logs.problems, ""
    path = request.output or output_folder(request.workspace) / f"{shown.loaded.game.id}-stats.html"
    try:
        write_atomically(path, stats_page(shown))
        page = display_path(path)
    except ImportError:
        problems = (*problems, Problem(RULE, Place(path.name), MISSING, HINT))
    except ProblemsFound as caught:
        problems = (*problems, *caught.problems)
    if request.as_json:
        show_json(_stats_data(shown) | {"page": page, "problems": problems_data(problems)})
    else:
        for line in _stats_lines(shown):
            print_line(line)
        show_problems(with_display_paths(problems, request.workspace))
        if page:
            print_line(f"plots and tables: {page}")
    return PROBLEMS if problems else SUCCESS


command = options_from_record(run_stats)


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
    odds = tuple(answered(game, *question, players) for question in game.file.odds.items())
    return Shown(loaded, edition(game_state(loaded)), odds, read_groups(game, request.logs))


# The statistics of a game as lines of text, and as plain values for JSON.


def _stats_lines(shown: Shown) -> Iterator[str]:
    """Yield the lines of the report: curves, odds, and the groups of games of logs."""
    game = shown.loaded.game
    yield f"{game.title}: {counted(sum(component.copies for component in game.components), 'component')}"
    rows = [
        (f"{one.kind}: {one.field}", str(one.total), f"{one.mean:.2f}", f"{min(one.values):g}-{max(one.values):g}")
        for one in curves(game)
    ]
    if rows:
        yield from text_table(("number", "components", "mean", "range"), rows)
    chances = [(f"{one.name}, {row.who}", row.percent, row.exact or "-") for one in shown.odds for row in one.rows]
    if chances:
        yield ""
        yield from text_table(("odds after set-up", "chance", "exact"), chances)
    for key, tally in shown.logs.groups.items():
        yield ""
        yield from _group_lines(shown, key, tally)


def _group_lines(shown: Shown, key: GroupKey, tally: Tally) -> Iterator[str]:
    edition = "this edition" if key.edition == shown.edition else f"another edition {key.edition}".rstrip()
    how = f"{counted(key.players, 'player')}{f', {key.variant}' if key.variant else ''}"
    number = counted(tally.games, "game")
    yield _printable(
        f"{number} of {edition}, version {key.version or '-'}: {how}, by {', '.join(key.bots) or 'people'}"
    )
    length = tally.length()
    if length is not None:
        yield "  rounds: {:.1f} on average ({:.1f}-{:.1f})".format(*length)
    for name, share in tally.end_shares(()).items():
        yield _printable(f"  {name}: {' games, '.join(share_text(share))}")
    for seat, share in enumerate(tally.win_shares()):
        yield f"  wins of seat {seat + 1}: {' games, '.join(share_text(share))}"
    for why, count in tally.stopped.items():
        yield _printable(f"  without an end: {count}, {why}")


def _printable(text: str) -> str:
    """Return a line without characters that a terminal would obey."""
    return "".join(one if one.isprintable() else " " for one in text)


def _stats_data(shown: Shown) -> dict[str, Any]:
    """Return the statistics as plain values for JSON."""
    game = shown.loaded.game
    copies = {component.id: component.copies for component in game.components}
    return {
        "game": game.id,
        "version": game.file.version,
        "edition": shown.edition,
        "curves": [one._asdict() | {"mean": one.mean} for one in curves(game)],
        "pairs": [one._asdict() for one in pair_tables(game)],
        "odds": [answer_data(one) for one in shown.odds],
        "groups": [_group_data(key, tally, copies) for key, tally in shown.logs.groups.items()],
        "records": [
            {"file": one.file, "names": list(one.head.names), **one.result.model_dump()} for one in shown.logs.records
        ],
    }


def _group_data(key: GroupKey, tally: Tally, copies: Mapping[str, int]) -> dict[str, Any]:
    length = tally.length()
    return {
        **key._asdict(),
        "games": tally.games,
        "rounds": None if length is None else {"mean": length[0], "interval": list(length[1:])},
        "ends": [{"name": name, **share_data(one)} for name, one in tally.end_shares(()).items()],
        "wins": [{"seat": seat, **share_data(one)} for seat, one in enumerate(tally.win_shares())],
        "stopped": dict(tally.stopped),
        "components": [
            {"id": use.id, "drawn": use.drawn, "played": use.played, "left": use.left} for use in tally.uses(copies)
        ],
    }

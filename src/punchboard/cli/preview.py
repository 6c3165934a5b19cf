"""``punchboard preview``."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_translated_games
from punchboard.cli.options import usage_error
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.report import print_line, show_problems
from punchboard.load.layouts.stationery import paper
from punchboard.problem import ProblemsFound
from punchboard.server.full_check import PAPERS
from punchboard.server.server import HOST, PortError, bind_socket, serve
from punchboard.server.worker import NO_TIME_LIMIT
from punchboard.workspace import workspace_root


def run_preview(
    workspace: Path,
    names: tuple[str, ...],
    port: int | None,
    locale: str = "",
    papers: tuple[str, ...] = PAPERS,
    *,
    show: bool = True,
    untrusted: bool | None = None,
) -> int:
    """Serve games in the browser until interrupted; return the exit status.

    Args:
        workspace: the folder that they are in.
        names: which; all when none is named.
        port: the port to listen at; a free one when None.
        locale: the language of the games; their own when empty.
        papers: the papers whose sheets are shown: names, or sizes.
        show: whether to open the browser.
        untrusted: whether the games are a stranger's; by where the folder lies when None.
    """
    try:
        for one in papers:
            paper(one, workspace)
        games = select_translated_games(workspace, names, locale)
        own = bind_socket(port)
    except ProblemsFound as found:
        show_problems(with_display_paths(found.problems, workspace))
        return USAGE_ERROR if any(one.place.file.startswith("--") for one in found.problems) else PROBLEMS
    except PortError as error:
        return usage_error(f"error: {error}\n    leave --port out for one that is free")
    confined = is_outside(workspace) if untrusted is None else untrusted
    address = f"http://{HOST}:{own.getsockname()[1]}/"

    def started() -> None:
        print_line(f"{', '.join(games)}: {address} (Ctrl-C ends it)")
        if show and not confined:  # a browser may take its time to come up
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if confined:
        print_line(enter_sandbox(workspace, games))
    shown = games if names or locale or confined else ()
    serve(workspace, shown, own, started, locale, papers=papers, seconds=work_timeout(confined=confined))
    return SUCCESS


def work_timeout(*, confined: bool) -> float:
    """Return how many seconds a piece of work may take by the clock: a stranger's as many as in a build."""
    if not confined:
        return NO_TIME_LIMIT
    from punchboard.sandbox import LIMITS  # noqa: PLC0415 - one's own games need no walls

    return LIMITS.wall_seconds


def is_outside(workspace: Path) -> bool:
    """Tell whether a folder lies outside the one that the program runs in, and the workspace round that: a download."""
    here = Path.cwd().resolve()
    root = workspace_root(here)
    return not workspace.resolve().is_relative_to(root)


def enter_sandbox(workspace: Path, games: Sequence[str]) -> str:
    """Raise walls round this process, and return what there is to say of them."""
    from punchboard.sandbox import LIMITS  # noqa: PLC0415 - one's own games need no walls
    from punchboard.sandbox.job import readable_paths  # noqa: PLC0415
    from punchboard.sandbox.restrictions import RESTRICTIONS, enter_server_sandbox  # noqa: PLC0415

    sys.dont_write_bytecode = True
    stand = enter_server_sandbox(map(str, readable_paths(games, workspace)), LIMITS)
    lacking = [name for name in RESTRICTIONS if name not in stand]
    said = "a folder of somebody else's: the preview can read it and nothing else of yours; --trusted says it is yours"
    return (
        f"{said}\nthis system lacks {' and '.join(lacking)}, and holds it in by what else there is" if lacking else said
    )

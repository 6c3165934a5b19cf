"""The command ``punchboard preview``, and the server in the browser that ``edit`` and ``table`` run, too."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from socket import socket
from typing import Annotated

from punchboard.cli.commands.demo import GAME, demo_files
from punchboard.cli.exit_status import SUCCESS
from punchboard.cli.game_selection import select_games, select_translated_games
from punchboard.cli.options import HERE, Games, Locale, NoOpen, Papers, Port, Workspace, exit_with, option, usage_error
from punchboard.cli.report import print_line, show_failure
from punchboard.load.layouts.stationery import paper
from punchboard.problem import ProblemsFound
from punchboard.server.full_check import PAPERS
from punchboard.server.http.door import START
from punchboard.server.http.server import HOST, PortError, bind_socket, serve, serve_studio
from punchboard.server.start.recent import remember
from punchboard.server.worker import NO_TIME_LIMIT
from punchboard.system.user import open_page
from punchboard.workspace import find_games, workspace_root


def command(
    games: Games = None,
    port: Port = None,
    no_open: NoOpen = False,
    locale: Locale = "",
    paper: Papers = None,
    workspace: Workspace = HERE,
    untrusted: Annotated[
        bool | None,
        option("--untrusted/--trusted", "Whether to use a sandbox (default: for folders outside the current one)."),
    ] = None,
) -> None:
    """Show games in the browser as they will print, and update them whenever a file changes."""
    from punchboard.server.full_check import PAPERS

    exit_with(
        run_preview(
            workspace, tuple(games or ()), port, locale, tuple(paper or PAPERS), show=not no_open, untrusted=untrusted
        )
    )


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
        workspace: the folder of the games.
        names: the games to serve; all if empty.
        port: the port to listen at; a free port if None.
        locale: the language of the games; their own if empty.
        papers: the papers whose sheets are shown, by name or size.
        show: whether to open the browser.
        untrusted: whether to serve the games in a sandbox; if None, only a workspace outside the current one.
    """
    bound = _bound(workspace, papers, port, lambda: select_translated_games(workspace, names, locale))
    if isinstance(bound, int):
        return bound
    games, own = bound
    sandboxed = is_outside(workspace) if untrusted is None else untrusted
    address = f"http://{HOST}:{own.getsockname()[1]}/"
    started = partial(_announce, ", ".join(games), address, show=show and not sandboxed)
    if sandboxed:
        print_line(enter_sandbox(workspace, games))
    shown = games if names or locale or sandboxed else ()
    seconds = work_timeout(sandboxed=sandboxed)
    serve(workspace, shown, own, started, locale, papers=papers, seconds=seconds)
    return SUCCESS


def run_edit(
    workspace: Path,
    names: tuple[str, ...],
    port: int | None,
    papers: tuple[str, ...] = PAPERS,
    *,
    show: bool = True,
    begin: bool = False,
) -> int:
    """Serve games in the browser to be edited until interrupted; return the exit status.

    Without games, or with ``begin``, the first page asks for a spreadsheet or a game. The address has a token that only
    this command's browser gets; without it, the server writes nothing.
    """
    if is_outside(workspace):
        hint = "copy the folder into your own workspace, or start the command in its folder if it is yours"
        return usage_error(f"error: {str(workspace)!r} is outside the current folder: it cannot be edited\n    {hint}")
    begin = begin or not (names or find_games(workspace))
    bound = _bound(workspace, papers, port, lambda: () if begin else select_games(workspace, names))
    if isinstance(bound, int):
        return bound
    games, own = bound
    token = token_urlsafe(32)
    address = f"http://{HOST}:{own.getsockname()[1]}{START if begin else '/'}?token={token}"
    for game in games[:1]:
        remember(workspace, game)
    started = partial(_announce, ", ".join(games) or "punchboard", address, show=show)
    sample = (GAME, lambda: dict(demo_files()))
    serve_studio(workspace, None if begin else names, own, started, sample, papers=papers, token=token)
    return SUCCESS


def _bound(
    workspace: Path, papers: tuple[str, ...], port: int | None, select: Callable[[], tuple[str, ...]]
) -> tuple[tuple[str, ...], socket] | int:
    """Return the games to serve and the socket to listen on, or the exit status when something is wrong."""
    try:
        for name in papers:
            paper(name, workspace)
        return select(), bind_socket(port)
    except ProblemsFound as caught:
        return show_failure(caught.problems, workspace)
    except PortError as error:
        return usage_error(f"error: {error}\n    leave out --port to use a free port")


def _announce(what: str, address: str, *, show: bool) -> None:
    print_line(f"{what}: {address} (Ctrl-C ends it)")
    if show:
        open_page(address)


def work_timeout(*, sandboxed: bool) -> float:
    """Return how many seconds one piece of work may take: in a sandbox as long as a sandboxed build."""
    if not sandboxed:
        return NO_TIME_LIMIT
    from punchboard.sandbox import LIMITS

    return LIMITS.wall_seconds


def is_outside(workspace: Path) -> bool:
    """Return whether a folder lies outside the current folder and its workspace, as a download does."""
    here = Path.cwd().resolve()
    root = workspace_root(here)
    return not workspace.resolve().is_relative_to(root)


def enter_sandbox(workspace: Path, games: Sequence[str]) -> str:
    """Put this process into the sandbox, and return a message about it for the user."""
    from punchboard.sandbox import LIMITS
    from punchboard.sandbox.job import SAFER, readable_paths
    from punchboard.sandbox.restrictions import LANDLOCK, enter_server_sandbox, missing_restrictions

    sys.dont_write_bytecode = True
    active = enter_server_sandbox(map(str, readable_paths(games, workspace)), LIMITS)
    if LANDLOCK in active:
        message = "untrusted folder: the preview can read only this folder; if it is yours, add --trusted"
    else:
        message = "untrusted folder, and its games could read other files of yours; if it is yours, add --trusted"
    if missing := missing_restrictions(active):
        message += f"\n{missing}; {'only the others apply' if active else 'there is no sandbox'}\n    {SAFER}"
    return message

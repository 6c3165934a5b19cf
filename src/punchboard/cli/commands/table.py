"""The command ``punchboard table``: a game on a table that several browsers share."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from punchboard.cli.commands.preview import is_outside
from punchboard.cli.exit_status import SUCCESS
from punchboard.cli.game_selection import select_translated_games
from punchboard.cli.options import (
    HERE,
    Locale,
    NoOpen,
    Port,
    Workspace,
    argument,
    exit_with,
    games,
    option,
    usage_error,
)
from punchboard.cli.report import print_line, show_failure
from punchboard.load import load
from punchboard.model.print_options import PrintOptions
from punchboard.problem import ProblemsFound
from punchboard.products import ComposedGame
from punchboard.server.http.guard import HOST_NAMES
from punchboard.server.http.server import HOST, PortError, bind_socket, serve_app
from punchboard.server.http.table_app import TableApp
from punchboard.server.shared_table.guests import new_code
from punchboard.server.shared_table.seats import open_table
from punchboard.system.user import open_page


def command(
    game: Annotated[str, argument("GAME", "The game.", games)],
    port: Port = None,
    no_open: NoOpen = False,
    locale: Locale = "",
    workspace: Workspace = HERE,
    lan: Annotated[bool, option("--lan", "Let others in this network join, with a code.")] = False,
) -> None:
    """Put a game on a table in the browser that several people share."""
    exit_with(run_table(workspace, game, port, locale, show=not no_open, lan=lan))


EVERYWHERE = "0.0.0.0"  # noqa: S104 - only with --lan, which says so
"""Where the server listens for other devices."""


def run_table(
    workspace: Path, name: str, port: int | None, locale: str = "", *, show: bool = True, lan: bool = False
) -> int:
    """Serve a shared table until interrupted; return the exit status.

    Args:
        workspace: the folder of the game.
        name: the game.
        port: the port to listen at; a free port if None.
        locale: the language of the game; its own if empty.
        show: whether to open the browser.
        lan: whether other devices of the network can join; else only this machine.
    """
    if is_outside(workspace):
        hint = "build it with --untrusted and open table.html, or copy the folder into your own workspace"
        return usage_error(f"error: {str(workspace)!r} is outside the current folder: it is not shared\n    {hint}")
    code = new_code()
    try:
        (chosen,) = select_translated_games(workspace, (name,), locale)
        opened = open_table(ComposedGame(load(name, workspace, locale=locale), ("a4",), (), PrintOptions()), code)
        own = bind_socket(port, EVERYWHERE if lan else HOST)
    except ProblemsFound as caught:
        return show_failure(caught.problems, workspace)
    except PortError as error:
        return usage_error(f"error: {error}\n    leave out --port to use a free port")
    if opened is None:
        return usage_error(f"error: the scripts of {name!r} cannot be carried out\n    see 'punchboard check {name}'")
    number = own.getsockname()[1]
    reached = own_address() if lan else None
    app = TableApp(opened.table, opened.page, opened.policy)
    address = f"http://{HOST}:{number}/#{code}"

    def started() -> None:
        lines = [f"{chosen}: {address} (Ctrl-C ends it)"]
        if lan:
            where = f"http://{reached}:{number}" if reached else f"port {number} of this machine's address"
            lines.append(f"others in this network: {where} with the code {code[:4]}-{code[4:]}")
        print_line("\n".join(lines))
        if show:
            open_page(address)

    names = (*HOST_NAMES, *([reached] if reached else ()))
    serve_app(app.guarded(number, names), own, started, app.close)
    return SUCCESS


def own_address() -> str | None:
    """Return the address by which this machine is known in its network; None if it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent
        address: str = probe.getsockname()[0]
        return address
    return None

"""The arguments and options of ``punchboard edit``."""

from punchboard.cli.options import HERE, Games, NoOpen, Papers, Port, Workspace, exit_with


def command(
    games: Games = None,
    port: Port = None,
    no_open: NoOpen = False,
    paper: Papers = None,
    workspace: Workspace = HERE,
) -> None:
    """Edit games in the browser: boxes and cards change in the game's own files."""
    from punchboard.cli.commands.preview import run_edit
    from punchboard.server.full_check import PAPERS

    exit_with(run_edit(workspace, tuple(games or ()), port, tuple(paper or PAPERS), show=not no_open))

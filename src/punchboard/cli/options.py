"""Options that several commands share, and functions that end a command.

Annotations are evaluated here and in the commands, because typer would evaluate their text at every start.
"""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from punchboard.cli.completion import games, locales, papers
from punchboard.cli.exit_status import USAGE_ERROR

Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME", help="Games by the names of their folders (default: all).", autocompletion=games),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The output folder (default: output/).")]
Workspace = Annotated[
    Path,
    typer.Option("--workspace", metavar="DIR", help="The folder with catalog/ and layouts/, or the folder of a game."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="List every problem, also many with the same cause.")]
Papers = Annotated[
    list[str] | None,
    typer.Option(
        "--paper",
        metavar="PAPER",
        help="A paper: a4, letter or 320x450mm. Can be repeated.",
        autocompletion=papers,
    ),
]
Port = Annotated[
    int | None,
    typer.Option("--port", metavar="N", min=0, max=65535, help="The port (default: the first free port)."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser; print the address.")]
Locale = Annotated[
    str,
    typer.Option(
        "--locale",
        metavar="LANGUAGE",
        help="A language from the games' locale/ folders.",
        autocompletion=locales,
    ),
]
Locales = Annotated[
    list[str] | None,
    typer.Option(
        "--locale",
        metavar="LANGUAGE",
        help="A language from the games' locale/ folders, or all. Can be repeated.",
        autocompletion=locales,
    ),
]
Sheets = Annotated[
    list[str] | None,
    typer.Option(
        "--sheet",
        metavar="NAME",
        help="A sheet of the workbook; can be repeated (default: all that look like components).",
    ),
]
AllowHttp = Annotated[
    bool, typer.Option("--allow-http", help="Also fetch tables over plain http, which others can read and change.")
]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also fetch tables from private addresses, and from file: links.")
]
Game = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="A game, by the name of its folder.", autocompletion=games),
]
HERE = Path()


def exit_with(status: int) -> NoReturn:
    """End the command with an exit status.

    Raises:
        typer.Exit: always.
    """
    raise typer.Exit(status)


def usage_error(message: str) -> int:
    """Print what is wrong with the arguments; return the exit status for it."""
    typer.echo(message, err=True)
    return USAGE_ERROR

"""Options that several commands have, and how a command ends.

Annotations are not postponed here and in the commands: typer would have to evaluate the text of each at every start.
"""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from punchboard.cli.completion import games, locales, papers, report_formats
from punchboard.cli.exit_status import USAGE_ERROR

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME", help="Games by the names of their folders; all when none is given.", autocompletion=games
    ),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where the outputs go (default: output/).")]
Workspace = Annotated[
    Path,
    typer.Option("--workspace", metavar="DIR", help="The folder that holds catalog/ and layouts/, or a game's own."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]
ReportFormat = Annotated[
    str,
    typer.Option("--format", metavar="FORM", help="text, json, sarif, junit or github.", autocompletion=report_formats),
]
Papers = Annotated[
    list[str] | None,
    typer.Option(
        "--paper",
        metavar="PAPER",
        help="A paper: a4, letter, or 320x450mm. May be given more than once.",
        autocompletion=papers,
    ),
]
Locale = Annotated[
    str,
    typer.Option(
        "--locale",
        metavar="LANGUAGE",
        help="The language: one of those in the games' locale/ folders.",
        autocompletion=locales,
    ),
]
Locales = Annotated[
    list[str] | None,
    typer.Option(
        "--locale",
        metavar="LANGUAGE",
        help="A language of the games' locale/ folders, or all. May be given more than once.",
        autocompletion=locales,
    ),
]
HERE = Path()


def exit_with(status: int) -> NoReturn:
    """End the command with an exit status."""
    raise typer.Exit(status)


def usage_error(use: str) -> int:
    """Say what was not understood; return the status for it."""
    typer.echo(use, err=True)
    return USAGE_ERROR

"""The arguments and options of ``punchboard list``."""

from typing import Annotated

import typer

from punchboard.cli.completion import listable
from punchboard.cli.options import HERE, AsJson, Locale, Workspace, exit_with


def command(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WHAT",
            help="games, products, papers, printers (default: these four), faces, themes, icons, ornaments.",
            autocompletion=listable,
        ),
    ] = None,
    locale: Locale = "",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """List games, products and their layouts, papers and printers; or faces, themes, icons and ornaments."""
    from punchboard.cli.listing import run_list

    exit_with(run_list(workspace, parts or (), as_json=as_json, locale=locale))

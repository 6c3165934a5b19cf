"""``punchboard schema``: what can be asked of it."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", help="Where they go (default: .punchboard/schemas of the workspace)."),
    ] = None,
    workspace: Workspace = HERE,
) -> None:
    """Write JSON Schemas of all files, by which editors complete and check them."""
    from punchboard.cli.schema import run_schema

    exit_with(run_schema(workspace, folder))

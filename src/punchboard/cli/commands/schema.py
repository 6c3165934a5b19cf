"""The arguments and options of ``punchboard schema``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR", help="The folder for the schemas (default: .punchboard/schemas in the workspace)."
        ),
    ] = None,
    workspace: Workspace = HERE,
) -> None:
    """Write JSON Schemas of all files, so that editors can complete and check them."""
    from punchboard.cli.schema import run_schema

    exit_with(run_schema(workspace, folder))

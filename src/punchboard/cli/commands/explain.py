"""The arguments and options of ``punchboard explain``."""

from typing import Annotated

import typer

from punchboard.cli.completion import codes as known
from punchboard.cli.options import exit_with


def command(
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE",
            help="Problem codes, such as COUNT001 (default: a list of all).",
            autocompletion=known,
        ),
    ] = None,
) -> None:
    """Print the manual page of a problem code, with a bad and a good example."""
    from punchboard.cli.explain import run_explain

    exit_with(run_explain(codes or []))

"""``punchboard explain``: what can be asked of it."""

from typing import Annotated

import typer

from punchboard.cli.completion import codes as known
from punchboard.cli.options import exit_with


def command(
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE",
            help="Codes of problems, such as COUNT001; a list of all when none is given.",
            autocompletion=known,
        ),
    ] = None,
) -> None:
    """Print the manual's page of a code, with a bad and a good example."""
    from punchboard.cli.explain import run_explain

    exit_with(run_explain(codes or []))

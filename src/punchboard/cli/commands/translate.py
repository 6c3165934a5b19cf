"""The arguments and options of ``punchboard translate``."""

from typing import Annotated

import typer

from punchboard.cli.completion import games, locales
from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of the game's folder.", autocompletion=games)],
    language: Annotated[
        str,
        typer.Argument(
            metavar="LANGUAGE", help="The language to translate into: de, ja, pt-BR.", autocompletion=locales
        ),
    ],
    workspace: Workspace = HERE,
) -> None:
    """Write the texts of a game for a translator into locale/, or update them without losing translations."""
    from punchboard.cli.translate import run_translate

    exit_with(run_translate(game, language, workspace))

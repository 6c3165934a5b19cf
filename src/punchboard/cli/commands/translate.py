"""``punchboard translate``: what can be asked of it."""

from typing import Annotated

import typer

from punchboard.cli.completion import games, locales
from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game by the name of its folder.", autocompletion=games)
    ],
    language: Annotated[
        str,
        typer.Argument(
            metavar="LANGUAGE", help="The language to translate it into: de, ja, pt-BR.", autocompletion=locales
        ),
    ],
    workspace: Workspace = HERE,
) -> None:
    """Write the texts of a game for a translator into locale/, or bring them up to date; nothing is lost."""
    from punchboard.cli.translate import run_translate

    exit_with(run_translate(game, language, workspace))

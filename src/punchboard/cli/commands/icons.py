"""The arguments and options of ``punchboard icons``."""

from typing import Annotated, Literal

import typer

from punchboard.cli.options import HERE, AsJson, Game, Workspace, exit_with


def command(
    action: Annotated[Literal["add", "find"], typer.Argument(metavar="ACTION", help="add or find.")],
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS", help="For add: an Iconify set, such as game-icons, or a .json or .tgz. For find: words."
        ),
    ],
    game: Game = "",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Add a set of icons (icons add game-icons), or find icons by name and meaning (icons find sword)."""
    if action == "find":
        from punchboard.cli.add.icon_search import run_find

        exit_with(run_find(" ".join(words), workspace, game, as_json=as_json))
    from punchboard.cli.add.icon_set import run_add

    exit_with(run_add(words, workspace, game, as_json=as_json))

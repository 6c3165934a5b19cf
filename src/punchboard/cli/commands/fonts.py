"""The arguments and options of ``punchboard fonts``."""

from typing import Annotated, Literal

import typer

from punchboard.cli.options import HERE, AsJson, Game, Workspace, exit_with, usage_error


def command(
    action: Annotated[Literal["add", "find"], typer.Argument(metavar="ACTION", help="add or find.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS",
            help="For add: fonts, such as noto-sans-thai, or .ttf or .otf files. For find: a script or a language.",
        ),
    ] = None,
    game: Game = "",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Add a font for letters that no theme has (fonts add noto-sans-thai), or find one (fonts find hindi)."""
    if action == "find":
        from punchboard.cli.add.font_search import run_find

        exit_with(run_find(" ".join(words or ()), workspace, game, as_json=as_json))
    if not words:
        exit_with(usage_error("error: name a font, such as noto-sans-thai, or a file; see punchboard fonts find"))
    from punchboard.cli.add.font_files import run_add

    exit_with(run_add(words, workspace, game, as_json=as_json))

"""The command ``punchboard themes``: a card of a game in every theme."""

from pathlib import Path
from typing import Annotated, Final, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.options import HERE, Workspace, argument, games, option, options_from_record
from punchboard.cli.report import print_line, show_problems, with_display_paths
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.sheets.pages import ContactCard, contact_sheet
from punchboard.load import load
from punchboard.load.layouts.raw_layouts import theme_choices
from punchboard.model.game.game import Component, LoadedGame
from punchboard.model.print_options import Raster
from punchboard.problem import ProblemsFound
from punchboard.render import render_pictures
from punchboard.render.pdf.writer import render_pdf
from punchboard.write.atomic_file import write_atomically


class ThemesRequest(NamedTuple):
    """The arguments and options of ``punchboard themes``."""

    game: Annotated[str, argument("GAME", "The game whose cards are shown.", games)]
    out: Annotated[Path | None, option("--out", "The PDF to write (default: GAME-themes.pdf).", "FILE")] = None
    png: Annotated[bool, option("--png", "Also write each page as a PNG picture.")] = False
    workspace: Workspace = HERE


DPI: Final = 110
"""The resolution of PNG pages."""


@options_from_record
def command(request: ThemesRequest) -> int:
    """Write a contact sheet with a card of the game in every theme and colourway."""
    out = request.out or Path(f"{request.game}-themes.pdf")
    try:
        cards = [
            _card(load(request.game, request.workspace, books=False, theme=name), name) for name in theme_choices()
        ]
    except ProblemsFound as error:
        show_problems(with_display_paths(error.problems, request.workspace))
        return PROBLEMS
    document = contact_sheet(f"{request.game}: themes", cards)
    write_atomically(out, render_pdf(document))
    if request.png:
        for number, picture in enumerate(render_pictures(document, "png", Raster(DPI)), 1):
            write_atomically(out.with_name(f"{out.stem}-{number}.png"), picture)
    print_line(f"{out}: {len(cards)} themes and colourways; in game.yaml, `theme: NAME` chooses one")
    return SUCCESS


def _card(loaded: LoadedGame, name: str) -> ContactCard:
    """Return the most telling card of a game in a theme, with the name of the theme below it."""
    composer = FaceComposer(loaded)
    face = composer.front_face(max(loaded.game.components, key=_fullness))
    return ContactCard(name, face, composer.tools)


def _fullness(component: Component) -> tuple[int, int]:
    """Return how many values a component prints, and how long they are. A nought is not printed."""
    printed = [str(value) for value in component.values.values() if isinstance(value, str | int | float) and value]
    return len(printed), sum(map(len, printed))

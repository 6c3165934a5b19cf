"""Print-and-play sheets: every flat component on each paper, in each sheet layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.marks import Marker
from punchboard.compose.sheets.pages import SheetComposer
from punchboard.compose.sheets.sheet_plan import Piece, plan_sheets, without_blank_end
from punchboard.model.layout.face import Face
from punchboard.model.printing.sheet import PaperFile
from punchboard.problem import Place
from punchboard.products.expected import expected_sheets
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document


def sheets(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper and sheet layout, if the game has flat components.

    Extra layouts are made with ``--all``, or when they are named.
    """
    for paper_name, paper in composed.papers.items():
        pieces = composed.flat_pieces(paper)
        if not pieces:
            continue
        sheets = composed.loaded.layouts.sheets
        for layout in filter(partial(composed.wants, "sheets"), sheets):
            file = sheets[layout]
            if composed.wants_layout("sheets", layout, extra=file.extra):
                path = f"print-and-play/{paper_name}-{layout}{composed.suffix}.pdf"
                document = imposed_document(composed, pieces, paper, layout, layout)
                expected = expected_sheets(composed, paper, file)
                count = len(pieces)
                made = Product(path, document, pieces=count, is_home_print=True, flip=file.flip, expected=expected)
                yield made._replace(paper=paper_name)


def imposed_document(
    composed: ComposedGame,
    pieces: Sequence[Piece],
    paper: PaperFile,
    layout: str,
    subject: str,
    *,
    draw: Callable[[FaceSpec], Face] | None = None,
) -> Document:
    """Return the document of pieces on sheets of a paper, in a sheet layout of the game.

    ``draw`` returns the face of a piece where it is not the game's own.

    Raises:
        ProblemsFound: SHEET001 if the pieces do not fit.
    """
    game, layouts, tools = composed.game, composed.loaded.layouts, composed.composer.tools
    file = layouts.sheets[layout]
    place = Place(layouts.sheet_files.get(layout, f"layouts/sheets/{layout}.yaml"))
    sides = plan_sheets(pieces, paper, file, printer=composed.print_options.printer, place=place)
    marker = Marker(file, tools.styles.get("label"), tools.setter)
    composer = SheetComposer(draw or composed.draw, marker, composed.label, layouts.words, names=_names(composed))
    return Document(game.title, composer.pages(without_blank_end(sides)), subject=subject, language=game.file.language)


def _names(composed: ComposedGame) -> dict[str, str]:
    """Return the printed name of each component, by its id."""
    return {one.id: composed.composer.printed_name(one) for one in composed.game.components}

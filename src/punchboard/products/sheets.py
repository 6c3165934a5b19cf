"""Print-and-play sheets: every flat component on each paper, in each sheet layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from punchboard.compose.sheets.marks import Marker
from punchboard.compose.sheets.pages import SheetComposer
from punchboard.compose.sheets.sheet_plan import Piece, Sheet
from punchboard.compose.sheets.sheet_plan import plan_sheets as compose_sheets
from punchboard.geometry import Rect
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


def sheet_plan(
    composed: ComposedGame, pieces: Sequence[Piece], paper: PaperFile, layout: str, keep_out: Sequence[Rect] = ()
) -> tuple[Sheet, ...]:
    """Return the sheet plan of pieces on a paper, within the margins of layout and printer, outside ``keep_out``.

    Raises:
        ProblemsFound: SHEET001 if the pieces do not fit.
    """
    layouts = composed.loaded.layouts
    place = Place(layouts.sheet_files.get(layout, f"layouts/sheets/{layout}.yaml"))
    file, printer = layouts.sheets[layout], composed.print_options.printer
    return compose_sheets(pieces, paper, file, printer=printer, place=place, keep_out=keep_out)


def imposed_document(
    composed: ComposedGame, pieces: Sequence[Piece], paper: PaperFile, layout: str, subject: str
) -> Document:
    """Return the document of pieces on sheets of a paper, in a sheet layout of the game."""
    game, tools = composed.game, composed.composer.tools
    marker = Marker(composed.loaded.layouts.sheets[layout], tools.styles.get("label"), tools.setter)
    words = composed.loaded.layouts.words
    sides = sheet_plan(composed, pieces, paper, layout)
    composer = SheetComposer(composed.draw, marker, composed.label, words)
    return Document(game.title, composer.pages(sides), subject=subject, language=game.file.language)

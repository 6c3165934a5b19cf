"""Print-and-play sheets: every component, on each paper, in each of the sheet layouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.compose.marks import Marker
from punchboard.compose.sheets import Piece, SheetComposer
from punchboard.compose.sheets import sheets as compose_sheets
from punchboard.model.layout import PaperFile, SheetFile
from punchboard.products.composed import Composed, Product
from punchboard.scene import Document


def sheets(composed: Composed) -> Iterator[Product]:
    """Yield one file for each paper and sheet layout; none for a game without a component that lies flat."""
    for paper_name, paper in composed.papers.items():
        pieces = composed.flat(paper)
        if not pieces:
            continue
        for layout, file in composed.material.layouts.sheets.items():
            if not composed.wants("sheets", layout):
                continue
            path = f"print-and-play/{paper_name}-{layout}.pdf"
            yield Product(path, imposed(composed, pieces, paper, file, layout), pieces=len(pieces))


def imposed(composed: Composed, pieces: Sequence[Piece], paper: PaperFile, file: SheetFile, subject: str) -> Document:
    """Return pieces laid on sheets of a paper."""
    game, tools = composed.game, composed.composer.tools
    marker = Marker(file, tools.styles.get("label"), tools.setter)
    sides = compose_sheets(pieces, paper, file)
    composer = SheetComposer(marker, f"{game.short} {game.file.version}")
    pages = tuple(composer.page(side, number, len(sides)) for number, side in enumerate(sides, 1))
    return Document(game.title, pages, subject=subject, language=game.file.language)

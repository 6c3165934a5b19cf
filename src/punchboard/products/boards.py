"""Boards and mats that are larger than the paper: split over pages, to be cut and glued to one."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.boardparts import PartComposer
from punchboard.compose.marks import Marker
from punchboard.model.layout import PaperFile, SheetFile
from punchboard.products.composed import Composed, Product
from punchboard.scene import Document, Page


def boards(composed: Composed) -> Iterator[Product]:
    """Yield one file a paper with the parts of every board that does not lie flat on it; none where all do."""
    for name, paper in composed.papers.items():
        pages = tuple(_pages(composed, paper))
        if pages:
            document = Document(composed.game.title, pages, subject="boards", language=composed.game.file.language)
            yield Product(
                f"print-and-play/{name}-boards.pdf", document, pieces=len(composed.split(paper)), at_home=True
            )


def _pages(composed: Composed, paper: PaperFile) -> Iterator[Page]:
    game, tools = composed.game, composed.composer.tools
    label = tools.styles.get("label")
    words = composed.material.layouts.words.get("phrases", {})
    composer = PartComposer(Marker(SheetFile(), label, tools.setter), label, words, f"{game.short} {game.file.version}")
    for component, side in composed.split(paper):
        name = str(component.values.get("name") or game.kinds[component.kind].name)
        yield from composer.pages(side, name, paper) * component.copies

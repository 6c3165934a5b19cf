"""Boards and mats that are larger than the paper, split over pages to cut out and glue together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from punchboard.compose.boards import PartComposer
from punchboard.compose.sheets.marks import Marker
from punchboard.compose.text.phrases import phrase
from punchboard.model.game.game import Component
from punchboard.model.layout.face import Face
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.products.expected import expected_paper
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document, Page


def boards(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper that boards do not fit on, with the parts of these boards.

    With ``--changed-since``, unchanged boards are left out.
    """
    for name, paper in composed.papers.items():
        split = [(component, side) for component, side in composed.split_boards(paper) if composed.copies(component)]
        pages = tuple(_pages(composed, split, paper))
        if pages:
            document = Document(composed.game.title, pages, subject="boards", language=composed.game.file.language)
            path, expected = f"print-and-play/{name}-boards{composed.suffix}.pdf", expected_paper(paper, any_way=True)
            yield Product(path, document, pieces=len(split), is_home_print=True, expected=expected)


def _pages(composed: ComposedGame, split: Sequence[tuple[Component, Face]], paper: PaperFile) -> Iterator[Page]:
    game, tools = composed.game, composed.composer.tools
    label = tools.styles.get("label")
    words = composed.loaded.layouts.words
    composer = PartComposer(
        Marker(SheetFile(), label, tools.setter), label, words, composed.label, composed.print_options.printer
    )
    sides = Counter(component.id for component, _ in split)
    seen: set[str] = set()
    for component, side in split:
        name = str(component.values.get("name") or game.kinds[component.kind].name)
        if sides[component.id] > 1:
            which = "board back" if component.id in seen else "board front"
            name = phrase(words, which, name=name)
        seen.add(component.id)
        yield from composer.pages(side, name, paper) * composed.copies(component)

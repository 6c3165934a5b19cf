"""Tuck boxes, one on each page, sized by the thickness of their decks, with the game's own art."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.net_sheets import Block, FoldSheetComposer, fold_composers, fold_sheet
from punchboard.model.printing.sheet import PaperFile
from punchboard.products.expected import expected_paper
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.snapshots import BOX_NAME
from punchboard.scene import Document, Page


def boxes(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper with the tuck boxes of a game; with ``--changed-since``, only changed ones."""
    printed = [box for box in composed.tuck_boxes if composed.is_printed(BOX_NAME.format(box.name))]
    if not printed:
        return
    game, tools = composed.game, composed.composer.tools
    words = composed.loaded.layouts.words
    maker, composer = fold_composers(tools, words, composed.label, "boxes page", composed.print_options.printer)
    blocks = [maker.net_block(box.net, box.faces, box.caption, box.place) for box in printed]
    for name, paper in composed.papers.items():
        pages = tuple(_page(composer, block, paper, (number, len(blocks))) for number, block in enumerate(blocks, 1))
        document = Document(game.title, pages, subject="boxes", language=game.file.language)
        path, expected = f"print-and-play/{name}-boxes{composed.suffix}.pdf", expected_paper(paper, any_way=True)
        yield Product(path, document, pieces=len(pages), is_home_print=True, expected=expected)


def _page(composer: FoldSheetComposer, block: Block, paper: PaperFile, number: tuple[int, int]) -> Page:
    """Return a page with a box, in landscape if the box does not fit in portrait."""
    room = fold_sheet(paper, composer.printer).block
    upright = block.size.width <= room.width and block.size.height <= room.height
    (page,) = composer.pages((block,), paper if upright else paper.rotated, *number)
    return page

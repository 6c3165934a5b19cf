"""Sheets of fold-up nets for dice and pawns, and of stickers for blank dice, on each paper."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.net_sheets import Block, BlockComposer, fold_composers, fold_sheet
from punchboard.compose.nets import die_net, pawn_net
from punchboard.compose.text.phrases import phrase
from punchboard.model.printing.sheet import PaperFile
from punchboard.products.expected import expected_nets
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document, Page


def nets(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper, with a net and six stickers for each die, and a net for each pawn."""
    for name, paper in composed.papers.items():
        pages, blocks = net_pages(composed, paper)
        if pages:
            document = Document(composed.game.title, pages, subject="nets", language=composed.game.file.language)
            path, expected = f"print-and-play/{name}-nets{composed.suffix}.pdf", expected_nets(composed, paper)
            yield Product(path, document, pieces=blocks, is_home_print=True, expected=expected)


def net_pages(composed: ComposedGame, paper: PaperFile) -> tuple[tuple[Page, ...], int]:
    """Return the pages of all nets and stickers on a paper, and the number of nets and sticker strips."""
    if not composed.printed_dice and not any(composed.copies(component) for component, _ in composed.pawns):
        return (), 0
    tools, words = composed.composer.tools, composed.loaded.layouts.words
    maker, composer = fold_composers(tools, words, composed.label, "nets page", composed.print_options.printer)
    blocks = (*_dice(composed, maker, paper), *_pawns(composed, maker))
    return composer.pages(blocks, paper), len(blocks)


def _dice(composed: ComposedGame, maker: BlockComposer, paper: PaperFile) -> Iterator[Block]:
    """Yield the net of each die, and beside it stickers, for players with blank dice."""
    width = fold_sheet(paper, composed.print_options.printer).block.width
    for name, faces in composed.printed_dice.items():
        die, place = composed.game.file.dice[name], composed.game.place_of("dice", name)
        sides = [(f"{name}-{number}", "front") for number in range(1, len(faces) + 1)]
        net = maker.net_block(die_net(die.size), faces, _caption(composed, "net of", die.name), place, sides)
        stickers = maker.sticker_block(faces, _caption(composed, "stickers of", die.name), width, place)
        for copy in range(die.copies):
            yield from (block._replace(set_name=f"{name} {copy}") for block in (net, stickers))


def _pawns(composed: ComposedGame, maker: BlockComposer) -> Iterator[Block]:
    """Yield the net of each pawn, with its own name or its kind's; a pawn without a back has its front twice."""
    for component, front_spec, back_spec in composed.specs:
        if not front_spec.trim.is_folded:
            continue
        front, back = composed.draw_sides(front_spec, back_spec)
        name = str(component.values.get("name") or composed.game.kinds[component.kind].name)
        sides = [(component.id, "back"), (component.id, "front")]
        net = maker.net_block(pawn_net(front.trim.size), (front, back or front), name, component.place, sides)
        yield from (net,) * composed.copies(component)


def _caption(composed: ComposedGame, phrase_name: str, name: str) -> str:
    return phrase(composed.loaded.layouts.words, phrase_name, name=name)

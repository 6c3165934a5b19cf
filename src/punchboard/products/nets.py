"""Fold-up nets of dice and pawns, and stickers for blank dice, on each paper."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.foldblocks import Block, BlockMaker
from punchboard.compose.foldsheets import FoldSheetComposer, fold_sheet
from punchboard.compose.marks import Marker
from punchboard.compose.nets import die_net, pawn_net
from punchboard.expression import template
from punchboard.model.layout import PaperFile, SheetFile
from punchboard.products.composed import Composed, Product
from punchboard.scene import Document


def nets(composed: Composed) -> Iterator[Product]:
    """Yield one file a paper: a net and six stickers for each die, a net for each pawn, copies one after another."""
    if not composed.dice and not composed.pawns:
        return
    game, tools = composed.game, composed.composer.tools
    label = tools.styles.get("label")
    caption = tools.styles.get("figure-label" if tools.styles.has("figure-label") else "body")
    words = composed.material.layouts.words.get("phrases", {})
    maker = BlockMaker(caption, label, tools.setter, words.get("glue", ""))
    composer = FoldSheetComposer(
        Marker(SheetFile(), label, tools.setter), caption, words, f"{game.short} {game.file.version}"
    )
    for name, paper in composed.papers.items():
        blocks = (*_dice(composed, maker), *_pawns(composed, maker), *_stickers(composed, maker, paper))
        document = Document(game.title, composer.pages(blocks, paper), subject="nets", language=game.file.language)
        yield Product(f"print-and-play/{name}-nets.pdf", document, pieces=len(blocks))


def _dice(composed: Composed, maker: BlockMaker) -> Iterator[Block]:
    """Yield the net of each die."""
    for name, faces in composed.dice.items():
        die, place = composed.game.file.dice[name], composed.game.place_of("dice", name)
        net = maker.net(die_net(die.size), faces, _said(composed, "net of", die.name), place)
        yield from (net,) * die.copies


def _pawns(composed: Composed, maker: BlockMaker) -> Iterator[Block]:
    """Yield the net of each pawn, under its own name or that of its kind."""
    for component, face in composed.pawns:
        name = str(component.values.get("name") or composed.game.kinds[component.kind].name)
        net = maker.net(pawn_net(face.trim.size), (face,), name, component.place)
        yield from (net,) * component.copies


def _stickers(composed: Composed, maker: BlockMaker, paper: PaperFile) -> Iterator[Block]:
    """Yield the stickers for each die, for those who have blank ones."""
    for name, faces in composed.dice.items():
        die, place = composed.game.file.dice[name], composed.game.place_of("dice", name)
        said = _said(composed, "stickers of", die.name)
        yield from (maker.stickers(faces, said, fold_sheet(paper).block.width, place),) * die.copies


def _said(composed: Composed, phrase: str, name: str) -> str:
    words = composed.material.layouts.words.get("phrases", {})
    return str(template(words.get(phrase, "{{ name }}"))({"name": name}))

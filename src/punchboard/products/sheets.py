"""Sheets for each paper: components in each layout, reference cards, score sheets, boards, nets and tuck boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from punchboard.compose.boards import PartComposer, is_split
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.net_sheets import Block, BlockComposer, FoldSheetComposer, fold_composers, fold_sheet
from punchboard.compose.nets import die_net, pawn_net
from punchboard.compose.sheets.marks import Marker
from punchboard.compose.sheets.pages import SheetComposer
from punchboard.compose.sheets.sheet_plan import Piece, plan_sheets, without_blank_end
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Affine, Rect, Size
from punchboard.model.game.game import TEXT_SHEETS, Component
from punchboard.model.layout.face import Face
from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place, Problem, Severity
from punchboard.products.expected import (
    expected_nets,
    expected_paper,
    expected_piece_sheets,
    expected_sheets,
    expected_sides,
)
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.snapshots import BOX_NAME, REFERENCE
from punchboard.products.game.validation import select_products
from punchboard.scene import ComponentMark, Document, Group, Page, Use


def sheets(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper and sheet layout, if the game has flat components.

    Extra layouts are made with ``--all``, or when they are named.
    """
    layouts = composed.loaded.layouts.sheets
    for paper_name, paper in composed.papers.items():
        pieces = composed.flat_pieces(paper)
        for layout in filter(partial(composed.wants, "sheets"), layouts) if pieces else ():
            file = layouts[layout]
            if composed.wants_layout("sheets", layout, extra=file.extra):
                document = imposed_document(composed, pieces, paper, layout, layout)
                expected = expected_sheets(composed, paper, file)
                product = _to_print(composed, f"{paper_name}-{layout}", document, len(pieces), expected)
                yield product._replace(flip=file.flip, paper=paper_name)


def _to_print(composed: ComposedGame, name: str, document: Document, pieces: int, expected: ExpectedPdf) -> Product:
    """Return a file to print at home; its name begins with that of its paper."""
    path = f"print-and-play/{name}{composed.suffix}.pdf"
    return Product(path, document, pieces=pieces, is_home_print=True, expected=expected)


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
    layouts, tools = composed.loaded.layouts, composed.composer.tools
    file = layouts.sheets[layout]
    place = Place(layouts.sheet_files.get(layout, f"layouts/sheets/{layout}.yaml"))
    sides = plan_sheets(pieces, paper, file, printer=composed.print_options.printer, place=place)
    marker = Marker(file, tools.styles.get("label"), tools.setter)
    names = {component.id: composed.composer.printed_name(component) for component in composed.game.components}
    composer = SheetComposer(draw or composed.draw, marker, composed.label, layouts.words, names=names)
    return composed.document(composer.pages(without_blank_end(sides)), subject=subject)


DUPLEX = "duplex"
"""The sheet layout of reference cards, if the game has it."""


def reference(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``reference.pdf`` with each side once, and sheets with one set of reference cards for each seat."""
    cards = composed.reference_cards
    if not cards or not composed.is_printed(REFERENCE):
        return
    game = composed.game
    marks = [(card.id, side) for card in cards for _, side in zip(card.sides, ("front", "back"), strict=False)]
    faces = [composed.draw(side) for card in cards for side in card.sides]
    pages = tuple(face_page(face, *mark) for face, mark in zip(faces, marks, strict=True))
    document = composed.document(pages, f"{game.title}: reference")
    expected = expected_sides(marks, game.file.reference, composed.loaded.layouts.faces["reference"].bleed)
    yield Product("reference.pdf", document, pieces=len(cards), expected=expected)
    if DUPLEX not in composed.loaded.layouts.sheets:
        return
    every, file = cards * composed.seats, composed.loaded.layouts.sheets[DUPLEX]
    for name, paper in composed.papers.items():
        document = imposed_document(composed, every, paper, DUPLEX, "reference cards")
        expected = expected_piece_sheets(every, game.file.reference, paper, file)
        yield _to_print(composed, f"{name}-reference", document, len(every), expected)._replace(flip=file.flip)


def face_page(face: Face, component: str = "", side: str = "front") -> Page:
    """Return a page of a face's bleed size with the face, marked as a side of ``component`` if given."""
    frame = face.trim.frame(face.bleed)
    trim = face.trim.frame().moved(-frame.x, -frame.y)
    mark = ComponentMark(component, side, face.trim.size) if component else None
    shown = Group((Use(face.symbol),), Affine.move(-frame.x, -frame.y), mark=mark)
    return Page(frame.size, (shown,), trim, Rect(0, 0, *frame.size))


def table_sheet(composed: ComposedGame, name: str) -> Iterator[Product]:
    """Yield a sheet of `TEXT_SHEETS` for each paper that it fits on; nothing if the game has no such sheet."""
    if name not in composed.book_names:
        return
    book = composed.book(name)
    for paper_name, paper in composed.papers.items():
        if _page_too_large(book.document.pages, paper) is not None:
            continue  # `sheet_problems` reports it
        pages = tuple(centred_page(page, paper) for page in composed.sheet(name, paper).document.pages)
        document = composed.document(pages, f"{composed.game.title}: {name}")
        path = f"print-and-play/{paper_name}-{name}.pdf"
        yield Product(path, document, is_home_print=True, expected=expected_paper(paper))


def centred_page(page: Page, paper: PaperFile) -> Page:
    """Return a page centred on a paper, so that one composed page serves every paper that is large enough."""
    trim = _trim(page)
    x, y = (paper.width - trim.width) / 2 - trim.x, (paper.height - trim.height) / 2 - trim.y
    items = (Group(page.items, Affine.move(x, y)),)
    return Page(Size(paper.width, paper.height), items, label=page.label)


def _trim(page: Page) -> Rect:
    return page.trim or Rect(0, 0, *page.size)


def sheet_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each paper that is too small for some sheets; an error if nothing else is made for it."""
    selected = select_products(composed, everything=composed.print_options.everything)
    for paper_name, paper in composed.papers.items():
        too_large = {
            name: size
            for name in selected
            if name in TEXT_SHEETS and name in composed.book_names
            if (size := _page_too_large(composed.book(name).document.pages, paper)) is not None
        }
        if too_large:
            place = composed.loaded.layouts.paper_places.get(paper_name, Place("--paper"))
            severity = Severity.WARNING if too_large.keys() < {*selected} else Severity.ERROR
            yield Problem("SHEET001", place, *_message_and_hint(too_large, paper), severity)


def _message_and_hint(too_large: Mapping[str, Size], paper: PaperFile) -> tuple[str, str]:
    *others, last = too_large
    names = f"{', '.join(others)} and {last} sheets, which are" if others else f"{last} sheet, which is"
    width, height = (max(sides) for sides in zip(*too_large.values(), strict=True))
    message = f"{paper.name} is too small for the {names} left out"
    return message, f"use a paper of at least {width:g} x {height:g} mm"


def _page_too_large(pages: Sequence[Page], paper: PaperFile) -> Size | None:
    """Return the size of the first page that is larger than a paper; None if all fit."""
    sizes = (_trim(page).size for page in pages)
    return next((size for size in sizes if size.width > paper.width or size.height > paper.height), None)


def nets(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper, with a net and six stickers for each die, and a net for each pawn."""
    for name, paper in composed.papers.items():
        pages, blocks = net_pages(composed, paper)
        if pages:
            document = composed.document(pages, subject="nets")
            yield _to_print(composed, f"{name}-nets", document, blocks, expected_nets(composed, paper))


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


def boxes(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper with the tuck boxes of a game; with ``--changed-since``, only changed ones."""
    printed = [box for box in composed.tuck_boxes if composed.is_printed(BOX_NAME.format(box.name))]
    if not printed:
        return
    tools, words = composed.composer.tools, composed.loaded.layouts.words
    maker, composer = fold_composers(tools, words, composed.label, "boxes page", composed.print_options.printer)
    blocks = [maker.net_block(box.net, box.faces, box.caption, box.place) for box in printed]
    for name, paper in composed.papers.items():
        pages = tuple(_page(composer, block, paper, (number, len(blocks))) for number, block in enumerate(blocks, 1))
        document = composed.document(pages, subject="boxes")
        yield _to_print(composed, f"{name}-boxes", document, len(pages), expected_paper(paper, any_way=True))


def _page(composer: FoldSheetComposer, block: Block, paper: PaperFile, number: tuple[int, int]) -> Page:
    """Return a page with a box, in landscape if the box does not fit in portrait."""
    room = fold_sheet(paper, composer.printer).block
    upright = block.size.width <= room.width and block.size.height <= room.height
    (page,) = composer.pages((block,), paper if upright else paper.rotated, *number)
    return page


def boards(composed: ComposedGame) -> Iterator[Product]:
    """Yield one file for each paper that boards do not fit on, with the parts of these boards.

    With ``--changed-since``, unchanged boards are left out.
    """
    for name, paper in composed.papers.items():
        split = [
            (component, composed.draw(side))
            for component, *sides in composed.specs
            for side in sides
            if side is not None and is_split(side.trim, paper) and composed.copies(component)
        ]
        pages = tuple(_pages(composed, split, paper))
        if pages:
            document = composed.document(pages, subject="boards")
            yield _to_print(composed, f"{name}-boards", document, len(split), expected_paper(paper, any_way=True))


def _pages(composed: ComposedGame, split: Sequence[tuple[Component, Face]], paper: PaperFile) -> Iterator[Page]:
    game, tools, words = composed.game, composed.composer.tools, composed.loaded.layouts.words
    label, printer = tools.styles.get("label"), composed.print_options.printer
    composer = PartComposer(Marker(SheetFile(), label, tools.setter), label, words, composed.label, printer)
    sides = Counter(component.id for component, _ in split)
    seen: set[str] = set()
    for component, side in split:
        name = str(component.values.get("name") or game.kinds[component.kind].name)
        if sides[component.id] > 1:
            which = "board back" if component.id in seen else "board front"
            name = phrase(words, which, name=name)
        seen.add(component.id)
        yield from composer.pages(side, name, paper) * composed.copies(component)

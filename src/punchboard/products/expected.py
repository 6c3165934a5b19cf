"""Expected content of each product's PDF, from the catalog and layouts; `verify` compares the file with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from punchboard.compose.boards import is_split
from punchboard.compose.sheets.sheet_plan import Piece
from punchboard.geometry import Size
from punchboard.model.game.game import Kind
from punchboard.model.game.game_file import DIE_SIDES
from punchboard.model.layout.trim import Trim, trim_from_text
from punchboard.model.print_options import PrintOptions
from punchboard.model.printing.expected_pdf import ANY_PDF, Backing, ExpectedPart, ExpectedPdf, FirstSide
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.products.game.composed_game import ComposedGame, Product


def expected_file(product: Product, pages: int, print_options: PrintOptions) -> ExpectedPdf:
    """Return the expected content of a product's PDF, with its page count and the printer that it was made for."""
    expected = product.expected or ANY_PDF
    printer = print_options.printer if product.is_home_print else None
    return expected._replace(pages=pages if expected.pages is None else expected.pages, printer=printer)


def expected_sheets(
    composed: ComposedGame, paper: PaperFile, file: SheetFile, left_out: Collection[Trim] = ()
) -> ExpectedPdf:
    """Return the expected content of sheets of flat components of all but some trims: each with its copies."""
    flat = {
        id_: kind
        for id_, kind in composed.game.kinds.items()
        if not kind.trim.is_folded and not is_split(kind.trim, paper) and kind.trim not in left_out
    }
    cached: dict[tuple[str, int], ExpectedPart] = {}
    parts: dict[str, ExpectedPart] = {}
    for card, _, _ in composed.specs:
        key = (card.kind, composed.copies(card))
        if key not in cached and card.kind in flat:
            cached[key] = _part(flat[card.kind], key[1], file)
        if key in cached and key[1]:
            parts[card.id] = cached[key]
    return _expected_imposition(parts, paper, file)


def _part(kind: Kind, copies: int, file: SheetFile) -> ExpectedPart:
    two_sided = file.faces != "fronts" and kind.file.back is not None
    return ExpectedPart(kind.trim.size, copies, copies if two_sided else 0, kind.trim.form)


def expected_piece_sheets(pieces: Sequence[Piece], trim: str, paper: PaperFile, file: SheetFile) -> ExpectedPdf:
    """Return the expected content of sheets of pieces of one trim that are not components, such as reference cards."""
    size, form = trim_from_text(trim).size, trim_from_text(trim).form
    by_id = {id_: [piece for piece in pieces if piece.id == id_] for id_ in dict.fromkeys(piece.id for piece in pieces)}
    parts = {
        id_: ExpectedPart(
            size, len(copies), len(copies) if copies[0].back is not None and file.faces != "fronts" else 0, form
        )
        for id_, copies in by_id.items()
    }
    return _expected_imposition(parts, paper, file)


def expected_sides(sides: Sequence[tuple[str, str]], trim: str, bleed: float) -> ExpectedPdf:
    """Return the expected content of a file in which each page is one side of one trim, with bleed.

    Args:
        sides: the id and the side (front or back) of each page.
        trim: the shape, as in ``game.yaml``.
        bleed: the bleed in mm.
    """
    shape = trim_from_text(trim)
    fronts, backs = ([id_ for id_, side in sides if side == wanted] for wanted in ("front", "back"))
    parts = {
        id_: ExpectedPart(shape.size, fronts.count(id_), backs.count(id_), shape.form)
        for id_ in dict.fromkeys(id_ for id_, _ in sides)
    }
    frame = shape.frame(bleed).size
    return ExpectedPdf(frame, pages=len(sides), parts=parts, bleed=bleed)


def expected_book(composed: ComposedGame, name: str) -> ExpectedPdf:
    """Return the expected content of a book with single pages: its page size with bleed, no components."""
    file = composed.loaded.layouts.books[name]
    return ExpectedPdf(Size(*file.page).grown(file.bleed), parts={})


def expected_booklet(composed: ComposedGame, paper: Size, page: Size, pages: int, up: int = 1) -> ExpectedPdf:
    """Return the expected content of a saddle-stitched rulebook: every leaf once, with its two pages back to back.

    ``leaf-1`` has page 1 on its front and page 2 on its back; sheets turn about their vertical centre line.

    Args:
        composed: the game.
        paper: the size of the printed sheet.
        page: the largest size of a booklet page; larger pages are scaled down to it.
        pages: the number of pages of the booklet, a multiple of four.
        up: the number of spreads on one side of the paper, one above the other.
    """
    width, height = composed.loaded.layouts.books["rulebook"].page
    scale = min(1.0, page.width / width, page.height / height)
    leaf = ExpectedPart(Size(width * scale, height * scale), 1, 1)
    parts = {f"leaf-{number}": leaf for number in range(1, pages // 2 + 1)}
    return ExpectedPdf(paper, pages=2 * -(-pages // (4 * up)), parts=parts, backing=_about_the_upright(paper))


def expected_deck(cards: Sequence[tuple[str, Trim, int, bool]], page: Size, scale: float, order: str) -> ExpectedPdf:
    """Return the expected content of a shop's deck: two pages for each card, front and back, with copies in a row.

    Args:
        cards: the id, trim and copies of each card, and whether it has a back.
        page: the size of every page.
        scale: the scale of the shop's product relative to the trim.
        order: ``front-back`` or ``back-front``.
    """
    parts = {
        id_: ExpectedPart(Size(trim.size.width * scale, trim.size.height * scale), copies, copies * back, trim.form)
        for id_, trim, copies, back in cards
    }
    pages = 2 * sum(copies for _, _, copies, _ in cards)
    first: FirstSide = "back" if order == "back-front" else "front"
    return ExpectedPdf(page, pages=pages, parts=parts, backing=_about_the_upright(page), first=first)


def expected_nets(composed: ComposedGame, paper: PaperFile) -> ExpectedPdf:
    """Return the expected content of net sheets: each side of each die and pawn, with its number of copies.

    Stickers are smaller than die sides, and are not counted.
    """
    game = composed.game
    dice = {
        f"{name}-{number}": ExpectedPart(Size(die.size, die.size), die.copies)
        for name, die in game.file.dice.items()
        if name in composed.printed_dice
        for number in range(1, DIE_SIDES + 1)
    }
    trims = {name: kind.trim for name, kind in game.kinds.items()}
    pawns = {
        component.id: ExpectedPart(trims[component.kind].size, composed.copies(component), composed.copies(component))
        for component, _, _ in composed.specs
        if trims[component.kind].is_folded and composed.copies(component)
    }
    return ExpectedPdf(paper.size, parts=dice | pawns)


def _about_the_upright(paper: Size) -> Backing:
    """Return the edge on which a sheet turns like the page of a book."""
    return "short edge" if paper.width > paper.height else "long edge"


def expected_paper(paper: PaperFile, *, any_way: bool = False) -> ExpectedPdf:
    """Return the expected content of sheets without components; with ``any_way``, pages may be landscape."""
    return ExpectedPdf(paper.size, can_be_rotated=any_way, parts={})


def _expected_imposition(parts: dict[str, ExpectedPart], paper: PaperFile, file: SheetFile) -> ExpectedPdf:
    backing: dict[str, Backing] = {"duplex": file.flip, "gutterfold": "fold"}
    first: FirstSide = "back" if file.order == "back-front" else "front"
    return ExpectedPdf(
        paper.size,
        parts=parts,
        backing=backing.get(file.faces, ""),
        first=first if file.faces == "duplex" else "",
        is_back_upside_down=file.faces == "gutterfold" and file.flip == "short edge",
    )

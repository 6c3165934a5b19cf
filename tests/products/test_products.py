"""What each product is made of: its files, their pages and the pieces on them."""

from collections import Counter

import pytest

from punchboard.compose.booklets import BookletComposer, booklet_imposition
from punchboard.geometry import Size
from punchboard.model.game.game import TEXT_SHEETS
from punchboard.model.printing.sheet import BookletFile
from punchboard.products import PRODUCTS
from punchboard.products.sheets import face_page
from punchboard.scene import Group, Page, Use


def made(composed, name):
    """Return a product's files by path."""
    files = list(PRODUCTS[name].make(composed))
    paths = [file.path for file in files]
    assert len(paths) == len(set(paths))
    return {file.path: file for file in files}


def test_every_product_can_be_made_by_its_name(everything):
    """The function of each entry yields at least one file for a game that has everything."""
    for name, maker in PRODUCTS.items():
        assert made(everything, name), name
        assert maker.about


def test_sheets_are_one_file_for_each_paper_and_layout(composed):
    """Two papers and the two default sheet layouts give four files, each with all seven pieces."""
    files = made(composed(), "sheets")
    layouts = ("duplex", "fronts")
    assert sorted(files) == [f"print-and-play/{paper}-{x}.pdf" for paper in ("a4", "letter") for x in layouts]
    assert {file.pieces for file in files.values()} == {7}


def test_pieces_are_all_copies_in_the_order_of_the_catalog(composed):
    """Copies are in a row, and equal ones share one face."""
    game = composed()
    assert len(game.pieces) == 7
    assert len({piece.front for piece in game.pieces}) == 4
    order = [game.pieces.index(piece) for piece in game.pieces]
    assert order == [0, 1, 1, 1, 4, 5, 5]


def test_the_remainders_of_two_trims_share_a_sheet(composed):
    """Five cards and two round markers are on one page."""
    document = made(composed(("a4",)), "sheets")["print-and-play/a4-fronts.pdf"].document
    counts = [sum(isinstance(item, Group) and item.clip is not None for item in page.items) for page in document.pages]
    assert counts == [7]


def test_the_place_behind_a_piece_without_a_back_is_empty(composed):
    """Markers have no back: behind the sheet that they share are only the backs of the cards."""
    document = made(composed(("a4",)), "sheets")["print-and-play/a4-duplex.pdf"].document
    counts = [sum(isinstance(item, Group) and item.clip is not None for item in page.items) for page in document.pages]
    assert counts == [7, 5]


@pytest.mark.parametrize(
    ("only", "product", "layout", "wanted"),
    [
        ((), "sheets", "fronts", True),
        (("sheets",), "sheets", "fronts", True),
        (("sheets/fronts",), "sheets", "fronts", True),
        (("sheets/fronts",), "sheets", "", True),
        (("sheets/fronts",), "sheets", "duplex", False),
        (("sheets/fronts",), "rulebook", "", False),
        (("rulebook", "components"), "components", "", True),
        (("rulebook", "components"), "sheets", "fronts", False),
    ],
)
def test_requested_products_are_wanted(composed, only, product, layout, wanted):
    """No name means everything; a product means all its layouts; a layout means only itself."""
    assert composed(("a4",), only).wants(product, layout) is wanted


def test_reference_cards_have_two_sides_and_the_last_may_have_one(composed):
    """Three texts make two cards: one with front and back, one with only a front."""
    game = composed(("a4",))
    assert [(card.front is not None, card.back is not None) for card in game.reference_cards] == [
        (True, True),
        (True, False),
    ]
    files = made(game, "reference")
    assert sorted(files) == ["print-and-play/a4-reference.pdf", "reference.pdf"]
    assert len(files["reference.pdf"].document.pages) == 3


def test_a_game_without_texts_has_no_books(composed):
    """Without texts, a set-up and folded components these products are empty, and the others are not."""
    game = composed(("a4",), texts=())
    empty = {name for name in PRODUCTS if not made(game, name)}
    assert empty - {*TEXT_SHEETS} == {
        "boards",
        "boxes",
        "nets",
        "reference",
        "rulebook",
        "design-notes",
        "booklet",
        "epub",
    }
    assert empty >= {"set-up", "score", "playtest"}


def test_every_component_has_a_front_and_shared_backs_are_made_once(composed):
    """Four fronts and one back; reference cards by number and side."""
    assert set(made(composed(("a4",)), "components")) == {
        *(f"components/{name}-front.svg" for name in ("root", "branch", "crown", "marker")),
        "components/back.svg",
        "components/reference-1-front.svg",
        "components/reference-1-back.svg",
        "components/reference-2-front.svg",
    }


def test_a_face_page_is_trim_and_bleed(composed):
    """The trim is inside 3 mm of bleed on every side."""
    game = composed(("a4",))
    face = game.draw(game.pieces[0].front)
    page = face_page(face)
    assert page.size == pytest.approx((63.5 + 2 * face.bleed, 88.9 + 2 * face.bleed))
    assert tuple(page.trim) == pytest.approx((face.bleed, face.bleed, 63.5, 88.9))
    assert tuple(page.bleed) == pytest.approx((0, 0, *page.size))


def test_a_booklet_has_a_multiple_of_four_pages(composed):
    """For any length of rulebook, the booklet's sides come in pairs, with two pages on each side."""
    game = composed(("a4",))
    (file,) = made(game, "booklet").values()
    assert len(file.document.pages) % 2 == 0
    assert 2 * len(file.document.pages) >= len(game.rulebook.document.pages)


def test_pages_are_stitched_from_the_outermost_sheet_inwards():
    """Eight pages: 8+1 and 2+7 on the outer sheet, 6+3 and 4+5 on the inner one, left and right of the fold."""
    how = booklet_imposition(Size(210, 297), Size(148.5, 210))
    sides = BookletComposer(BookletFile(creep=0), how).pages(
        [Page(Size(148, 210), (), label=str(number)) for number in range(1, 9)]
    )
    names = [
        [
            use.symbol.name
            for group in side.items
            if isinstance(group, Group)
            for use in group.items
            if isinstance(use, Use)
        ]
        for side in sides
    ]
    assert names == [
        ["page 8", "page 1"],
        ["page 2", "page 7"],
        ["page 6", "page 3"],
        ["page 4", "page 5"],
    ]
    xs = [[group.transform.e for group in side.items if isinstance(group, Group)] for side in sides]
    assert xs == [[pytest.approx(0.5), pytest.approx(148.5)]] * 4


@pytest.mark.parametrize(("players", "seats"), [("2-4", 4), ("3", 3), ("1+", 6), ("7+", 7)])
def test_reference_cards_are_printed_once_for_each_seat(composed, players, seats):
    """One set for each seat, on each paper; the file of single sides has each side once."""
    game = composed(players=players)
    files = made(game, "reference")
    assert game.seats == seats
    for paper in ("a4", "letter"):
        sheets = files[f"print-and-play/{paper}-reference.pdf"]
        assert sheets.pieces == 2 * seats
        shown = [
            use.symbol
            for page in sheets.document.pages[0::2]
            for group in page.items
            if isinstance(group, Group) and group.clip is not None
            for use in group.items
        ]
        assert Counter(shown) == {game.draw(card.front).symbol: seats for card in game.reference_cards}
    assert len(files["reference.pdf"].document.pages) == 3

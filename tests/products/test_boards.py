"""Boards and mats that are larger than the paper."""

from punchboard.model.print_options import ChangedParts, PrintOptions
from punchboard.products import PRODUCTS
from punchboard.scene import Group, Text

BOARD = """\
  board:
    name: Board
    shape: board 400mm x 250mm
    face: marker
    id: board
    prototype: made for a test
    rows: [{copies: 2}]
"""


def test_a_large_board_is_split_and_is_on_no_sheet(composed, plain):
    """Each copy has its own pages; all other components are on sheets."""
    split = plain + BOARD
    made = composed(("a4", "a3"), game=split.replace("400mm", "500mm"), only=("boards", "sheets"))
    a4, a3 = PRODUCTS["boards"].make(made)
    assert (a4.path, len(a4.document.pages)) == ("print-and-play/a4-boards.pdf", 2 * 3)
    assert [page.label for page in a4.document.pages[:3]] == ["A1", "B1", "C1"]
    assert (a3.path, len(a3.document.pages)) == ("print-and-play/a3-boards.pdf", 2 * 2)
    assert a4.is_home_print
    sheets = [product for product in PRODUCTS["sheets"].make(made) if product.path.startswith("print-and-play/a4")]
    assert {product.pieces for product in sheets} == {7}


def test_a_board_that_fits_the_paper_is_not_split(composed, plain):
    """On Tabloid the same board fits, and is on a sheet with the other components."""
    small = plain + BOARD.replace("400mm x 250mm", "180mm x 120mm")
    made = composed(("a4",), game=small)
    assert list(PRODUCTS["boards"].make(made)) == []
    assert {product.pieces for product in PRODUCTS["sheets"].make(made)} == {9}


def words(items):
    for item in items:
        if isinstance(item, Group):
            yield from words(item.items)
        elif isinstance(item, Text):
            yield from (word.text for line in item.lines for word in line.words)


def test_unchanged_boards_are_not_reprinted(composed, plain):
    """The requested number of copies, in a file with another name; no file for none."""
    print_options = PrintOptions(changed=ChangedParts("1.0", {"board": 1}))
    (product,) = PRODUCTS["boards"].make(composed(("a4",), game=plain + BOARD, print_options=print_options))
    assert (product.path, len(product.document.pages)) == ("print-and-play/a4-boards-changed.pdf", 3)
    nothing = composed(
        ("a4",), game=plain + BOARD, print_options=PrintOptions(changed=ChangedParts("1.0", {"root": 1}))
    )
    assert list(PRODUCTS["boards"].make(nothing)) == []


def test_the_parts_of_a_board_name_their_side(composed, plain):
    """Parts of a board with one side do not."""
    (both,) = PRODUCTS["boards"].make(
        composed(("a4",), game=plain + BOARD.replace("id: board", "back: back\n    id: board"))
    )
    said = [" ".join(words(page.items)) for page in both.document.pages]
    assert ["Board, front, part" in text for text in said] == [True] * (len(said) // 2) + [False] * (len(said) // 2)
    assert all("Board, back, part" in text for text in said[len(said) // 2 :])

"""BRF: pages of 25 lines of 40 cells, in Braille ASCII, with every word in its order."""

from hypothesis import given
from hypothesis import strategies as st
from tests.products.braille.conftest import spelled

from punchboard.geometry import Point
from punchboard.products.braille import ranges
from punchboard.products.braille.cells import CELLS, LINES, Paragraph, brf, brf_text, dots, wrapped

words = st.lists(st.text("abcxyz", min_size=1, max_size=50), min_size=1, max_size=60).map(" ".join)
paragraphs = st.builds(Paragraph, words, st.sampled_from([0, 2]), st.sampled_from([0, 2, 4]), st.booleans())


def pages_of(data):
    """Return the lines of each page."""
    assert data.endswith(b"\f")
    return [page.split("\r\n")[:-1] for page in data.decode("ascii").split("\f")[:-1]]


@given(st.lists(st.lists(paragraphs, min_size=1, max_size=4).map(tuple), min_size=1, max_size=8))
def test_every_page_fits_an_embosser_and_no_letter_is_lost(blocks):
    """The last line has the number of the page, on the right."""
    pages = pages_of(brf(blocks, spelled))
    assert all(len(page) == LINES and max(map(len, page)) <= CELLS for page in pages)
    assert [page[-1].strip() for page in pages] == [brf_text(spelled([str(n)])[0]) for n in range(1, len(pages) + 1)]
    assert all(len(page[-1]) == CELLS for page in pages)
    shown = "".join("".join(page[:-1]) for page in pages).replace(" ", "")
    wanted = "".join(paragraph.text for block in blocks for paragraph in block).replace(" ", "")
    assert shown == wanted.upper()


def test_a_block_that_fits_on_a_page_is_not_divided():
    """A heading is on the page of what follows it."""
    row = Paragraph("leaf")
    blocks = [(row,) * 20, (Paragraph("oak", is_heading=True), row, row, row)]
    first, second = pages_of(brf(blocks, spelled))
    assert first[:-1] == ["LEAF"] * 20 + [""] * 4
    assert [line.strip() for line in second[:4]] == ["OAK", "LEAF", "LEAF", "LEAF"]


def test_a_line_is_indented_and_a_word_wider_than_a_line_is_cut():
    """The first line by one number of cells, the others by another."""
    cells = spelled(["ab abcdefgh ab"])[0]
    assert [brf_text(line) for line in wrapped(cells, 6, 1, 2)] == [" AB", "  ABCD", "  EFGH", "  AB"]


def test_braille_ascii_is_that_of_north_america():
    """The alphabet, the digits by the lower cells, the number sign and the capital sign."""
    assert brf_text("⠁⠃⠉⠵") == "ABCZ"
    assert brf_text("⠂⠆⠒⠲⠢⠖⠶⠦⠔⠴") == "1234567890"
    assert brf_text("⠼⠠⠤⠿") == "#,-="


def test_dots_are_at_the_distances_of_marburg_medium():
    """Dots 2.5 mm, cells 6 mm and lines 10 mm apart; dots 1 to 3 on the left, 4 to 6 on the right."""
    assert [*dots(["⠁⠈", "⠄"], Point(1, 1))] == [(1, 1), (9.5, 1), (1, 16)]
    assert [*dots(["⠿"], Point(0, 0))] == [(0, 0), (0, 2.5), (0, 5), (2.5, 0), (2.5, 2.5), (2.5, 5)]


def test_numbers_in_a_row_are_a_range():
    """Two are not."""
    assert ranges([1, 2, 4, 5, 6, 9]) == ("1", "2", "4-6", "9")

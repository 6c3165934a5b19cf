"""Pages of a board larger than the paper."""

import pytest

from punchboard.compose.boards import PartComposer, tiling
from punchboard.compose.sheets.marks import Marker
from punchboard.geometry import Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place
from punchboard.scene import Group, Shape, Symbol, Text

A4 = PaperFile(name="A4", width=210, height=297)
WORDS = {
    "phrases": {
        "glue": "glue",
        "board part": "{{ name }}, part {{ part }} of {{ parts }}",
        "board glue": "Cut and glue.",
    },
}


@pytest.fixture
def board():
    trim = trim_from_text("board 500mm x 380mm")
    return Face("board", trim, 3.0, 3.0, Symbol("board", trim.frame(3.0), ()), (), Place("x"))


@pytest.fixture
def pages(board, setter, text_style):
    style = text_style(size=2.1)
    composer = PartComposer(Marker(SheetFile(), style, setter), style, WORDS, "Tiny 0.1.0")
    return composer.pages(board, "Board", A4)


def pictures(page):
    return [item for item in page.items if isinstance(item, Group) and item.clip is not None][:1]


def words_of(items):
    for item in items:
        if isinstance(item, Group):
            yield from words_of(item.items)
        elif isinstance(item, Text):
            yield from (word.text for line in item.lines for word in line.words)


def test_pages_together_show_the_whole_board_at_actual_size(pages, board):
    """The windows of all pages, moved back, are the parts of the board with its bleed."""
    windows = []
    for page in pages:
        (picture,) = pictures(page)
        assert picture.transform[:4] == (1, 0, 0, 1)
        shown = picture.clip.bounds
        assert Rect(0, 0, *page.size).contains(shown)
        windows.append(shown.moved(-picture.transform.e, -picture.transform.f))
    expected = [part.window for part in tiling(board.trim.frame(3.0), Size(210, 297)).parts]
    assert windows == [pytest.approx(tuple(window), abs=0.002) for window in expected]


def test_a_page_names_its_part(pages):
    """In its label, in its text, and as the black cell of the map."""
    assert [page.label for page in pages] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    text = " ".join(words_of(pages[4].items))
    assert "Tiny 0.1.0 · Board, part B2 of 6" in text
    cells = [item for item in pages[4].items if isinstance(item, Shape) and item.stroke and item.fill == "#000000"]
    assert len(cells) == 1


def test_glue_strips_lie_at_edges_with_a_neighbour(pages):
    """The first page has one to the right and one below; the last page has none."""
    assert [list(words_of(page.items)).count("glue") for page in pages] == [2, 2, 1, 1, 1, 0]

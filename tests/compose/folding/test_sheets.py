"""Blocks in rows on pages, and the legend, ruler and label of a page."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.net_sheets import Block, FoldSheetComposer, arrange_in_rows, fold_sheet
from punchboard.compose.sheets.marks import Marker
from punchboard.geometry import Rect, Size
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place, ProblemsFound
from punchboard.scene import Group, Shape, Symbol, Text, Use

ROOM = Rect(8, 8, 194, 269)
WORDS = {
    "phrases": {"cut": "snip", "fold": "crease", "glue": "paste", "nets page": "nets {{ page }} of {{ pages }}"},
}
A4 = PaperFile(name="A4", width=210, height=297)
sizes = st.lists(st.builds(Size, st.integers(5, 194), st.integers(5, 269)), max_size=30)
gaps = st.sampled_from([0.0, 2.5, 8.0])


def frames(page, things):
    return [Rect(*laid.at, *things[laid.block]) for laid in page]


@given(sizes, gaps)
def test_every_block_is_on_a_page_once_and_in_order(things, gap):
    """On as many pages as needed; none of them is empty."""
    pages = arrange_in_rows(things, ROOM, gap)
    assert [laid.block for page in pages for laid in page] == list(range(len(things)))
    assert all(pages)


@given(sizes, gaps)
def test_blocks_stay_in_the_area_and_keep_the_gap(things, gap):
    """In both directions."""
    for page in arrange_in_rows(things, ROOM, gap):
        lying = frames(page, things)
        assert all(ROOM.contains(frame) for frame in lying)
        grown = [frame.grow(gap / 2 - 0.001) for frame in lying]
        assert not any(one.overlap(other) for one, other in combinations(grown, 2))


@given(sizes)
def test_a_new_page_begins_only_when_a_block_does_not_fit(things):
    """The first block of a page is higher than the space below the last row of the page before."""
    for before, after in pairwise(arrange_in_rows(things, ROOM, 0)):
        bottom = max(frame.bottom for frame in frames(before, things))
        assert bottom + things[after[0].block].height > ROOM.bottom


def block(width, height, name="net"):
    return Block(Symbol(name, Rect(-1, -1, width + 2, height + 2), ()), Size(width, height), Place("game.yaml", 7))


@pytest.fixture
def composer(setter, text_style):
    style = text_style(size=2.4, leading=3)
    return FoldSheetComposer(Marker(SheetFile(), style, setter), style, WORDS, "Tiny 1.0")


def words_of(items):
    for item in items:
        if isinstance(item, Text):
            yield " ".join(word.text for line in item.lines for word in line.words)
        elif isinstance(item, Group):
            yield from words_of(item.items)
        elif isinstance(item, Use):
            yield from words_of(item.symbol.items)


def test_pages_have_a_legend_a_ruler_and_a_label(composer):
    """In the words of the language; the label counts the pages."""
    pages = composer.pages([block(150, 150)] * 2, A4)
    assert [list(words_of(page.items)) for page in pages] == [
        ["snip", "crease", "paste", "50 mm", "50 mm", f"Tiny 1.0 · nets {number} of 2"] for number in (1, 2)
    ]
    assert {page.size for page in pages} == {(210, 297)}


def test_the_legend_shows_a_solid_line_a_dashed_one_and_a_grey_area(composer):
    """Below all blocks, on the paper."""
    (page,) = composer.pages([block(10, 10)], A4)
    legend = page.items[0].symbol
    solid, dashed, ground = [item for item in legend.items if isinstance(item, Shape)][:3]
    assert (bool(solid.stroke.dash), bool(dashed.stroke.dash), ground.stroke) == (False, True, None)
    assert ground.fill is not None
    for sample in (solid, dashed, ground):
        assert fold_sheet(A4).block.bottom < sample.outline.bounds.y < sample.outline.bounds.bottom + 0.1 < 297 - 10


def test_blocks_too_large_for_a_page_are_reported_at_their_places(composer):
    """Each once, however many copies there are."""
    wide, high = block(250, 90.4, "Wide Die, net"), block(10, 280, "Long Pawn")
    with pytest.raises(ProblemsFound) as caught:
        composer.pages([block(10, 10), wide, wide, high, wide], A4)
    assert [(problem.rule, problem.place) for problem in caught.value.problems] == [("SHEET001", wide.place)] * 2
    assert [problem.message for problem in caught.value.problems] == [
        "'Wide Die, net' needs 250 x 90 mm and does not fit on A4",
        "'Long Pawn' needs 10 x 280 mm and does not fit on A4",
    ]

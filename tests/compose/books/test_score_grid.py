from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.tables import tally_slabs
from punchboard.compose.text.column import stacked_height, stacked_items
from punchboard.model.game.directives import TallyDirective
from punchboard.scene import Shape, Text, flat_items

NAMES = st.sampled_from(["Tricks", "Keys won", "A long name that takes several lines", "7"])
rows = st.lists(NAMES | st.fixed_dictionaries({"name": NAMES, "note": NAMES}) | st.fixed_dictionaries({"total": NAMES}))


def grid(body, heads, width, look):
    """Return the slabs of a tally, written as its directive."""
    return list(tally_slabs(TallyDirective.model_validate(body), heads, width, look))


def cells(slab, y=0.0):
    """Return the cells of a row at (10, y) from left to right, and the frame of the whole row."""
    shapes = [item for item in flat_items(slab.draw(10, y)) if isinstance(item, Shape)]
    fine = [item.outline.bounds for item in shapes if item.stroke is not None and item.stroke.width < 0.3]
    heavy = [item.outline.bounds for item in shapes if item.stroke is not None and item.stroke.width > 0.3]
    return fine, heavy, [item.outline.bounds for item in shapes if item.fill is not None]


def words(slab, y=0.0):
    return [
        (" ".join(word.text for word in line.words), line.x, line.y)
        for item in flat_items(slab.draw(10, y))
        if isinstance(item, Text)
        for line in item.lines
    ]


@given(
    rows,
    st.lists(st.sampled_from(["", "1", "Round 1"]), min_size=1, max_size=10),
    st.floats(120, 190),
    st.floats(20, 50),
)
def test_the_grid_fills_the_width_exactly(look, rows, heads, width, first):
    """Each row has a cell for its name and one under each header, from edge to edge."""
    made = grid({"rows": rows, "first": first}, heads, width, look)
    assert len(made) == 1 + len(rows)
    for slab in made:
        fine, *_ = cells(slab)
        assert len(fine) == len(heads) + bool(rows)
        assert fine[0].x == 10
        assert fine[-1].right == pytest.approx(10 + width, abs=0.002)
        assert all(one.right == pytest.approx(next_.x, abs=0.002) for one, next_ in pairwise(fine))
        blank = (width - (first if rows else 0)) / len(heads)
        assert [cell.width for cell in fine[bool(rows) :]] == pytest.approx([blank] * len(heads), abs=0.002)


@given(rows, st.floats(5, 20))
def test_rows_have_at_least_the_requested_height_and_no_gaps(look, rows, height):
    """A name of several lines makes its row higher."""
    made = grid({"rows": rows, "height": height, "first": 25}, ["a", "b"], 120, look)
    assert stacked_height(made) == pytest.approx(sum(slab.height for slab in made))
    for slab in made[1:]:
        assert slab.height >= height
        fine, *_ = cells(slab)
        assert all(cell.height == pytest.approx(slab.height, abs=0.002) for cell in fine)
        assert all(0 < y < slab.height for _, _, y in words(slab))


def test_headers_are_above_their_cells(look):
    """The corner is above the names; every header is centred on its column, with a blank cell for a name."""
    head, tricks = grid({"rows": ["Tricks"], "corner": "Who", "first": 30}, ["One", "", "Two"], 120, look)
    fine, heavy, tinted = cells(head)
    found = {text: x for text, x, _ in words(head)}
    assert list(found) == ["Who", "One", "Two"]
    assert fine[0].x < found["Who"] < fine[0].x + 3
    assert fine[1].x + 5 < found["One"] < fine[1].centre.x
    assert fine[3].x + 5 < found["Two"] < fine[3].centre.x
    assert (len(heavy), len(tinted)) == (1, 1)
    assert [text for text, _, _ in words(tricks)] == ["Tricks"]


def test_a_total_is_tinted_and_a_note_is_under_its_name(look, bold):
    """A total is also framed; a name is bold, its note is not."""
    _, plain, noted, total = grid(
        {"rows": ["Tricks", {"name": "Keys", "note": "one each"}, {"total": "Score", "note": "in all"}]},
        ["a"],
        100,
        look,
    )
    assert [(len(cells(row)[1]), len(cells(row)[2])) for row in (plain, noted, total)] == [(0, 0), (0, 0), (1, 1)]
    (name, _, high), (note, _, low) = words(noted)
    assert (name, note, high < low) == ("Keys", "one each", True)
    faces = [item.face is bold for item in flat_items(stacked_items([noted], 0, 0)) if isinstance(item, Text)]
    assert faces == [True, False]
    assert [text for text, _, _ in words(total)] == ["Score", "in all"]


@pytest.mark.parametrize(("body", "count"), [({"lines": 12}, 12), ({}, 0), ({"lines": 3, "rows": ["a"]}, 1)])
def test_a_grid_without_names_has_blank_lines(look, body, count):
    """As many as requested; with row names, there are no others."""
    made = grid(body, ["Card", "Note"], 100, look)
    assert len(made) == 1 + count
    if "rows" not in body:
        assert [words(row) for row in made[1:]] == [[]] * count
        assert {len(cells(row)[0]) for row in made} == {2}


@pytest.mark.parametrize(
    ("heads", "body", "wide"),
    [
        (["a"] * 4, {"rows": ["b"], "first": 30}, False),
        (["a"] * 20, {"rows": ["b"], "first": 30}, True),
        (["a"], {"rows": ["b"], "first": 98}, True),
        (["Competences"] * 6, {"rows": ["b"], "first": 30}, True),
        (["a"], {"rows": ["Competences"], "first": 10}, True),
    ],
)
def test_a_grid_that_is_too_wide_says_so(look, heads, body, wide):
    """Cells too narrow to write in make the grid wider than the column; a word may be wider than its cell."""
    assert any(slab.overflow_width > 0.05 for slab in grid(body, heads, 100, look)) is wide


def test_a_header_without_a_name_is_high_enough_to_write_one(look):
    """Headers with names are only as high as the names."""
    blank, *_ = grid({"rows": ["Tricks"], "first": 30}, ["", ""], 120, look)
    named, *_ = grid({"rows": ["Tricks"], "first": 30}, ["One", "Two"], 120, look)
    assert blank.height >= 9
    assert named.height < 8


@given(rows)
def test_a_grid_has_the_spacing_of_a_table(look, rows):
    """The text after a grid does not touch its last line."""
    style = look.style("table")
    made = grid({"rows": rows, "first": 30}, ["", ""], 120, look)
    assert (made[0].space_before, made[-1].space_after) == (style.space_before, style.space_after)
    assert all(slab.space_after == 0 for slab in made[:-1])
    assert all(slab.space_before == 0 for slab in made[1:])

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.cutting import (
    corner_arms,
    mark_keep_outs,
    mark_outlines,
    printed_marks,
    square_mark,
)
from punchboard.compose.sheets.imposition import plan_slots, slot_frame
from punchboard.geometry import Rect, Size
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.destinations import RegistrationFile

A4 = Size(210, 297)
PLAIN = RegistrationFile()

files = st.builds(
    RegistrationFile,
    inset=st.floats(3, 25),
    square=st.floats(1, 10),
    length=st.floats(5, 30),
    line=st.floats(0.1, 2),
    **{"keep out": st.floats(0, 5)},
)
papers = st.builds(Size, st.floats(150, 500), st.floats(150, 500))


def test_marks_have_the_sizes_that_the_machine_expects():
    """A square of 5 mm, arms of 20 x 0.3 mm, all 10 mm from the edges; nothing at the bottom right."""
    assert tuple(square_mark(PLAIN)) == (10, 10, 5, 5)
    top, right, bottom, left = corner_arms(A4, PLAIN)
    assert tuple(top) == (180, 10, 20, 0.3)
    assert tuple(right) == pytest.approx((199.7, 10, 0.3, 20))
    assert tuple(bottom) == pytest.approx((10, 286.7, 20, 0.3))
    assert tuple(left) == (10, 267, 0.3, 20)
    assert len(list(printed_marks(A4, PLAIN))) == 3


@given(files, papers)
def test_no_mark_is_closer_to_the_edge_than_the_inset(file, paper):
    """Measured to the outer edges of the lines."""
    inside = Rect(0, 0, *paper).shrink(file.inset)
    for outline in mark_outlines(paper, file):
        assert inside.contains(outline.bounds, 0.002)


@given(files, papers)
def test_all_marks_lie_within_their_keep_outs(file, paper):
    """Each arm and the square, with the keep-out distance all round."""
    rects = mark_keep_outs(paper, file)
    for rect in (square_mark(file), *corner_arms(paper, file)):
        assert any(other.contains(rect.grow(file.keep_out)) for other in rects)
    for outline in mark_outlines(paper, file):
        corners = [numbers for _, numbers in outline.segments if numbers]
        assert all(any(rect.contains(Rect(x, y, 0, 0), 0.002) for rect in rects) for x, y in corners)


@given(
    st.sampled_from(["poker", "tarot", "hex 50mm", "circle 20mm", "square 14mm", "board 190mm x 50mm"]),
    files,
    st.sampled_from([A4, Size(215.9, 279.4), Size(297, 420)]),
)
def test_a_plan_stays_out_of_keep_outs(shape, file, paper):
    """No trim of any slot overlaps one."""
    trim, kept = trim_from_text(shape), mark_keep_outs(paper, file)
    found = plan_slots(paper, trim, gap=2, margin=8, keep_out=kept)
    for slot in found.slots if found else ():
        overlaps = [slot_frame(slot, trim).overlap(rect) for rect in kept]
        assert all(overlap is None or min(overlap.size) < 0.02 for overlap in overlaps)

"""Crop marks, ticks and cut lines: where they stand, how long they are, and what they must not touch."""

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.sheets.crop_marks import LENGTH, STAND_OFF, BlockCuts, MarkLines
from punchboard.geometry import Point, Rect

ROOM = Rect(5, 5, 200, 287)
tenths = st.integers(0, 300).map(lambda value: value / 10)


def grid(x=40.0, y=60.0, *, columns=2, rows=2, gap=0.0, bleed=3.0):
    """Return the cuts of frames of 30 x 40 mm in a grid."""
    frames = tuple(
        Rect(x + column * (30 + gap), y + row * (40 + gap), 30, 40) for row in range(rows) for column in range(columns)
    )
    block = frames[0]
    for frame in frames:
        block = block.union(frame)
    return BlockCuts(frames, block, bleed)


def length(segment):
    (x1, y1), (x2, y2) = segment
    return abs(x1 - x2) + abs(y1 - y2)


def strip(segment):
    (x1, y1), (x2, y2) = segment
    return Rect(min(x1, x2), min(y1, y2), max(abs(x1 - x2), 0.001), max(abs(y1 - y2), 0.001))


def every(drawn: MarkLines):
    return (*drawn.beyond, *drawn.on_bleed, *drawn.on_cuts)


def test_butted_neighbours_have_one_mark_for_their_cut():
    """Two columns have three vertical cuts; with a gap, four."""
    assert len(grid().crop_marks(ROOM, ()).beyond) == 2 * (3 + 3)
    assert len(grid(gap=4.0).crop_marks(ROOM, ()).beyond) == 2 * (4 + 4)


def test_a_mark_begins_beyond_the_bleed():
    """All marks have the same length."""
    drawn = grid().crop_marks(ROOM, ())
    assert {round(length(mark), 3) for mark in drawn.beyond} == {LENGTH}
    assert (Point(40 - 3 - STAND_OFF, 60), Point(40 - 3 - STAND_OFF - LENGTH, 60)) in drawn.beyond


def test_a_mark_without_space_beyond_the_bleed_lies_on_the_bleed():
    """Cards 1.5 mm from the printable edge still have marks there."""
    drawn = grid(x=6.5).crop_marks(ROOM, ())
    assert {start.x for start, _ in drawn.on_bleed} == {6.5 - STAND_OFF}
    assert {end.x for _, end in drawn.on_bleed} == {5}
    assert len(drawn.on_bleed) == 3


def test_a_mark_ends_before_an_obstacle():
    """Such as a label or another block."""
    label = Rect(30, 50, 5, 100)
    drawn = grid().crop_marks(ROOM, (label,))
    assert not any(strip(mark).overlap(label) for mark in every(drawn))
    assert all(length(mark) < LENGTH for mark in drawn.beyond if mark[1].x < 40 and mark[0].y == mark[1].y)


def test_lines_run_along_each_cut_across_the_sheet():
    """From one printable edge to the other, each cut once."""
    drawn = grid().cut_lines(ROOM, ())
    assert sorted(length(line) for line in drawn.on_cuts) == [200] * 3 + [287] * 3


def test_ticks_stand_outside_every_corner():
    """Ticks on a neighbour's edge lie on the shared cut; the others stand off, on the bleed."""
    drawn = grid(columns=2, rows=1).corner_ticks(ROOM, (), 0)
    assert drawn.beyond == ()
    assert (Point(70, 60), Point(68, 60)) in drawn.on_cuts
    assert (Point(70, 60 - STAND_OFF), Point(70, 60 - STAND_OFF - 2)) in drawn.on_bleed
    apart = grid(columns=2, rows=1, gap=3.0).corner_ticks(ROOM, (), 3.0)
    assert apart.on_cuts == ()
    assert max(end.x for _, end in apart.on_bleed if 70 < end.x < 73) == 71.5


blocks = st.builds(
    grid,
    tenths.map(lambda value: value + 5),
    tenths.map(lambda value: value + 5),
    columns=st.integers(1, 4),
    rows=st.integers(1, 4),
    gap=st.just(3.0),
)


@given(blocks, st.data())
def test_marks_stay_in_their_area_and_off_obstacles(cuts, data):
    """Whatever lies near; crop marks keep off every trim as well."""
    taken = data.draw(
        st.lists(st.builds(Rect, *(tenths.map(lambda v: v * 6),) * 2, *(tenths.map(lambda v: v + 1),) * 2))
    )
    taken = [rect for rect in taken if not rect.overlap(cuts.block)]
    for drawn in (cuts.crop_marks(ROOM, taken), cuts.cut_lines(ROOM, taken), cuts.corner_ticks(ROOM, taken, 3.0)):
        assert all(ROOM.contains(strip(mark), 0.01) for mark in every(drawn) if length(mark))
    for drawn in (cuts.crop_marks(ROOM, taken), cuts.cut_lines(ROOM, taken)):
        assert not any(strip(mark).overlap(rect.shrink(0.001)) for mark in every(drawn) for rect in taken)
    crop = cuts.crop_marks(ROOM, taken)
    assert not any(frame.shrink(0.01).overlap(strip(mark)) for frame in cuts.frames for mark in every(crop))

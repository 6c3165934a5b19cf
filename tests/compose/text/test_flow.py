from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.column import Slab, chunks, stacked_height
from punchboard.compose.text.flow import flow_columns
from punchboard.geometry import Point, Rect
from punchboard.scene import Anchor

REGIONS = (Rect(10, 10, 50, 100), Rect(70, 10, 50, 60))
settings_of_slabs = st.lists(
    st.fixed_dictionaries(
        {
            "height": st.integers(1, 70).map(float),
            "space_before": st.integers(0, 5).map(float),
            "space_after": st.integers(0, 5).map(float),
            "keep_with_next": st.booleans(),
            "can_float": st.booleans(),
            "new_page": st.sampled_from([False, False, False, True]),
        }
    ),
    max_size=25,
)


def anchors(column):
    return [item for item in column.items if isinstance(item, Anchor)]


def names(columns):
    return [[anchor.name for anchor in anchors(column)] for column in columns]


@given(settings_of_slabs)
def test_every_slab_appears_exactly_once(slab, given_slabs):
    """No slab is lost or printed twice, with any mix of breaks, floats and slabs kept together."""
    made = [slab(str(number), **one) for number, one in enumerate(given_slabs)]
    found = [name for column in names(flow_columns(made, REGIONS)) for name in column]
    assert sorted(found, key=int) == [str(number) for number in range(len(made))]


@given(settings_of_slabs)
def test_slabs_kept_together_are_not_separated(slab, given_slabs):
    """A run that fits in a column is in one; text that does not float keeps its order."""
    made = [slab(str(number), **one) for number, one in enumerate(given_slabs)]
    columns = flow_columns(made, REGIONS)
    where = {name: number for number, column in enumerate(names(columns)) for name in column}
    at = 0
    still = set()
    for run in chunks(made):
        labels = [str(number) for number in range(at, at + len(run))]
        at += len(run)
        if stacked_height(run) <= 100:
            assert len({where[label] for label in labels}) == 1
        if not (len(run) == 1 and run[0].can_float):
            still.update(labels)
    order = [name for column in names(columns) for name in column if name in still]
    assert order == sorted(still, key=int)


@given(settings_of_slabs)
def test_slabs_that_fit_a_region_never_overflow(slab, given_slabs):
    """Every slab fits one of the two regions, so no column overflows."""
    made = [slab(str(number), **one) for number, one in enumerate(given_slabs)]
    assert all(column.overflow_height == 0.0 for column in flow_columns(made, REGIONS))


@given(settings_of_slabs)
def test_a_slab_with_new_page_starts_at_the_top(slab, given_slabs):
    """Nothing is above it, not even a waiting figure."""
    made = [slab(str(number), **one) for number, one in enumerate(given_slabs)]
    tops = {column[0] for column in names(flow_columns(made, REGIONS)) if column}
    asked = [
        str(number)
        for number, one in enumerate(made)
        if one.new_page and not (number and made[number - 1].keep_with_next)
    ]
    assert set(asked) <= tops | {name for name in asked if made[int(name)].can_float}


def test_a_slab_higher_than_any_column_overflows(slab):
    """It is alone in a column, which has the overflow height."""
    columns = flow_columns([slab("a"), slab("b", 130), slab("c")], [Rect(0, 0, 50, 100)])
    assert names(columns) == [["a"], ["b"], ["c"]]
    assert [column.overflow_height for column in columns] == [0.0, 30.0, 0.0]


def test_a_run_waits_for_the_figure_before_it(slab):
    """A heading is not separated from its text by a figure that fills the column first."""
    made = [
        slab("text", 60),
        slab("figure", 60, can_float=True),
        slab("head", 30, keep_with_next=True),
        slab("body", 40),
    ]
    assert names(flow_columns(made, [Rect(0, 0, 50, 100)])) == [["text"], ["figure"], ["head", "body"]]


def test_chunks_are_slabs_kept_with_the_next(slab):
    """A heading stays with its text; the last slab may be alone."""
    made = [
        slab("a"),
        slab("b", keep_with_next=True),
        slab("c", keep_with_next=True),
        slab("d"),
        slab("e", keep_with_next=True),
    ]
    assert [len(chunk) for chunk in chunks(made)] == [1, 3, 1]


def test_floats_let_the_text_after_them_go_first(slab):
    """A figure that does not fit waits for the next column, and text fills this one."""
    made = [slab("text", 60), slab("figure", 50, can_float=True), slab("more", 30), slab("last", 45)]
    assert names(flow_columns(made, [Rect(0, 0, 50, 100)])) == [["text", "more"], ["figure", "last"]]


def test_a_slab_can_start_a_new_page(slab):
    """A chapter that starts on a new page leaves the rest of this one blank; at the top it needs no new page."""
    made = [slab("one", new_page=True), slab("two", new_page=True), slab("three")]
    assert names(flow_columns(made, [Rect(0, 0, 50, 100)])) == [["one"], ["two", "three"]]


def test_a_run_too_high_for_any_column_is_broken(slab):
    """It continues in the next column."""
    made = [slab("a", 60, keep_with_next=True), slab("b", 60, keep_with_next=True), slab("c", 30)]
    assert names(flow_columns(made, [Rect(0, 0, 50, 100)])) == [["a"], ["b", "c"]]


def test_regions_are_filled_in_turn(slab):
    """The first, the second, the first of the next page; each at its own corner."""
    columns = flow_columns([slab(name, 60) for name in "abc"], REGIONS)
    assert [anchors(column)[0].at for column in columns] == [(10, 10), (70, 10), (10, 10)]


def test_no_text_fills_no_column():
    """A book without text has no body pages."""
    assert flow_columns([], REGIONS) == ()


def test_headings_of_a_column_are_the_anchors_with_a_title():
    """The anchor of a rule mark has no title: it is no heading and starts no chapter."""
    told, chapter = Anchor("rule-deal", Point(0, 0)), Anchor("play", Point(0, 0), "Play", 0)
    (mark,) = flow_columns([Slab(10, lambda x, y: iter((told, chapter)))], [Rect(0, 0, 50, 100)])
    (opened,) = flow_columns([Slab(10, lambda x, y: iter((chapter, told)))], [Rect(0, 0, 50, 100)])
    assert [list(column.headings()) for column in (mark, opened)] == [[chapter], [chapter]]
    assert [column.begins_with_chapter for column in (mark, opened)] == [False, True]


def test_a_float_never_overtakes_another(slab):
    """A small table stays behind the large picture before it, though it would fit on this page."""
    made = [slab("text", 70), slab("picture", 60, can_float=True), slab("table", 20, can_float=True), slab("more", 20)]
    assert names(flow_columns(made, (Rect(0, 0, 50, 100),))) == [["text", "more"], ["picture", "table"]]

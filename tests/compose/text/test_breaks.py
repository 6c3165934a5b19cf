"""The breaks of a whole text cost no more than any other way to break it."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.column import stacked_height
from punchboard.compose.text.flow import COLUMN, EMPTY, FORGOTTEN, FULL, HALF_EMPTY, SHORT, TURN, best_columns

HEIGHT = 100.0
texts = st.lists(
    st.fixed_dictionaries(
        {
            "height": st.integers(5, 60).map(float),
            "space_before": st.integers(0, 5).map(float),
            "keep_with_next": st.sampled_from([False, False, True]),
            "break_cost": st.sampled_from([0.0, 25.0, 90.0]),
        }
    ),
    min_size=1,
    max_size=9,
)


def cost_of(columns, *, begins_left):
    """Return what columns cost, computed from the definition; None if one is too high or a run is broken."""
    total = 0.0
    for number, column in enumerate(columns):
        used, is_last = stacked_height(column), number == len(columns) - 1
        if used > HEIGHT or (not is_last and column[-1].keep_with_next):
            return None
        is_right = number % 2 == int(begins_left)
        total += COLUMN
        if is_last:
            total += FORGOTTEN * (used < SHORT * HEIGHT)
        else:
            free = 1 - used / HEIGHT
            total += EMPTY * free**2 + HALF_EMPTY * (free > FULL) + column[-1].break_cost * (TURN if is_right else 1)
    return total


@given(texts, st.booleans())
def test_no_other_breaks_cost_less(slab, given_slabs, begins_left):
    """Compared with every way to cut a short text into columns that hold it."""
    slabs = [slab(str(number), **one) for number, one in enumerate(given_slabs)]
    cuts = [ends for many in range(len(slabs)) for ends in combinations(range(1, len(slabs)), many)]
    ways = [[slabs[begin:end] for begin, end in zip((0, *ends), (*ends, len(slabs)), strict=True)] for ends in cuts]
    costs = [cost for way in ways if (cost := cost_of(way, begins_left=begins_left)) is not None]
    found = best_columns(slabs, [HEIGHT], begins_left=begins_left)
    if costs:
        assert sum(column.cost.total for column in found) == pytest.approx(min(costs))


def test_an_example_stays_with_its_rule_at_the_price_of_some_white(slab):
    """A break where it costs nothing is preferred to one that fills the column."""
    text = [slab("start", 80), slab("rule", 15, break_cost=60), slab("example", 15), slab("more", 60)]
    assert [[one.height for one in column.slabs] for column in best_columns(text, [HEIGHT])] == [[80], [15, 15, 60]]


def test_only_text_of_its_own_section_overtakes_a_figure(slab):
    """A new section rather leaves some white than come before a figure of the one before it."""

    def heights(*, ends_section):
        figure = slab("figure", 60, can_float=True, ends_section=ends_section)
        columns = best_columns([slab("text", 70), figure, slab("more", 25)], [HEIGHT])
        return [[one.height for one in column.slabs] for column in columns]

    assert heights(ends_section=False) == [[70, 25], [60]]
    assert heights(ends_section=True) == [[70], [60, 25]]


def test_a_figure_below_a_heading_waits_while_the_text_below_it_fills_the_page(slab):
    """The heading then stands above that text. Without text of its own it goes with its figure."""

    def heights(*, ends_section):
        head, figure = (
            slab("head", 10, keep_with_next=True),
            slab("figure", 50, can_float=True, ends_section=ends_section),
        )
        columns = best_columns([slab("text", 50), head, figure, slab("more", 30), slab("end", 50)], [HEIGHT])
        return [[one.height for one in column.slabs] for column in columns]

    assert heights(ends_section=False) == [[50, 10, 30], [50, 50]]
    assert heights(ends_section=True) == [[50], [10, 50, 30], [50]]


def test_white_is_shared_so_that_no_column_is_less_than_two_thirds_full(slab):
    """Rather two columns of 70 and 70 than of 85 and 55, though a break within the list costs something."""
    text = [slab("start", 70, break_cost=40), slab("item", 15), slab("next", 55), slab("last", 90)]
    assert [[one.height for one in column.slabs] for column in best_columns(text, [HEIGHT])] == [[70], [15, 55], [90]]


def test_a_break_costs_more_where_the_leaf_is_turned(slab):
    """The same text is cut elsewhere if its first page is a left-hand one."""
    text = [slab("start", 80), slab("rule", 18, break_cost=20), slab("example", 15), slab("more", 50)]
    right, left = (best_columns(text, [HEIGHT], begins_left=begins_left) for begins_left in (False, True))
    assert [len(column.slabs) for column in right] == [1, 3]
    assert [len(column.slabs) for column in left] == [2, 2]


def test_a_column_costs_its_white_and_its_break(slab):
    """The last column has neither."""
    first, last = best_columns([slab("a", 70, break_cost=7), slab("b", 70)], [HEIGHT])
    assert first.cost.total == pytest.approx(COLUMN + EMPTY * 0.09 + 7 * TURN)
    assert last.cost.total == COLUMN


def test_no_new_chapter_overtakes_a_figure(slab):
    """A column stays nearly empty rather than show the figure of one chapter in another; a section may go first."""

    def heights(*, ends_chapter):
        figure = slab("figure", 95, can_float=True, ends_section=True, ends_chapter=ends_chapter)
        columns = best_columns([slab("text", 10), figure, slab("head", 20), slab("more", 60)], [HEIGHT])
        return [[one.height for one in column.slabs] for column in columns]

    assert heights(ends_chapter=False) == [[10, 20, 60], [95]]
    assert heights(ends_chapter=True) == [[10], [95], [20, 60]]


def test_the_last_page_is_not_left_with_a_few_lines(slab):
    """Lines from the page before go with them, as long as that page does not become much emptier for it."""
    text = [slab(str(line), 10) for line in range(11)]
    columns = best_columns(text, [HEIGHT])
    assert len(columns) == 2
    assert SHORT * HEIGHT <= stacked_height(columns[-1].slabs) < HEIGHT / 2


def test_steps_rather_begin_on_the_next_leaf_than_turn_it(slab):
    """On a right-hand page the steps leave their room white; on a left-hand page they go on at the right."""

    def heights(*, begins_left):
        steps = [slab(str(step), 20, turn_cost=500.0) for step in range(5)]
        columns = best_columns([slab("text", 40), *steps, slab("figure", 60)], [HEIGHT], begins_left=begins_left)
        return [[one.height for one in column.slabs] for column in columns]

    assert heights(begins_left=False) == [[40], [20] * 5, [60]]
    assert heights(begins_left=True) == [[40, 20, 20, 20], [20, 20, 60]]


def test_the_figure_of_steps_does_not_wait_beyond_the_leaf(slab):
    """Text that could fill the right-hand page does not send the figure of the steps overleaf."""
    steps = slab("steps", 50, turn_cost=500.0)
    figure = slab("figure", 45, can_float=True)
    text = [slab(str(line), 5) for line in range(8)]
    columns = best_columns([slab("head", 50), steps, figure, *text], [HEIGHT])
    assert [one.height for one in columns[1].slabs][:2] == [50, 45]

"""Call-outs beside a component, and the list of what they show."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.book import BookComposer
from punchboard.compose.books.call_outs import DISC, Part, call_outs, margin
from punchboard.compose.books.call_outs import crosses as runs_through
from punchboard.compose.books.directives import Directives
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.markdown import Directive
from punchboard.expression import ExpressionError
from punchboard.geometry import Point, Rect, Size
from punchboard.scene import Group, Shape, Text, flat_items

CARD = Size(50, 70)
FACE = """\
boxes:
  name: {at: [10, 8], size: [40, 8], text: '{{ name }}'}
  window: {at: [5, 20], size: [53, 50], fill: red}
"""
PARTS = {"name": "Its name.", "window": "A view."}


@st.composite
def parts_of_cards(draw):
    x, y = draw(st.integers(0, 49)), draw(st.integers(0, 69))
    area = Rect(x, y, draw(st.integers(0, 50 - x)), draw(st.integers(0, 70 - y)))
    return Part(Point(area.x, area.centre.y), Point(area.right, area.centre.y))


def crosses(one, other):
    """Tell whether two lines have a point in common."""

    def side(a, b, c):
        value = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        return (value > 1e-6) - (value < -1e-6)

    (a, b), (c, d) = one[1:], other[1:]
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@given(st.lists(parts_of_cards(), min_size=1, max_size=12))
def test_lines_never_cross(parts):
    """However the parts lie, also within each other."""
    assert not any(crosses(one, other) for one, other in combinations(call_outs(parts, CARD), 2))


@given(st.lists(parts_of_cards(), min_size=1, max_size=12))
def test_discs_lie_outside_and_apart(parts):
    """The lines begin at the edges of the discs and end at the edges of the parts."""
    found = call_outs(parts, CARD)
    for one, part in zip(found, parts, strict=True):
        assert one.disc.x < -DISC / 2 or one.disc.x > CARD.width + DISC / 2
        assert abs(one.start.x - one.disc.x) == pytest.approx(DISC / 2)
        assert one.end in {part.left, part.right}
    for one, other in combinations(found, 2):
        assert one.disc.x != other.disc.x or abs(one.disc.y - other.disc.y) >= DISC


def test_a_line_goes_around_what_it_does_not_name():
    """The name right of a block is called out from the right, though the left edge is nearer."""
    name, block = Part(Point(14, 8), Point(26, 8)), Rect(2, 2, 9, 9)
    (around,) = call_outs([name], CARD, others=[block])
    assert around.end == name.right
    assert not runs_through(around.start, around.end, block)
    (straight,) = call_outs([name], CARD)
    assert straight.end == name.left


@pytest.mark.parametrize(
    ("align", "text"), [("left", "A few words"), ("centre", "Hi"), ("right", "One two three four")]
)
def test_a_line_to_a_text_ends_at_its_ink(tiny_game, look, align, text):
    """Not at the edge of its box, however the text is aligned in it, on whichever line of it."""
    face = f"boxes: {{name: {{at: [10, 8], size: [40, 20], align: {align}, text: '{text}'}}}}"
    loaded = tiny_game(face)
    composer = FaceComposer(loaded)
    (box,) = [box for box in composer.front_face(loaded.game.components[0]).boxes if box.name == "name"]
    body = {"show": "alder", "parts": {"name": "Its name."}, "scale": 100}
    directives = Directives(loaded.game, loaded.layouts, composer)
    (slab,) = directives.slabs(Directive("anatomy", body, 1), 110, look)
    (dot,) = {
        item.outline.bounds.centre
        for item in drawn(slab.draw(0, 0))
        if isinstance(item, Shape) and item.fill and item.outline.bounds.width < 1.5
    }
    x = dot.x - margin(DISC)
    distance = max(box.ink.x - x, x - box.ink.right)
    assert 0.5 < distance < 2
    assert box.ink.y < dot.y < box.ink.bottom


def drawn(items):
    """Yield all that is drawn, moved by the groups that only move it."""
    for item in items:
        if isinstance(item, Group):
            move = item.transform
            for inner in drawn(item.items):
                yield inner._replace(outline=inner.outline.placed(move)) if isinstance(inner, Shape) else inner
        else:
            yield item


@pytest.fixture
def slab(tiny_game, look):
    """Return the slab of the anatomy of a card named alder."""
    loaded = tiny_game(FACE)
    directives = Directives(loaded.game, loaded.layouts, FaceComposer(loaded))

    def slab(width=110, **body):
        body = {"show": "alder", "parts": PARTS, **body}
        (found,) = directives.slabs(Directive("anatomy", body, 1), width, look)
        return found

    return slab


def texts(slab):
    return [
        (line.text, line.x, line.y)
        for item in flat_items(slab.draw(0, 0))
        if isinstance(item, Text)
        for line in item.lines
    ]


def test_the_list_stands_beside_the_card_if_there_is_room(slab):
    """Numbered in the order in which the parts are written."""
    found = texts(slab())
    assert [text for text, _, _ in found] == ["1.", "Its name.", "2.", "A view."]
    assert all(x > 50.8 for _, x, _ in found)


def test_the_list_stands_below_a_card_in_a_narrow_column(slab):
    """And where its author wants it."""
    for found in (slab(75), slab(legend="below")):
        assert all(y > 0.8 * 88.9 for _, _, y in texts(found))
        assert found.height > 0.8 * 88.9
        assert found.overflow_width == 0


def test_a_picture_is_read_as_what_it_shows(slab):
    """The alternate text has the names of the parts."""
    figures = [
        item.element.text
        for item in slab().draw(0, 0)
        if isinstance(item, Group) and item.element and item.element.role == "Figure"
    ]
    assert figures == ["Alder, with a number at each part: name, window"]


def test_an_unknown_part_is_an_error(slab):
    """A near name is offered."""
    with pytest.raises(ExpressionError, match="'nmae' is not a box that 'alder' shows") as error:
        slab(parts={"nmae": "Its name."})
    assert "name" in error.value.hint


def test_a_picture_wider_than_its_column_is_said(slab):
    """By how much, so that the book can report it."""
    assert slab(50).overflow_width == pytest.approx(0.8 * 63.5 + 2 * margin(DISC) - 50)


def test_a_book_reports_a_wide_figure_at_its_line(tiny_game):
    """With what to change; the text after it is printed."""
    rulebook = "A.\n\n```scene\nsize: [120, 20]\nitems: []\n```\n\nB.\n"
    book = "page: [100, 100]\nmasters: {body: {regions: [[10, 10, 80, 80]]}}\n"
    loaded = tiny_game(FACE, files={"rulebook.md": rulebook, "layouts/books/rulebook.yaml": book})
    (problem,) = BookComposer(loaded, FaceComposer(loaded), "rulebook").compose().problems
    assert (problem.rule, problem.place.line) == ("FIT001", 3)
    assert problem.message == "the figure of 'scene' is 40.0 mm wider than its column of 80 mm"
    assert "width" in problem.hint

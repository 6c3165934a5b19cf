"""Before and after, the phases of a turn, comparisons of components, and charts of questions."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.decisions import decision_chart
from punchboard.compose.books.directives import DirectiveError, Directives
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.markdown import Directive
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect
from punchboard.geometry.shapes import rectangle
from punchboard.model.game.directives import Decision
from punchboard.model.game.game import Entry
from punchboard.scene import Group, Shape, Text, flat_items

WIDTH = 104
FACE = """\
boxes:
  name: {at: [10, 8], size: [40, 8], text: '{{ name }}'}
  value: {at: [5, 20], size: [10, 10], text: '7'}
"""
PHASES = Entry("draw", {"name": "Draw"}), Entry("play", {"name": "Play a card"})
WITH_ICONS = tuple(Entry(phase, {**phase.properties, "icon": "star"}) for phase in PHASES)


@pytest.fixture
def drawn(tiny_game, look, monkeypatch):
    """Return the slab of a directive in a game with a card named alder and two phases; colours have their own names."""
    monkeypatch.setattr(look, "colour", lambda paint: paint)
    monkeypatch.setattr(type(look.setter), "icon", lambda _setter, _name: rectangle(Rect(0, 0, 512, 512)))

    def drawn(name, body, phases=PHASES):
        loaded = tiny_game(FACE)
        loaded = replace(loaded, game=replace(loaded.game, lists={"phase": phases}))
        directives = Directives(loaded.game, loaded.layouts, FaceComposer(loaded))
        (slab,) = directives.slabs(Directive(name, body, 1), WIDTH, look)
        return slab

    return drawn


def lines(slab):
    """Return the lines of text of a slab with their left ends."""
    return [
        (line.text, line.x, line.y, item.colour)
        for item in flat_items(slab.draw(0, 0))
        if isinstance(item, Text)
        for line in item.lines
    ]


def words(slab):
    return " ".join(text for text, *_ in lines(slab)).split()


def read_text(slab):
    """Return what is read of the figure of a slab."""
    return next(item.element.text for item in slab.draw(0, 0) if isinstance(item, Group) and item.element)


def frames(slab):
    """Return the areas of frames: shapes with a ground and a line."""
    return [
        item.outline.bounds
        for item in flat_items(slab.draw(0, 0))
        if isinstance(item, Shape) and item.fill and item.stroke
    ]


QUESTIONS = st.recursive(
    st.text("abcdefghij ", min_size=3, max_size=40).map(lambda text: f"x{text}"),
    lambda inner: st.fixed_dictionaries(
        {
            "ask": st.text("abcdefghij ", min_size=3, max_size=40).map(lambda text: f"x{text}"),
            "answers": st.dictionaries(st.sampled_from(["yes", "no", "often", "never"]), inner, min_size=2, max_size=4),
        }
    ),
    max_leaves=8,
).filter(lambda asked: isinstance(asked, dict))


def depth(asked):
    return 1 + max(map(depth, asked["answers"].values())) if isinstance(asked, dict) else 0


def told(asked):
    """Return all words of a chart."""
    if isinstance(asked, str):
        return asked.split()
    return [*asked["ask"].split(), *(word for key, then in asked["answers"].items() for word in (key, *told(then)))]


@given(QUESTIONS.filter(lambda asked: depth(asked) <= 4))
def test_a_chart_shows_each_question_and_outcome_in_a_frame_of_its_own(look, asked):
    """Within the column, none upon another, whatever the questions."""
    slab = decision_chart(Decision.model_validate(asked), look, WIDTH)
    assert sorted(words(slab)) == sorted(told(asked))
    found = frames(slab)
    assert all(area.x >= -0.01 and area.right <= WIDTH + 0.01 and area.bottom <= slab.height + 0.01 for area in found)
    assert not any(one.overlap(other) and one.overlap(other).width > 0.01 for one, other in combinations(found, 2))


def test_a_chart_is_read_question_by_question(drawn):
    """With each answer before what it leads to."""
    inner = {"ask": "Does it rain?", "answers": {"yes": "Wait.", "no": "Go."}}
    slab = drawn("decision", {"ask": "Is it *late*?", "answers": {"yes": "Sleep.", "no": inner}})
    assert read_text(slab) == "Is it late? yes: Sleep. no: Does it rain? yes: Wait. no: Go."


def test_a_chart_needs_two_answers(drawn):
    """Else there is nothing to decide."""
    with pytest.raises(DirectiveError, match="answers"):
        drawn("decision", {"ask": "Is it late?", "answers": {"yes": "Sleep."}})


@pytest.mark.parametrize(("now", "shown"), [(None, ["Draw", "Play", "a", "card"]), ("play", ["Play", "a", "card"])])
def test_the_phases_of_a_turn_come_from_a_list(drawn, now, shown):
    """All with their names, or the present one with its name and the others with their icons."""
    slab = drawn("turn-track", {"phases": "phase"} | ({"now": now} if now else {}), WITH_ICONS)
    assert words(slab) == shown
    assert read_text(slab) == ("Play a card" if now else "Draw \u2192 Play a card")
    assert slab.keep_with_next
    assert not slab.can_float


def test_phases_without_icons_keep_their_names(drawn):
    """The present one has a dark ground and light words, so that colour is not all that marks it."""
    slab = drawn("turn-track", {"phases": "phase", "now": "draw"})
    assert words(slab) == ["Draw", "Play", "a", "card"]
    assert {text: colour for text, _x, _y, colour in lines(slab)} == {"Draw": "paper", "Play a card": "ink"}


@pytest.mark.parametrize(
    ("body", "message"),
    [({"phases": "fase"}, "there is no list 'fase'"), ({"phases": "phase", "now": "plai"}, "'plai' is no entry")],
)
def test_an_unknown_list_or_phase_is_named(drawn, body, message):
    """With the nearest name."""
    with pytest.raises(ExpressionError, match=message) as caught:
        drawn("turn-track", body)
    assert caught.value.args


def test_compared_boxes_have_rings_and_the_outcome_stands_beside(drawn):
    """On both components, around the same box; the words are read in their order."""
    pair = {"left": "alder", "right": "alder", "compare": "value", "sign": "=", "note": "Nobody wins."}
    slab = drawn("comparison", {"width": 20, "pairs": [pair]})
    rings = {
        item.outline.bounds.centre.x
        for item in flat_items(slab.draw(0, 0))
        if isinstance(item, Shape) and item.stroke and not item.fill and item.outline.bounds.width < 8
    }
    assert len(rings) == 2
    note = [x for text, x, _y, _colour in lines(slab) if text.startswith("Nobody")]
    assert min(note) > max(rings)
    assert read_text(slab).endswith("Nobody wins")


def test_a_box_that_is_not_there_cannot_be_compared(drawn):
    """It is named, with the component."""
    with pytest.raises(ExpressionError, match="'valeu' is not a box that 'alder' shows"):
        drawn("comparison", {"pairs": [{"left": "alder", "right": "alder", "compare": "valeu"}]})


def test_before_and_after_have_one_scale_and_fit_the_column(drawn):
    """Each with its caption below; they are read one after the other."""
    scene = {"size": [90, 60], "items": [{"show": "alder", "at": [5, 5], "width": 40}]}
    slab = drawn("before-after", {"before": scene | {"caption": "First."}, "after": scene | {"caption": "Then."}})
    assert slab.overflow_width == 0
    assert [word for word in words(slab) if word in {"First.", "Then."}] == ["First.", "Then."]
    first, then = read_text(slab).split(" \u2192 ")
    assert first.endswith("First.")
    assert then.endswith("Then.")
    cards = [item for item in flat_items(slab.draw(0, 0)) if isinstance(item, Shape) and item.stroke and not item.fill]
    assert cards
    assert isinstance(cards[0].outline.bounds, Rect)

"""The list of components and pictures of the table, with dice."""

from dataclasses import replace

import pytest

from punchboard.compose.books.directives import Directives
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.column import stacked_height
from punchboard.compose.text.markdown import Directive
from punchboard.expression import ExpressionError
from punchboard.scene import Group, Shape, Text, Use, flat_items

DICE = """\
dice:
  fate: {name: Fate Die, faces: [1, 2, 3], about: Rolled *once*., prototype: it is}
  luck: {name: Luck Die, plural: Luck Dice, faces: {one of: realm}, copies: 2, prototype: it is}
"""
FACE = "boxes: {name: {at: [10, 10], size: [40, 8], text: '{{ name }}'}}"


@pytest.fixture
def slabs(tiny_game, look, english):
    """Return the slabs of a directive in a column of 80 mm, for a game with dice."""

    def slabs(name, body=None, more=DICE, **changes):
        loaded = tiny_game(FACE, more=more, **changes)
        layouts = replace(loaded.layouts, words=english)
        directives = Directives(loaded.game, layouts, FaceComposer(loaded))
        return list(directives.slabs(Directive(name, body or {}, 1), 80, look))

    return slabs


def drawn(slabs):
    return [item for slab in slabs for item in flat_items(slab.draw(0, 0))]


def said(items):
    for item in items:
        if isinstance(item, Text):
            yield " ".join(word.text for line in item.lines for word in line.words)


def symbols(items):
    for item in items:
        if isinstance(item, Use):
            yield item.symbol.name
        elif isinstance(item, Group):
            yield from symbols(item.items)


def test_dice_are_listed_after_the_kinds(slabs):
    """With their count and name (in the plural for several), and their description."""
    found = slabs("components")
    assert [" ".join(said(flat_items(slab.draw(0, 0)))) for slab in found] == [
        "1 Card",
        "1 Fate Die Rolled once .",
        "2 Luck Dice",
    ]


def test_a_die_is_pictured_by_its_first_three_sides(slabs):
    """It is a cube within the space for pictures."""
    _, fate, luck = slabs("components", {"picture": 20})
    assert list(symbols(drawn([fate]))) == ["fate-1", "fate-2", "fate-3"]
    assert len(list(symbols(drawn([luck])))) == 3
    assert all(item.clip.bounds.right < 20.1 for item in drawn([fate]) if isinstance(item, Group))


def test_columns_hold_kinds_and_dice_side_by_side(slabs):
    """Three entries in two columns are two rows."""
    found = slabs("components", {"columns": 2})
    assert [list(said(flat_items(slab.draw(0, 0))))[:2] for slab in found] == [
        ["1 Card", "1 Fate Die"],
        ["2 Luck Dice"],
    ]
    assert stacked_height(found) > 0


def test_a_kind_without_a_component_is_left_out(slabs):
    """There is nothing to show and nothing to count."""
    assert [list(said(flat_items(slab.draw(0, 0)))) for slab in slabs("components", rows="[]", more="")] == []


def test_a_die_whose_list_is_missing_is_left_out(slabs):
    """The checks report it."""
    found = slabs("components", more=DICE.replace("one of: realm", "one of: reelm"))
    assert len(found) == 2


def test_a_scene_shows_dice(slabs):
    """As cubes with their labels below; later items of the list cover earlier ones."""
    items = [
        {"die": "luck", "at": [5, 6], "width": "12mm", "label": "here"},
        {"show": "alder", "at": [9, 9], "width": 9},
    ]
    (slab,) = slabs("scene", {"size": [60, 40], "items": items})
    shown = list(flat_items(slab.draw(0, 0)))
    assert list(symbols(shown)) == ["luck-1", "luck-2", "luck-1", "alder"]
    assert list(said(shown)) == ["here"]
    left = (80 - 60) / 2 + 5
    cube = [item.clip.bounds for item in shown if isinstance(item, Group) and item.clip is not None][:3]
    assert min(frame.x for frame in cube) == pytest.approx(left, abs=0.01)
    assert max(frame.right for frame in cube) == pytest.approx(left + 12, abs=0.01)


def test_a_number_is_a_disc_that_keeps_its_size(slabs):
    """A picture at half its size moves the disc, whose width stays; the number is printed, and adds no name."""
    items = [{"show": "alder", "at": [9, 9], "width": 9}, {"number": 12, "at": [20, 6], "width": 5}]
    (slab,) = slabs("scene", {"size": [60, 40], "width": 30, "items": items})
    shown = list(flat_items(slab.draw(0, 0)))
    assert list(said(shown)) == ["12"]
    bounds = [item.outline.bounds for item in shown if isinstance(item, Shape) and item.fill is not None]
    assert [(disc.x, disc.width) for disc in bounds] == [(pytest.approx((80 - 30) / 2 + 10), pytest.approx(5))]
    figures = [item.element.text for item in slab.draw(0, 0) if isinstance(item, Group) and item.element is not None]
    assert not any("12" in text for text in figures)


def test_a_group_has_one_label_below_its_middle(slabs):
    """Below the lowest corner of its items, also where these are turned."""
    items = [
        {"show": "alder", "at": [x, 4], "width": 10, "turn": turn, "group": "hand"} for x, turn in ((4, 0), (26, 90))
    ]
    (slab,) = slabs("scene", {"size": [60, 40], "items": items})
    (label,) = [item for item in flat_items(slab.draw(0, 0)) if isinstance(item, Text)]
    (line,) = label.lines
    left, right = 4, 26 + 5 + 7  # of the upright card and of the turned one
    room = 1.9 * (right - left)
    assert line.x == pytest.approx((80 - 60) / 2 + (left + right) / 2 - room / 2, abs=0.1)
    assert line.y > 4 + 14


def test_what_stands_out_of_a_scene_counts_as_its_width(slabs):
    """A label longer than the room at the edge of the picture, and a card that lies beyond it."""
    card = {"show": "alder", "width": 10, "at": [50, 4]}
    (slab,) = slabs("scene", {"size": [80, 40], "items": [{**card, "at": [71, 4]}]})
    assert slab.overflow_width == pytest.approx(2)
    (slab,) = slabs("scene", {"size": [80, 40], "items": [{**card, "at": [0, 4], "label": "a long label here"}]})
    assert slab.overflow_width > 5
    (slab,) = slabs("scene", {"size": [80, 40], "items": [card]})
    assert slab.overflow_width == 0


def test_a_scene_with_a_missing_die_is_an_error(slabs):
    """The message has the name."""
    with pytest.raises(ExpressionError, match="there is no die 'duel'"):
        slabs("scene", {"size": [60, 40], "items": [{"die": "duel", "at": [5, 5], "width": 9}]})


LAID_OUT = """\
decks: {pack: {name: the pack, contains: all}}
each player has: {hand: {name: hand}}
numbers: {deal: {value: 0, stated: Setup}}
variants: [{name: Rich, text: More., numbers: {deal: 1}, stated: Variants}]
setup:
  - {draw: deal, from: pack, to: box}
  - {each player draws: up to deal, from: pack, to: hand}
"""


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ({}, ["After set-up", "Pack", "1"]),
        ({"columns": 2, "caption": "What is left."}, ["After set-up", "Pack", "1", "What is left."]),
        ({"seats": True}, ["Each seat takes", "Cards into the hand", "up to 0", "After set-up", "Pack", "1"]),
        ({"variants": True}, ["After set-up", "Pack", "1", "Rich", "Box", "1"]),
    ],
)
def test_piles_may_include_seats_variants_and_a_caption(slabs, body, texts):
    """They are always in this order."""
    assert "".join(said(drawn(slabs("piles", body, more=LAID_OUT)))) == "".join(texts)


def test_piles_with_a_caption_float_like_a_picture(slabs):
    """They are one slab, and text fills the rest of a page that is too full for it."""
    (slab,) = slabs("piles", {"caption": "What is left."}, more=LAID_OUT)
    assert slab.can_float

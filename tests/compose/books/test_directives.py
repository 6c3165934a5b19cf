"""The list of components and pictures of the table, with dice."""

from dataclasses import replace

import pytest

from punchboard.compose.books.directives import DirectiveError, Directives, parse_directive
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.column import stacked_height
from punchboard.compose.text.markdown import Directive
from punchboard.expression import ExpressionError
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.directives import SceneDirective
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


ON_GRID = [
    ("hex", 10, ["A1", "B2", ["A1", "B1"]], [(5, 5.774), (20, 14.434), (10, 5.774)]),
    ("flat hex", 10, ["A1", "B2", ["A1", "A2"]], [(5.774, 5), (14.434, 20), (5.774, 10)]),
    ("square", 10, ["A1", "b3", ["A1", "B2"]], [(5, 5), (15, 25), (10, 10)]),
]


@pytest.mark.parametrize(("grid", "size", "cells", "middles"), ON_GRID)
def test_items_of_a_scene_lie_in_the_middle_of_their_cells(slabs, grid, size, cells, middles):
    """Or between several cells, on each kind of grid; the picture may be scaled, and a number keeps its size."""
    items = [{"number": 7, "cell": cell, "width": 4} for cell in cells]
    body = {"size": [60, 40], "width": 30, "grid": grid, "cell size": size, "grid at": [2, 1], "items": items}
    (slab,) = slabs("scene", body)
    assert discs(slab) == [
        (pytest.approx((80 - 30) / 2 + (2 + x) / 2, abs=0.01), pytest.approx((1 + y) / 2, abs=0.01), pytest.approx(4))
        for x, y in middles
    ]


def discs(slab):
    """Return the middle and width of each number of a picture."""
    shown = [item.outline.bounds for item in flat_items(slab.draw(0, 0)) if isinstance(item, Shape) and item.fill]
    return [(area.centre.x, area.centre.y, area.width) for area in shown]


def test_a_gap_moves_the_columns_from_its_own_on(slabs):
    """And `shift` moves one item."""
    items = [{"number": 7, "cell": "A1"}, {"number": 7, "cell": "B1"}, {"number": 7, "cell": "C1", "shift": [1, -2]}]
    (slab,) = slabs("scene", {"size": [80, 40], "grid": "square", "cell size": 10, "gaps": {"B": 3}, "items": items})
    assert [disc[:2] for disc in discs(slab)] == [pytest.approx(place) for place in ((5, 5), (18, 5), (29, 3))]


def test_a_component_on_a_cell_fills_it(slabs):
    """The first that has a width makes the cells as wide as itself, unless the scene gives their size."""
    alone = {"show": "alder", "cell": "B1"}
    for body, left in (({"cell size": 12}, 12), ({"cell size": 30, "grid": "square"}, 30)):
        scene = SceneDirective.model_validate({"size": [80, 40], "grid": "hex", "items": [alone], **body})
        assert scene.width_of(scene.items[0]) == left
    for grid in ("hex", "flat hex", "square"):
        items = [{**alone, "width": 9}, alone]
        scene = SceneDirective.model_validate({"size": [80, 40], "grid": grid, "items": items})
        assert [scene.width_of(item) for item in scene.items] == pytest.approx([9, 9])


@pytest.mark.parametrize(
    ("scene", "line", "message"),
    [
        ("items:\n- {number: 1, cell: B3}", 3, "in 'items', there is no grid for 'cell'"),
        ("gaps: {B: 3}\nitems: []", 2, "in 'gaps', there is no grid"),
        ("grid: hex\nitems:\n- {number: 1, cell: B3}", 2, "in 'grid', the cells have no size"),
        ("grid: hex\ncell size: 9\nitems:\n- {number: 1, at: [1, 1]}\n- {number: 2, cell: 3B}", 6, "'3B' is no cell"),
        ("grid: hex\ncell size: 9\nitems:\n- {number: 2, cell: [A1, B0]}", 5, "'B0' is no cell"),
        ("grid: hex\ncell size: 9\nitems:\n- {number: 2, cell: Q1}", 5, "cell 'Q1' lies outside the picture"),
        ("grid: hex\ncell size: 9\ngaps: {3B: 2}\nitems: []", 4, "'3B' is no column"),
        ("grid: hex\ncell size: 9\nitems:\n- {number: 2, cell: A1, at: [1, 1]}", 5, "'at' and 'cell' both say"),
        ("items:\n- {number: 1}", 3, "it has no place"),
        ("items:\n- {number: 1, at: [1, 1], shift: [1, 1]}", 3, "'shift' moves what lies on a cell"),
    ],
)
def test_what_does_not_lie_on_the_grid_of_a_scene_is_reported(scene, line, message):
    """At the line of the item or the key, with what to write instead."""
    source = f"size: [60, 40]\n{scene}\n"
    with pytest.raises(DirectiveError, match=message) as raised:
        parse_directive(Directive("scene", read_yaml_value(source, ""), 1, source=source))
    assert raised.value.line == line
    assert raised.value.hint


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

import pytest

from punchboard.compose.net_sheets import BLEED, CUT, GLUE, BlockComposer
from punchboard.compose.nets import die_net, pawn_net
from punchboard.compose.sheets.marks import FOLD_LINE
from punchboard.geometry import IDENTITY, Point, Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place
from punchboard.scene import Group, Shape, Symbol, Text, Use

HERE = Place("game.yaml", 3)


@pytest.fixture
def maker(setter, text_style):
    """A composer of blocks with captions of 2.4 mm and tab labels of 2 mm."""
    return BlockComposer(text_style(size=2.4, leading=3), text_style(size=2, leading=2.4), setter, "glue")


def face(width=16, height=16, bleed=3, form="card"):
    trim = Trim(form, Size(width, height), "x")
    return Face("die", trim, bleed, 1, Symbol("face", trim.frame(bleed), ()), (), HERE)


def pieces(items):
    """Return the faces among items, as (symbol of the face, bounds of its clip, transform)."""
    return [
        (use.symbol, group.clip.bounds, group.transform @ use.transform)
        for group in items
        if isinstance(group, Group)
        for use in group.items
        if isinstance(use, Use)
    ]


def words(items, place=IDENTITY):
    """Return the words of texts, with the transform of their group."""
    for item in items:
        if isinstance(item, Group):
            yield from words(item.items, item.transform)
        elif isinstance(item, Text):
            yield from ((word.text, place, line) for line in item.lines for word in line.words)


def test_each_panel_shows_its_own_face(maker):
    """At actual size, where the net has it: first with bleed, then clipped to the trim."""
    net, faces = die_net(16), [face() for _ in range(6)]
    block = maker.net_block(net, faces, "Die", HERE)
    shown = pieces(block.symbol.items)
    assert [symbol for symbol, _, _ in shown] == [side.symbol for side in faces] * 2
    assert [place for *_, place in shown] == [panel.transform for panel in net.panels] * 2
    for (_, outer, _), (_, inner, _) in zip(shown[:6], shown[6:], strict=True):
        assert inner.size == pytest.approx((16, 16), abs=0.002)
        assert tuple(outer) == pytest.approx(tuple(inner.grow(BLEED)), abs=0.002)


def test_all_bleed_lies_beneath_all_trims(maker):
    """So an inaccurate fold shows the neighbour's colour, and no face covers its neighbour."""
    items = maker.net_block(die_net(16), [face()] * 6, "Die", HERE).symbol.items
    grounds = [index for index, item in enumerate(items) if isinstance(item, Shape) and item.fill == GLUE]
    clips = [
        (index, item.clip.bounds.width) for index, item in enumerate(items) if isinstance(item, Group) and item.clip
    ]
    lines = [index for index, item in enumerate(items) if isinstance(item, Shape) and item.stroke in {CUT, FOLD_LINE}]
    bleeds = [index for index, width in clips if width > 17]
    trims = [index for index, width in clips if width < 17]
    assert max(grounds) < min(bleeds) <= max(bleeds) < min(trims) <= max(trims) < min(lines)


def test_a_face_without_bleed_is_clipped_to_its_trim(maker):
    """There is nothing more to show."""
    shown = pieces(maker.net_block(die_net(16), [face(bleed=0)] * 6, "Die", HERE).symbol.items)
    assert {round(clip.width, 2) for _, clip, _ in shown} == {16}


def test_every_tab_is_labelled_glue_and_none_is_upside_down(maker):
    """The word is in the middle of the tab, along its edge, read from below or from the right."""
    net = die_net(16)
    found = list(words(maker.net_block(net, [face()] * 6, "Die", HERE).symbol.items))
    glue = [place for text, place, _ in found if text == "glue"]
    assert len(glue) == len(net.tabs)
    assert {(round(place.a), round(place.b)) for place in glue} == {(1, 0), (0, -1)}
    for place, tab in zip(glue, net.tabs, strict=True):
        assert tab.bounds.shrink(1).contains(Rect(place.e, place.f, 0, 0))


def test_a_tab_too_small_for_the_word_has_no_label(maker):
    """Its grey fill is enough."""
    found = words(maker.net_block(die_net(8), [face(8, 8)] * 6, "Die", HERE).symbol.items)
    assert [text for text, _, _ in found] == ["Die"]


def test_a_pawn_shows_its_back_its_front_and_a_grey_base(maker):
    """The back is upside down; tab and base are grey."""
    net, front, back = pawn_net(Size(20, 32)), face(20, 32, form="pawn"), face(20, 32, form="pawn")
    block = maker.net_block(net, [front, back], "Ada", HERE)
    assert [symbol for symbol, _, _ in pieces(block.symbol.items)] == [back.symbol, front.symbol] * 2
    assert [round(place.a) for *_, place in pieces(block.symbol.items)] == [-1, 1, -1, 1]
    grey = [item.outline for item in block.symbol.items if isinstance(item, Shape) and item.fill]
    assert grey == [*net.blank_parts, *net.tabs]


def test_stickers_are_two_millimetres_smaller_than_the_side_and_never_touch(maker):
    """All six are whole, each within its own cut, in one row if the width allows."""
    faces = [face() for _ in range(6)]
    block = maker.sticker_block(faces, "Die", 194, HERE)
    shown = pieces(block.symbol.items)
    assert [symbol for symbol, _, _ in shown] == [side.symbol for side in faces]
    assert {(round(place.a * 16, 3), place.b) for *_, place in shown} == {(14, 0)}
    assert [place.e for *_, place in shown] == [0, 16, 32, 48, 64, 80]
    clips = [clip for _, clip, _ in shown]
    assert {round(clip.width, 2) for clip in clips} == {16}  # a millimetre of bleed on both sides
    (cuts,) = [item.outline for item in block.symbol.items if isinstance(item, Shape) and item.stroke == CUT]
    assert [command for command, _ in cuts.segments].count("Z") == 6
    assert cuts.bounds == Rect(0, 0, 94, 14)


@pytest.mark.parametrize(("width", "rows"), [(94, 1), (93.9, 2), (46, 2), (45, 3), (1, 6)])
def test_stickers_take_as_many_rows_as_the_width_requires(maker, width, rows):
    """A row holds at least one sticker."""
    block = maker.sticker_block([face()] * 6, "", width, HERE)
    (cuts,) = [item.outline for item in block.symbol.items if isinstance(item, Shape) and item.stroke == CUT]
    assert cuts.bounds.height == rows * 16 - 2


def test_a_caption_stands_centred_beneath_its_block(maker):
    """Its lines are no wider than the block; the block's size includes it, and the symbol the bleed as well."""
    block = maker.net_block(pawn_net(Size(20, 32)), [face(20, 32)] * 2, "Jimmy Serious the Younger", HERE)
    lines = {}
    for text, _, line in words(block.symbol.items):
        if text != "glue":
            lines.setdefault(line.y, []).append((text, line.x))
    assert [[text for text, _ in lines[y]] for y in sorted(lines)] == [["Jimmy", "Serious"], ["the", "Younger"]]
    net = pawn_net(Size(20, 32)).size
    assert all(net.height < y < block.size.height for y in lines)
    assert all(x >= 0 for found in lines.values() for _, x in found)
    assert block.symbol.bounds == Rect(0, 0, *block.size).grow(BLEED)
    assert Point(block.size.width, 0) == Point(20, 0)
    assert block.place == HERE

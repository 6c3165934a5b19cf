"""Tuck boxes of a game: their cards, their inner size, and their faces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.tuck_nets import BACK as BACK_PANEL
from punchboard.compose.tuck_nets import FRONT, InnerSize, box_cards, box_inner_size, tuck_boxes, tuck_net
from punchboard.geometry import Point
from punchboard.model.snapshot import compare_snapshots
from punchboard.products import ComposedGame
from punchboard.products.game.snapshots import take_snapshot

FACE = "boxes: {}\n"
BACK = 'boxes:\n  ground: {area: bleed, fill: "#345678"}\n'
STOCKS = """\
card: {name: playing card stock, weight: 310, bulk: 0.97}
paper: {name: office paper, weight: 80, bulk: 1.3}
"""
WORDS = 'phrases: {box of: "{{ name }}: a box for {{ cards }} cards on {{ stock }}, {{ size }} inside"}\n'
BOXES = "tuck boxes: {pack: {holds: card}}\n"


@pytest.fixture
def boxed(tiny_game):
    """Return a function that loads a game of two cards, one of them 59 times, with boxes."""
    files = {"layouts/stocks.yaml": STOCKS, "layouts/words/en.yaml": WORDS}

    def boxed(boxes=BOXES, back=BACK, copies=59):
        rows = f"[{{name: alder, copies: {copies}}}, {{name: birch}}]"
        return tiny_game(FACE, rows=rows, back=back, more=boxes, files=files)

    return boxed


def made(loaded):
    composed = ComposedGame(loaded, ())
    return tuck_boxes(loaded, composed.composer, composed.cards)


def state(loaded):
    composer = FaceComposer(loaded)
    return take_snapshot(loaded, ((one, composer.single_card_specs(one)) for one in loaded.game.components))


def test_a_box_is_as_deep_as_all_copies_are_thick(boxed):
    """Every copy counts, and a thinner stock makes a thinner box."""
    for copies, stock in ((29, "card"), (29, "paper"), (59, "card")):
        loaded = boxed(f"tuck boxes: {{pack: {{holds: card, stock: {stock}}}}}\n", copies=copies)
        size = box_inner_size(loaded, "pack", box_cards(loaded.game, "card"))
        file = loaded.layouts.stocks[stock]
        stack = (copies + 1) * file.weight * file.bulk / 1000
        assert stack < size.depth < max(4.001, stack * 1.06 + 0.601)


def test_a_caption_says_what_a_box_holds(boxed):
    """The number of cards, their stock, and the inner size."""
    (box,) = made(boxed())
    assert (box.name, box.caption.split(":")[0]) == ("pack", "The Tiny Game")
    assert "60 cards on playing card stock" in box.caption


def test_a_box_without_cards_is_not_made(boxed):
    """A check reports empty selections and invalid ones."""
    assert made(boxed('tuck boxes: {none: {holds: "name == \'oak\'"}, bad: {holds: "nothing.there > 1"}}\n')) == ()


@pytest.mark.parametrize(("index", "face"), [(0, FRONT), (1, BACK_PANEL)])
def test_front_and_back_show_the_back_of_the_cards(boxed, index, face):
    """The card back lies beneath the panel's own face, covers all of it and is centred in it."""
    (box,) = made(boxed())
    art, own = box.net.panels[index], next(panel for panel in box.net.panels if panel.face == face)
    shown, panel = (one.transform.bounds(box.faces[one.face].trim.frame()) for one in (art, own))
    assert box.faces[art.face].layout == "back"
    assert shown.x <= panel.x + 1e-6
    assert shown.right >= panel.right - 1e-6
    assert (shown.centre.x, shown.centre.y) == pytest.approx((panel.centre.x, panel.centre.y))


def test_a_box_of_cards_without_backs_is_plain(boxed):
    """It has its own six faces and no more."""
    (box,) = made(boxed(back=None))
    assert len(box.faces) == 6


@pytest.mark.parametrize(
    ("changes", "is_new"),
    [
        ({}, False),
        ({"copies": 60}, True),
        ({"boxes": "tuck boxes: {pack: {holds: card, stock: paper}}\n"}, True),
        ({"boxes": "tuck boxes: {pack: {holds: card, name: Trees}}\n"}, True),
        ({"back": BACK.replace("345678", "876543")}, True),
    ],
)
def test_a_box_counts_as_changed_when_its_size_or_its_faces_change(boxed, changes, is_new):
    """More cards, another stock, another name or another back; nothing else."""
    before = state(boxed())
    after = state(boxed(**changes))
    found = compare_snapshots(before, after)
    assert ("box pack" in found.copies) is is_new
    if "copies" in changes:
        (change,) = (one for one in found.changes if one.id == "box pack")
        assert ("cards", 60, 61) in change.fields


def _folded(point, room):
    """Return the position in space of a point on the four walls of a net, when the box stands on its floor."""
    left = min(panel.transform.e for panel in tuck_net(room).panels)
    x = point.x - left
    width, _, depth = room
    walls = ((depth, (0, 1), (0, -1)), (width, (0, 0), (1, 0)), (depth, (1, 0), (0, 1)), (width, (1, 1), (-1, 0)))
    for length, (start_x, start_z), (step_x, step_z) in walls:
        if x <= length + 1e-9:
            return (start_x * width + step_x * x, point.y, start_z * depth + step_z * x)
        x -= length
    raise AssertionError(point)


@given(st.builds(InnerSize, st.floats(40, 100), st.floats(50, 150), st.floats(4, 60)))
def test_the_back_ends_where_the_first_side_begins(room):
    """Folded round at its creases, the last edge of the walls meets the first, where the tab is glued."""
    net = tuck_net(room)
    left = min(panel.transform.e for panel in net.panels)
    first, last = Point(left, 50.0), Point(left + 2 * (room.width + room.depth), 50.0)
    assert _folded(first, room) == pytest.approx(_folded(last, room), abs=1e-6)

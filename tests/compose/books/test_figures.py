import pytest

from punchboard.compose.books.figures import (
    die_cube,
    face_picture,
    picture_height,
    row_of_faces,
    shown_components,
    side_face,
)
from punchboard.compose.faces.composer import FaceComposer
from punchboard.expression import ExpressionError
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place
from punchboard.scene import Group, Shape, Symbol

ROWS = "[{name: alder, rank: 3}, {name: birch}]"


@pytest.fixture
def made(tiny_game):
    """A game of two cards with backs, and its face composer."""
    loaded = tiny_game("ground: red\nboxes: {n: {size: [9, 9], text: '{{ rank }}'}}", back="ground: ink", rows=ROWS)
    return loaded.game, FaceComposer(loaded)


@pytest.mark.parametrize(
    ("show", "ids"),
    [
        ("alder", ["alder"]),
        (("birch", "alder"), ["birch", "alder"]),
        ("rank > 2", ["alder"]),
        ("all", ["alder", "birch"]),
        ("card", ["alder", "birch"]),
    ],
)
def test_ids_or_a_selection_can_be_shown(made, show, ids):
    """Ids in the order in which they are written, selections in the catalog's order."""
    assert [component.id for component in shown_components(made[0], show)] == ids


@pytest.mark.parametrize("show", [("alder", "oak"), "rnak > 2", "oak"])
def test_an_unknown_component_is_an_error(made, show):
    """The message has the name."""
    with pytest.raises(ExpressionError, match=r"oak|rnak"):
        shown_components(made[0], show)


def test_a_picture_is_the_face_in_true_proportion(made):
    """Cut to the trim with a thin edge; the corner before turning is where it was asked for."""
    game, composer = made
    face = composer.front_face(game.components[0])
    group = face_picture(face, 10, 20, 12.7)
    bounds = group.transform.bounds(face.trim.frame())
    assert tuple(bounds) == pytest.approx((10, 20, 12.7, picture_height(face, 12.7)))
    inner, edge = group.items
    assert inner.clip.bounds == Rect(0, 0, 63.5, 88.9)
    assert isinstance(edge, Shape)
    assert edge.stroke.width * group.transform.a == pytest.approx(0.12)


def test_a_turned_picture_keeps_its_centre(made):
    """It turns about its centre."""
    game, composer = made
    face = composer.front_face(game.components[0])
    frames = [face_picture(face, 10, 20, 12.7, turn).transform.bounds(face.trim.frame()) for turn in (0, 90)]
    assert tuple(frames[0].centre) == pytest.approx(tuple(frames[1].centre))
    assert tuple(frames[0].size) == pytest.approx(tuple(frames[1].size.turned()))


def test_the_back_is_shown_if_there_is_one(made):
    """Otherwise the front is shown."""
    game, composer = made
    card = game.components[0]
    assert side_face(composer, card, "front") is composer.front_face(card)
    assert side_face(composer, card, "back") is composer.back_face(card)


def test_rows_of_faces_wrap(made):
    """A row has as many faces as fit in the column; the last row is centred."""
    game, composer = made
    faces = [composer.front_face(game.components[0])] * 5
    figure = row_of_faces(faces, 20, 70)
    placed = list(figure.draw(0, 0))
    frames = [group.transform.bounds(faces[0].trim.frame()) for group in placed]
    assert [round(frame.y, 3) for frame in frames] == [0, 0, 0, 30.8, 30.8]
    assert figure.width == pytest.approx(3 * 20 + 2 * 2.8)
    assert figure.height == pytest.approx(frames[-1].bottom)
    assert frames[3].x - 0 == pytest.approx(figure.width - frames[4].right)


@pytest.fixture
def sides():
    """Six faces of 16 mm."""
    trim = Trim("card", Size(16, 16), "die")
    return [Face("die", trim, 1, 1, Symbol(str(n), trim.frame(1), ()), (), Place("x")) for n in range(1, 7)]


def test_a_cube_shows_the_first_three_sides(sides):
    """Left, right and top, meeting in the nearest corner; as wide as requested, and in proportion."""
    figure = die_cube(sides, 20)
    assert (figure.width, figure.height) == pytest.approx((20, 20 * 2 / 3**0.5))
    shown = [item.items[0] for item in figure.draw(5, 7) if isinstance(item, Group)]
    assert [use.symbol.name for use in shown] == ["1", "2", "3"]
    left, right, top = (use.transform for use in shown)
    nearest = Point(5 + 10, 7 + figure.height / 2)
    for place, corner in ((left, (16, 0)), (right, (0, 0)), (top, (16, 16))):
        assert place.apply(Point(*corner)) == pytest.approx(nearest)


def test_sides_of_a_cube_touch_and_cover_its_outline(sides):
    """Two sides share each inner edge, and all edges have one length."""
    figure = die_cube(sides, 20)
    clips = [item.clip for item in figure.draw(0, 0) if isinstance(item, Group)]
    corners = [[numbers for _, numbers in clip.segments if numbers] for clip in clips]
    edges = [frozenset(pair) for ring in corners for pair in zip(ring, (*ring[1:], ring[0]), strict=True)]
    assert (len(edges), len(set(edges))) == (12, 9)
    lengths = {round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5, 2) for a, b in map(tuple, edges)}
    assert lengths == {round(20 / 3**0.5, 2)}
    frame = clips[0].bounds.union(clips[1].bounds).union(clips[2].bounds)
    assert tuple(frame) == pytest.approx((0, 0, figure.width, figure.height), abs=0.002)

import pytest

from punchboard.compose.faces.edition_mark import PAPER_WHITE, background_colour
from punchboard.geometry import Affine, Rect, circle, hexagon, rectangle, rounded_rectangle
from punchboard.geometry import Point as At
from punchboard.scene import Group, Shape, Stroke, Symbol, Use

AREA = Rect(10, 10, 6, 2)
RED, BLUE = "#c8402f", "#2b6ea6"
UNDER = Shape(rectangle(Rect(0, 0, 60, 80)), RED)


def test_unprinted_paper_is_white():
    """Where nothing is drawn, the paper shows."""
    assert background_colour((), AREA) == PAPER_WHITE
    assert background_colour((Shape(rectangle(Rect(30, 30, 5, 5)), RED),), AREA) == PAPER_WHITE


@pytest.mark.parametrize("place", [UNDER, Shape(hexagon(Rect(-30, -40, 90, 120)), RED)])
def test_the_topmost_shape_that_covers_the_area_gives_the_colour(place):
    """A plate over the background colour hides what lies below."""
    assert background_colour((place,), AREA) == RED
    assert background_colour((place, Shape(rectangle(Rect(5, 5, 20, 20)), BLUE)), AREA) == BLUE


@pytest.mark.parametrize(
    "over",
    [
        Shape(rectangle(Rect(12, 5, 20, 20)), BLUE),
        Shape(circle(At(13, 11), 20), BLUE),
        Shape(rounded_rectangle(Rect(0, 0, 30, 30), 2), BLUE),
        Shape(rectangle(Rect(5, 5, 20, 20)), BLUE, Stroke(RED, 1)),
        Shape(rectangle(Rect(12, 0, 0, 30)), stroke=Stroke(BLUE, 0.2)),
        Group((Shape(rectangle(Rect(-20, -20, 40, 40)), BLUE),), Affine.turn(30)),
    ],
)
def test_an_uncertain_colour_is_none(over):
    """Part of a shape, a curve, a line, a rotated shape: no single colour is certain."""
    assert background_colour((UNDER, over), AREA) is None
    assert background_colour((over, UNDER), AREA) == RED


def test_shapes_in_symbols_count():
    """They lie where their symbol is placed."""
    symbol = Symbol("ground", Rect(0, 0, 60, 80), (Shape(rectangle(Rect(-50, -50, 100, 100)), BLUE),))
    assert background_colour((UNDER, Use(symbol, Affine.move(10, 10))), AREA) == BLUE

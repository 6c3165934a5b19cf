import pytest

from punchboard.compose.boxes.background_colour import PAPER_WHITE, background_colour
from punchboard.geometry import Affine, Rect, circle, hexagon, rectangle, rounded_rectangle
from punchboard.geometry import Point as At
from punchboard.scene import Group, Shape, Stroke, Symbol, Use

AREA = Rect(10, 10, 6, 2)
RED, BLUE = "#c8402f", "#2b6ea6"
UNDER = Shape(rectangle(Rect(0, 0, 60, 80)), RED)


def test_bare_paper_is_white():
    """Where nothing is drawn the paper is seen."""
    assert background_colour((), AREA) == PAPER_WHITE
    assert background_colour((Shape(rectangle(Rect(30, 30, 5, 5)), RED),), AREA) == PAPER_WHITE


@pytest.mark.parametrize("place", [UNDER, Shape(hexagon(Rect(-30, -40, 90, 120)), RED)])
def test_the_topmost_shape_that_holds_the_area_counts(place):
    """A plate over the ground, whatever lay beneath."""
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
def test_what_is_not_plain_is_not_told(over):
    """Part of a shape, a curve, a line, something turned: no one colour is sure."""
    assert background_colour((UNDER, over), AREA) is None
    assert background_colour((over, UNDER), AREA) == RED


def test_symbols_are_looked_into():
    """What is placed lies where it is placed."""
    symbol = Symbol("ground", Rect(0, 0, 60, 80), (Shape(rectangle(Rect(-50, -50, 100, 100)), BLUE),))
    assert background_colour((UNDER, Use(symbol, Affine.move(10, 10))), AREA) == BLUE

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Affine, Outline, Rect, circle, join_outlines, rectangle
from punchboard.render.shape_symbols import Pen, has_own_stream, matrix_operator, path_operators, shape_stream
from punchboard.scene import Group, Shape, Symbol, Use

SQUARE = Shape(rectangle(Rect(0, 0, 5, 5)), "#c8402f")
numbers = st.integers(-900_000, 900_000).map(lambda value: value / 1000)


def symbol(*items):
    return Symbol("s", Rect(0, 0, 9, 9), items)


def test_only_symbols_of_many_shapes_get_a_stream(text_item):
    """Text depends on the codes of a file, and a few shapes are too small; one intricate shape is enough."""
    assert has_own_stream(symbol(*[SQUARE] * 8))
    assert has_own_stream(symbol(Group((SQUARE,) * 8, Affine.move(1, 1))))
    assert not has_own_stream(symbol(*[SQUARE] * 7))
    assert has_own_stream(symbol(Shape(join_outlines([SQUARE.outline] * 40), "#c8402f")))
    assert not has_own_stream(symbol(*[SQUARE] * 8, text_item("a")))
    assert not has_own_stream(symbol(*[SQUARE] * 8, Use(symbol(SQUARE))))


def test_a_stream_is_made_once():
    """It is cached as long as the symbol exists."""
    one = symbol(*[SQUARE] * 8)
    assert shape_stream(one) is shape_stream(one)


def test_state_is_set_only_when_it_changes():
    """A colour is not set twice; settings inside a group end with it."""
    pen = Pen()
    pen.draw((SQUARE, SQUARE, Group((SQUARE._replace(fill="#000000"),), Affine.move(1, 0)), SQUARE))
    colours = [line for line in pen.out if line.endswith(" rg")]
    assert colours == ["0.784 0.251 0.184 rg", "0 0 0 rg"]
    assert pen.out.count("q") == pen.out.count("Q") == 1


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=9))
def test_paths_are_the_outlines_numbers(points):
    """Numbers with three decimals below a metre are written unchanged."""
    outline = Outline((("M", points[0]), *(("L", point) for point in points[1:])))
    read = [tuple(map(float, line.split()[:2])) for line in path_operators(outline).splitlines()]
    assert read == points


@pytest.mark.parametrize("value", [0.00001, -0.00004, 1e7, 123456789.0, 1e-300])
def test_no_number_has_an_exponent(value):
    """PDF has no exponents."""
    assert "e" not in path_operators(Outline((("M", (value, 1.0)),)))
    assert "e" not in matrix_operator(Affine(value, 0, 0, 1, value, 0))


def test_a_translation_is_written_short():
    """Most transforms are translations; rotations keep six decimals."""
    assert matrix_operator(Affine.move(5, 6.5)) == "1 0 0 1 5 6.5 cm"
    assert matrix_operator(Affine.turn(90)) == "0 1 -1 0 0 0 cm"
    assert matrix_operator(Affine.turn(30)).split()[:2] == ["0.866025", "0.5"]


def test_curves_close():
    """A circle is a move, four curves and an h."""
    lines = path_operators(circle(Rect(0, 0, 10, 10).centre, 2)).splitlines()
    assert [line[-1] for line in lines] == ["m", "c", "c", "c", "c", "h"]

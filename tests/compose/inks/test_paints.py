import pytest

from punchboard.compose.inks import Palette
from punchboard.expression import ExpressionError

COLOURS = {"ink": "#1d1d1f", "red": "#c8402f"}


@pytest.mark.parametrize(
    ("paint", "colour"),
    [
        ("ink", "#1d1d1f"),
        ("red 100%", "#c8402f"),
        ("red 0%", "#ffffff"),
        ("red 50%", "#e4a097"),
        ("#C8402F", "#c8402f"),
        ("#000000 20%", "#cccccc"),
        (" ink ", "#1d1d1f"),
    ],
)
def test_a_paint_is_a_name_or_digits_with_an_optional_tint(paint, colour):
    """The result is six digits in lower case."""
    assert Palette(COLOURS).colour(paint) == colour


@pytest.mark.parametrize("paint", ["rde", "", "rde 20%", "#fff", "red twenty", "url(http://x)", "red 20% 20%"])
def test_a_paint_that_is_no_colour_is_refused(paint):
    """Renderers get only colours."""
    with pytest.raises(ExpressionError, match="is not a colour of the theme"):
        Palette(COLOURS).colour(paint)


def test_the_closest_colour_is_the_hint():
    """The hint for a misspelt name is the name."""
    with pytest.raises(ExpressionError) as found:
        Palette(COLOURS).colour("rde 20%")
    assert found.value.hint == "did you mean 'red'?"

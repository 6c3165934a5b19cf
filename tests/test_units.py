import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.units import MM_PER_POINT, exact_sum, format_number, to_mm, to_pt


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [("63.5mm", 63.5), ("2.5in", 63.5), ("6.35 cm", 63.5), (" 72pt ", 25.4), ("-3mm", -3.0), ("+0.5in", 12.7)],
)
def test_a_length_with_a_unit_is_converted_to_millimetres(text, millimetres):
    """From millimetres, centimetres, inches and points, with spaces and signs where people write them."""
    assert to_mm(text) == pytest.approx(millimetres)


@pytest.mark.parametrize("text", ["", "mm", "12", "12 px", "1,5mm", "1e3mm", ".5in", "12mm 3mm", "nanmm", "--1mm"])
def test_text_that_is_no_length_is_refused(text):
    """The message quotes the text and says how to write a length."""
    with pytest.raises(ValueError, match="is not a length; write a number and a unit") as caught:
        to_mm(text)
    assert repr(text) in str(caught.value)


@given(st.floats(0, 10_000))
def test_points_and_millimetres_are_inverse(length):
    """Converting to points and back gives the same length."""
    assert to_pt(length) * MM_PER_POINT == pytest.approx(length)
    assert to_mm(f"{to_pt(length):.6f}pt") == pytest.approx(length, abs=1e-6)


@given(st.floats(-1e6, 1e6))
def test_a_formatted_number_has_at_most_three_decimals(value):
    """It equals the number, without exponent, trailing zeros or minus zero."""
    text = format_number(value)
    assert float(text) == round(value, 3)
    assert "e" not in text
    assert text != "-0"
    assert "." not in text or not text.endswith(("0", "."))
    assert len(text.partition(".")[2]) <= 3


def test_decimals_are_added_alike_by_every_version_of_python():
    """The built-in `sum` rounds at each step up to 3.11, and compensates since 3.12."""
    assert exact_sum([0.1] * 10) == 1.0
    assert exact_sum([0.1, 0.2], 0.3) == 0.6
    assert (repr(exact_sum([1, 2])), repr(exact_sum([]))) == ("3", "0")
    assert exact_sum([[1], [2]], []) == [1, 2]

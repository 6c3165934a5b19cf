"""Light, luminance and contrast of colours."""

import pytest

from punchboard.srgb import contrast, linear_rgb


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.00),
        ("#0000ff", "#ffffff", 8.59),
    ],
)
def test_contrast_is_that_of_wcag(one, other, ratio):
    """The ratios of other contrast checkers."""
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


def test_light_is_linear():
    """Half the value on a screen is about a fifth of its light; the darkest tones lie on a straight line."""
    assert linear_rgb("#8000ff") == pytest.approx((0.21586, 0, 1), abs=1e-5)
    assert linear_rgb("#0a0000")[0] == pytest.approx(10 / 255 / 12.92)

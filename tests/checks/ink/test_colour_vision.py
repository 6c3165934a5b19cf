import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.ink.colours import VIEWS, Lab, colour_difference, lab_in_view

SHARMA = [
    ((50.0000, 2.6772, -79.7751), (50.0000, 0.0000, -82.7485), 2.0425),
    ((50.0000, 3.1571, -77.2803), (50.0000, 0.0000, -82.7485), 2.8615),
    ((50.0000, 2.8361, -74.0200), (50.0000, 0.0000, -82.7485), 3.4412),
    ((50.0000, -1.3802, -84.2814), (50.0000, 0.0000, -82.7485), 1.0000),
    ((50.0000, -1.1848, -84.8006), (50.0000, 0.0000, -82.7485), 1.0000),
    ((50.0000, -0.9009, -85.5211), (50.0000, 0.0000, -82.7485), 1.0000),
    ((50.0000, 0.0000, 0.0000), (50.0000, -1.0000, 2.0000), 2.3669),
    ((50.0000, -1.0000, 2.0000), (50.0000, 0.0000, 0.0000), 2.3669),
    ((50.0000, 2.4900, -0.0010), (50.0000, -2.4900, 0.0009), 7.1792),
    ((50.0000, 2.4900, -0.0010), (50.0000, -2.4900, 0.0010), 7.1792),
    ((50.0000, 2.4900, -0.0010), (50.0000, -2.4900, 0.0011), 7.2195),
    ((50.0000, 2.4900, -0.0010), (50.0000, -2.4900, 0.0012), 7.2195),
    ((50.0000, -0.0010, 2.4900), (50.0000, 0.0009, -2.4900), 4.8045),
    ((50.0000, -0.0010, 2.4900), (50.0000, 0.0010, -2.4900), 4.8045),
    ((50.0000, -0.0010, 2.4900), (50.0000, 0.0011, -2.4900), 4.7461),
    ((50.0000, 2.5000, 0.0000), (50.0000, 0.0000, -2.5000), 4.3065),
    ((50.0000, 2.5000, 0.0000), (73.0000, 25.0000, -18.0000), 27.1492),
    ((50.0000, 2.5000, 0.0000), (61.0000, -5.0000, 29.0000), 22.8977),
    ((50.0000, 2.5000, 0.0000), (56.0000, -27.0000, -3.0000), 31.9030),
    ((50.0000, 2.5000, 0.0000), (58.0000, 24.0000, 15.0000), 19.4535),
    ((50.0000, 2.5000, 0.0000), (50.0000, 3.1736, 0.5854), 1.0000),
    ((50.0000, 2.5000, 0.0000), (50.0000, 3.2972, 0.0000), 1.0000),
    ((50.0000, 2.5000, 0.0000), (50.0000, 1.8634, 0.5757), 1.0000),
    ((50.0000, 2.5000, 0.0000), (50.0000, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Table 1 of Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula (2005): 34 pairs and their differences."""

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@pytest.mark.parametrize(("one", "other", "apart"), SHARMA)
def test_differences_are_those_of_the_published_table(one, other, apart):
    """To its four decimals, whichever colour comes first."""
    assert colour_difference(Lab(*one), Lab(*other)) == pytest.approx(apart, abs=5e-5)
    assert colour_difference(Lab(*other), Lab(*one)) == pytest.approx(apart, abs=5e-5)


@pytest.mark.parametrize(
    ("colour", "lab"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
        ("#777777", (50.03, 0, 0)),
    ],
)
def test_colours_are_placed_in_lab(colour, lab):
    """Under D65, as IEC 61966-2-1 and CIE 1976 have it."""
    assert lab_in_view(colour, "normal") == pytest.approx(lab, abs=0.03)


@given(st.integers(0, 255), st.sampled_from(sorted(VIEWS)))
def test_greys_look_the_same_to_everybody(value, view):
    """The rows of each matrix add up to one."""
    grey = f"#{value:02x}{value:02x}{value:02x}"
    assert colour_difference(lab_in_view(grey, "normal"), lab_in_view(grey, view)) < 0.01


@given(COLOURS, st.sampled_from(sorted(VIEWS)))
def test_no_view_makes_a_colour_of_more_light_than_white(colour, view):
    """Results of a matrix outside the range are clipped."""
    assert -0.001 <= lab_in_view(colour, view).lightness <= 100.001


@pytest.mark.parametrize(
    ("one", "other", "views"),
    [
        ("#c4683f", "#7b9a4b", {"deuteranopia", "greyscale"}),
        ("#1c7c83", "#b5739d", {"protanopia", "greyscale"}),
        ("#1f8fd0", "#1f9a94", {"tritanopia", "greyscale"}),
        ("#7a1f46", "#234a39", {"deuteranopia", "greyscale"}),
        ("#0072b2", "#e69f00", set()),
        ("#d1d1d1", "#cfd1d3", set(VIEWS)),
    ],
)
def test_known_pairs_of_colours_are_confused_in_the_right_views(one, other, views):
    """Rust and moss, teal and pink, blue and teal, plum and fir; but not two colours made to be distinct."""
    assert {view for view in VIEWS if colour_difference(lab_in_view(one, view), lab_in_view(other, view)) < 10} == views


def test_pure_red_is_dark_without_its_cone():
    """The matrix of protanopia leaves 0.2126 * 0.152286 + 0.7152 * 0.114503 of its luminance."""
    assert lab_in_view("#ff0000", "protanopia").lightness == pytest.approx(40.29, abs=0.01)
    assert lab_in_view("#ff0000", "normal").lightness == pytest.approx(53.24, abs=0.01)

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import punchboard
from punchboard.geometry import Rect, rectangle
from punchboard.model.print_options import IccProfile
from punchboard.problem import ProblemsFound
from punchboard.render.colour.icc_profile import Plates, Press, profile_description, srgb_profile
from punchboard.render.colour.separation import FINE_SHAPE, PressInks, lightness, limit_inks, press_inks
from punchboard.scene import Shape, Stroke


@pytest.fixture(scope="module")
def inks(press_profile):
    return press_inks(press_profile)


def square(side, colour="#000000"):
    return Shape(rectangle(Rect(0, 0, side, 60)), colour)


def test_white_takes_no_ink_and_colours_take_theirs(inks):
    """White has no ink; red is magenta and yellow."""
    assert inks.area_ink("#ffffff").plates == (0, 0, 0, 0)
    red = inks.area_ink("#ff0000").plates
    assert min(red.magenta, red.yellow) > 200
    assert max(red.cyan, red.black) < 60


@pytest.mark.parametrize("colour", ["#000000", "#1d1d1f", "#2a1f1a", "#303030"])
def test_black_text_is_solid_black_ink_only(inks, colour):
    """No other plate can be misregistered, and no halftone makes its edges ragged."""
    assert inks.text_operator(colour) == "0 0 0 1 k"
    assert inks.line_operator(Stroke(colour, 0.3)) == "0 0 0 1 K"
    assert inks.fill_operator(square(2, colour)) == "0 0 0 1 k"


def test_large_black_areas_take_all_inks(inks):
    """Black ink alone looks weak over an area, and on a wide line."""
    assert sum(inks.shape_ink(square(60)).plates[:3]) > 300
    assert sum(inks.line_ink(Stroke("#000000", 9)).plates[:3]) > 300


@pytest.mark.parametrize(("side", "inks_used"), [(FINE_SHAPE, 1), (FINE_SHAPE + 0.01, 4)])
def test_a_bar_is_fine_up_to_the_limit(inks, side, inks_used):
    """A black bar of 5 mm is printed in black only, like text; a wider one takes all inks."""
    assert sum(plate > 0 for plate in inks.shape_ink(square(side)).plates) == inks_used


def test_grey_text_is_a_tint_of_black_as_light_as_the_grey(inks):
    """The darker the grey, the more black ink."""
    plates = [inks.fine_ink(grey).plates for grey in ("#404040", "#606060", "#808080")]
    assert [one[:3] for one in plates] == [(0, 0, 0)] * 3
    assert 255 > plates[0].black > plates[1].black > plates[2].black > 60
    (printed,) = inks.press.lightness([plates[2]])
    assert printed == pytest.approx(lightness((128, 128, 128)), abs=2)


@pytest.mark.parametrize("colour", ["#c0c0c0", "#5a1010", "#101040"])
def test_light_greys_and_dark_colours_are_separated(inks, colour):
    """They are not black: text in them takes the inks of the profile."""
    assert inks.fine_ink(colour).plates == inks.area_ink(colour).plates


@given(st.lists(st.builds(Plates, *[st.integers(0, 255)] * 4), min_size=1, max_size=5), st.integers(180, 400))
def test_no_ink_is_above_the_limit_and_ink_within_it_stays(press, wanted, limit):
    """For any inks: colours are reduced, and black replaces them."""
    level = int(limit * 2.55)
    for before, after in zip(wanted, limit_inks(wanted, level, press.lightness), strict=True):
        assert sum(after) <= level
        if sum(before) <= level:
            assert after == before
        assert all(one <= other for one, other in zip(after[:3], before[:3], strict=True))
        assert after.black >= before.black or sum(before) <= level


@pytest.fixture(scope="module")
def press(press_profile):
    return Press(press_profile)


def test_reduced_colours_stay_as_light(press_profile):
    """Dark colours of 360 % ink stay as dark with 240 %."""
    inks = press_inks(press_profile, 240)
    for colour in ("#000000", "#0a1a0a", "#101020", "#20100a"):
        ink = inks.area_ink(colour)
        (separated,) = inks.press.separate_colours([tuple(bytes.fromhex(colour[1:]))])
        light, lighter = inks.press.lightness([separated, ink.plates])
        assert ink.requested > 240 >= ink.total > 230
        assert lighter == pytest.approx(light, abs=2)


def test_channel_levels_are_those_of_areas(inks):
    """A spot colour is shown as four ink amounts from 0 to 1."""
    assert inks.channel_levels("#ffffff") == (0, 0, 0, 0)
    assert all(0 <= level <= 1 for level in inks.channel_levels("#c8402f"))


def test_the_inks_of_a_profile_are_cached(press_profile):
    """One profile and limit give one object, which is a cache key of drawings."""
    assert press_inks(press_profile, 240) is press_inks(press_profile, 240)
    assert press_inks(press_profile, 240) is not press_inks(press_profile)


def test_a_profile_without_tables_is_refused():
    """Only its header says that it is an ICC profile for CMYK."""
    head = bytearray(128)
    head[12:20], head[36:40] = b"prtrCMYK", b"acsp"
    with pytest.raises(ProblemsFound, match=r"PROFILE001.*'broken' cannot convert colours"):
        PressInks(Press(IccProfile("broken", bytes(head) + bytes(4))))


def test_a_profile_has_a_description(press_profile):
    """The output intent of a file repeats it."""
    assert profile_description(press_profile) == "Test press"


def test_our_own_srgb_profile_is_the_same_every_day():
    """Its date is fixed."""
    assert srgb_profile() == srgb_profile()
    assert srgb_profile()[24:36].hex() == "07d000010001000000000000"


def test_only_one_module_imports_imagecms():
    """All calls of the library are in one place."""
    source = Path(punchboard.__file__).parent
    assert [path.name for path in source.rglob("*.py") if "ImageCms" in path.read_text()] == ["icc_profile.py"]

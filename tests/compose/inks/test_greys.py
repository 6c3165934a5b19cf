from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from punchboard.compose.inks import faded_picture, grey_of, grey_picture
from punchboard.scene import Image
from punchboard.srgb import contrast, linear_rgb, luminance

colours = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")
STEP = 1.02
"""What one of 256 steps of grey may change a contrast by, as a factor."""


def luminance_of(colour):
    return luminance(linear_rgb(colour))


def image(form="PNG", mode="RGB", colour=(200, 30, 60)):
    out = BytesIO()
    Pillow.new(mode, (8, 6), colour).save(out, form)
    return Image("digest", out.getvalue(), 8, 6)


def pixels(of):
    with Pillow.open(BytesIO(of.data)) as opened:
        return opened.mode, opened.size, opened.convert("L").getpixel((3, 3))


@given(colours)
def test_a_grey_is_grey_and_has_the_luminance_of_its_colour(colour):
    """Red, green and blue are equal, and at most one step from the luminance of the colour."""
    found = grey_of(colour)
    assert found[1:3] == found[3:5] == found[5:7]
    step = int(found[1:3], 16)
    near = [
        luminance_of(f"#{max(0, min(255, one)):02x}" + f"{max(0, min(255, one)):02x}" * 2)
        for one in (step - 1, step + 1)
    ]
    assert near[0] - 1e-9 <= luminance_of(colour) <= near[1] + 1e-9


@given(colours, colours)
def test_contrast_of_light_and_dark_never_shrinks(one, other):
    """The greys of a light and a dark colour have at least the contrast of the colours."""
    light, dark = sorted((one, other), key=luminance_of, reverse=True)
    if luminance_of(light) >= 0.179 > luminance_of(dark):
        assert contrast(grey_of(light), grey_of(dark)) >= contrast(light, dark) - 1e-9


@given(colours, colours)
def test_any_contrast_is_kept_to_one_step(one, other):
    """The greys of two dark or two light colours differ from it by at most the rounding to 8 bits."""
    before, after = contrast(one, other), contrast(grey_of(one), grey_of(other))
    assert before / STEP**2 <= after <= before * STEP**2


@pytest.mark.parametrize("colour", ["#000000", "#7f7f7f", "#808080", "#ffffff"])
def test_greys_stay_as_they_are(colour):
    """A grey is its own grey."""
    assert grey_of(colour) == colour


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_grey_picture_keeps_format_and_size(form):
    """A picture is written again in its own format, without colour."""
    made = grey_picture(image(form))
    assert made.data[:3] == image(form).data[:3]
    assert pixels(made)[:2] == ("L", (8, 6))
    assert (made.width, made.height) == (8, 6)


def test_a_faded_picture_has_a_third_of_the_ink():
    """In low ink a black picture is a pale grey."""
    assert pixels(faded_picture(image(colour=(0, 0, 0))))[2] == 255 - round(255 * 0.35)


def test_transparent_parts_of_a_picture_become_white():
    """Greys have no transparency."""
    assert pixels(grey_picture(image(mode="RGBA", colour=(0, 0, 0, 0))))[2] == 255

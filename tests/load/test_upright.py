"""Photographs the right way up."""

import io
import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from punchboard.load.game_pictures import checked_picture, load_pictures, upright
from punchboard.problem import Place, ProblemsFound

ORIENTATION = 0x0112
CORNERS = {1: "rgbw", 2: "grwb", 3: "wbgr", 4: "bwrg", 5: "rbgw", 6: "brwg", 7: "wgbr", 8: "gwrb"}
"""How a viewer shows a picture with red, green, blue and white corners, row by row, for each orientation of Exif."""

COLOURS = {"r": (255, 0, 0), "g": (0, 160, 0), "b": (0, 0, 255), "w": (255, 255, 255)}


def photograph(orientation):
    """Return the bytes of a picture 40 pixels wide and 20 high whose quarters are red, green, blue and white."""
    picture = Pillow.new("RGB", (40, 20))
    for number, colour in enumerate("rgbw"):
        picture.paste(COLOURS[colour], (20 * (number % 2), 10 * (number // 2), 20 * (number % 2) + 20, 20))
    exif = picture.getexif()
    exif[ORIENTATION] = orientation
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif, quality=95, subsampling=0)
    return out.getvalue()


def quarters(data):
    """Return the letters of the colours in the middle of each quarter, row by row."""
    picture = Pillow.open(io.BytesIO(data)).convert("RGB")
    wide, high = picture.size
    pixels = [picture.getpixel((wide * x // 4, high * y // 4)) for y in (1, 3) for x in (1, 3)]
    return "".join(
        min(COLOURS, key=lambda one: sum(abs(a - b) for a, b in zip(COLOURS[one], pixel, strict=True)))
        for pixel in pixels
    )


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_turned_as_viewers_turn_it(tmp_path, orientation):
    """Its pixels lie as they are shown, its size with them, and nothing is left that a viewer would turn again."""
    (tmp_path / "a.jpg").write_bytes(photograph(orientation))
    image = load_pictures(tmp_path)["a.jpg"]
    assert (image.width, image.height) == ((20, 40) if orientation > 4 else (40, 20))
    assert quarters(image.data) == CORNERS[orientation]
    assert Pillow.open(io.BytesIO(image.data)).getexif().get(ORIENTATION, 1) == 1


@pytest.mark.parametrize("orientation", range(1, 9))
def test_without_pillow_a_photograph_is_turned_as_well(tmp_path, without_pillow, orientation):
    """As in a browser; one that is upright stays as it is."""
    (tmp_path / "a.jpg").write_bytes(photograph(orientation))
    with without_pillow():
        image = load_pictures(tmp_path)["a.jpg"]
    assert (image.width, image.height) == ((20, 40) if orientation > 4 else (40, 20))
    assert quarters(image.data) == CORNERS[orientation]
    assert (image.data == photograph(orientation)) == (orientation == 1)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(-4, 90), st.integers(0, 255)), max_size=6), st.integers(0, 60))
def test_damaged_notes_of_a_camera_do_no_harm(changes, missing):
    """Whatever a camera wrote, there is a picture, and nothing is said on the terminal."""
    data = bytearray(photograph(6))
    at = data.index(b"Exif")
    for index, byte in changes:
        data[at + index] = byte
    del data[at + 60 - missing : at + 60]
    with suppress(ProblemsFound), warnings.catch_warnings():
        warnings.simplefilter("error")
        found = upright(checked_picture(bytes(data), "a.jpg", Place("a.jpg")))
        assert {found.width, found.height} == {20, 40}


def test_a_damaged_photograph_is_left_for_the_build_to_report(tmp_path):
    """Turning it does not fail."""
    data = photograph(6)[:-300]
    (tmp_path / "a.jpg").write_bytes(data)
    assert load_pictures(tmp_path)["a.jpg"].data == data

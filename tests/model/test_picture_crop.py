"""Which part of a picture a box shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.boxes.placement import covering_area
from punchboard.geometry import Rect
from punchboard.model.values import PictureCrop, picture_crop

LENGTHS, SHARES = st.floats(1, 500), st.floats(0, 1)


@pytest.mark.parametrize(
    ("value", "crop"),
    [
        ("art/wolf.png", PictureCrop("art/wolf.png")),
        ("art/wolf.png @ 30% 20%", PictureCrop("art/wolf.png", (0.3, 0.2))),
        ("art/wolf.png @ 30% 20% 1.5x", PictureCrop("art/wolf.png", (0.3, 0.2), 1.5)),
        ("wolf@night.png", PictureCrop("wolf@night.png")),
        ("wolf@night.png @ 0% 100% 2x", PictureCrop("wolf@night.png", (0.0, 1.0), 2.0)),
        ("wolf.png @ left", PictureCrop("wolf.png @ left")),
        ("wolf.png @ 300% 20% 0.5x", PictureCrop("wolf.png", (1.0, 0.2), 1.0)),
    ],
)
def test_the_part_is_written_behind_the_path(value, crop):
    """What cannot be read as a part belongs to the path; shares end at 100%, and nothing is shown smaller."""
    assert picture_crop(value) == crop


@given(st.tuples(LENGTHS, LENGTHS), st.tuples(LENGTHS, LENGTHS), st.tuples(SHARES, SHARES), st.floats(1, 4))
def test_a_picture_always_covers_its_box_in_its_own_proportions(picture, box, focus, zoom):
    """Whatever the focus, no part of the box is bare; a focus in the middle is centred."""
    area = Rect(3, 4, *box)
    shown = covering_area(*picture, area, PictureCrop("", focus, zoom))
    assert shown.width / shown.height == pytest.approx(picture[0] / picture[1])
    assert shown.x <= area.x + 1e-9
    assert shown.y <= area.y + 1e-9
    assert shown.x + shown.width >= area.x + area.width - 1e-6
    assert shown.y + shown.height >= area.y + area.height - 1e-6
    middle = covering_area(*picture, area)
    assert middle.centre.x == pytest.approx(area.centre.x)
    assert middle.centre.y == pytest.approx(area.centre.y)

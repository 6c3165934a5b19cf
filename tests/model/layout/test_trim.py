from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Rect, Size
from punchboard.model.layout.trim import CARD_SIZES, Trim, trim_from_text


@pytest.mark.parametrize(
    ("text", "form", "size"),
    [
        ("poker", "card", (63.5, 88.9)),
        ("hex 50mm", "hex", (50, 100 / sqrt(3))),
        ("square 50mm", "square", (50, 50)),
        ("circle 1in", "circle", (25.4, 25.4)),
        ("card 6cm x 8cm", "card", (60, 80)),
        ("card 60mmx80mm", "card", (60, 80)),
        ("board 190mm x 60mm", "board", (190, 60)),
        ("pawn 20mm x 32mm", "pawn", (20, 32)),
    ],
)
def test_a_shape_is_a_name_or_has_lengths(text, form, size):
    """Cards by name, hexagons, circles and squares by their width, cards, boards and pawns by two lengths."""
    trim = trim_from_text(text)
    assert trim.form == form
    assert tuple(trim.size) == pytest.approx(size)
    assert trim.name == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pokre", "'pokre' is not a shape; did you mean 'poker'\\?"),
        ("hex", "is not a shape"),
        ("hex 50mm x 60mm", "has two lengths, but a hex has one"),
        ("card 60mm", "has one length, but a card has two"),
        ("pawn 20mm", "has one length, but a pawn has two: 'pawn 60mm x 80mm'"),
        ("board 190mm", "has one length, but a board has two"),
        ("square 20mm x 20mm", "has two lengths, but a square has one"),
        ("circle 4mm", "is smaller than 5 mm or longer than 2000 mm"),
        ("square 3000mm", "is smaller than 5 mm or longer than 2000 mm"),
        ("hex 50", "'50' is not a length"),
        ("", "is not a shape"),
    ],
)
def test_invalid_shapes_are_refused(text, message):
    """The message says what is wrong with the text."""
    with pytest.raises(ValueError, match=message):
        trim_from_text(text)


@given(
    st.sampled_from(
        [
            *CARD_SIZES,
            "hex 50mm",
            "circle 30mm",
            "square 20mm",
            "card 40mm x 90mm",
            "board 190mm x 60mm",
            "pawn 20mm x 32mm",
        ]
    ),
    st.floats(-5, 20),
)
def test_a_frame_grows_about_the_middle_of_the_trim(text, margin):
    """A frame with any margin has the trim's middle; the frame without a margin begins at the origin."""
    trim = trim_from_text(text)
    assert trim.frame() == Rect(0, 0, *trim.size)
    frame = trim.frame(margin)
    assert tuple(frame.centre) == pytest.approx(tuple(trim.frame().centre))
    assert tuple(trim.outline(frame).bounds) == pytest.approx(tuple(frame), abs=0.002)


def test_the_flat_sides_of_a_hexagon_move_out_by_the_margin():
    """Its corners move further, so that it stays regular."""
    frame = trim_from_text("hex 50mm").frame(3)
    assert frame.width == 56
    assert frame.height == pytest.approx(56 * 2 / sqrt(3))


def test_named_card_sizes_are_those_of_print_shops():
    """Poker cards are 2.5 by 3.5 inches, euro-poker cards a little smaller."""
    assert tuple(CARD_SIZES["poker"]) == pytest.approx((2.5 * 25.4, 3.5 * 25.4))
    assert CARD_SIZES["euro-poker"] == Size(63, 88)
    assert all(Trim("card", size, name).frame().size == size for name, size in CARD_SIZES.items())


@pytest.mark.parametrize("text", ["poker", "hex 50mm", "square 20mm", "circle 25mm", "board 190mm x 60mm"])
def test_only_pawns_are_folded(text):
    """A pawn stands up; everything else is flat and cut out of a sheet."""
    assert not trim_from_text(text).is_folded
    assert trim_from_text("pawn 20mm x 32mm").is_folded


@pytest.mark.parametrize("text", ["square 20mm", "board 190mm x 60mm", "pawn 20mm x 32mm"])
def test_squares_boards_and_pawns_have_straight_sides(text):
    """Their outline is the frame itself, corner to corner."""
    trim = trim_from_text(text)
    assert [command for command, _ in trim.outline(trim.frame()).segments] == ["M", "L", "L", "L", "Z"]


def test_a_triangle_has_equal_sides_and_bleeds_further_at_its_corners():
    """Its frame is as wide as a side; 3 mm of bleed reach 6 mm above the upper corner."""
    trim = trim_from_text("triangle 60mm")
    assert round(trim.size.height, 2) == 51.96
    assert trim.frame(3).y == -6
    assert not trim.is_rectangular

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import IDENTITY, Outline, Point, path_from_svg, path_to_svg
from punchboard.geometry.svgpath import _commands, _plain_commands

coordinates = st.integers(-900_000, 900_000).map(lambda value: value / 1000)


def segments_of(count):
    return st.tuples(*[coordinates] * count)


outlines = st.lists(
    st.tuples(st.just("M"), segments_of(2))
    | st.tuples(st.just("L"), segments_of(2))
    | st.tuples(st.just("C"), segments_of(6)),
    min_size=1,
    max_size=12,
).map(lambda segments: Outline((("M", segments[0][1][-2:]), *segments[1:], ("Z", ()))))


def drawn(data):
    return path_from_svg(data).segments


def ends(outline):
    return [Point(*values[-2:]) for _, values in outline.segments if values]


@given(outlines)
def test_writing_and_reading_a_path_gives_it_back(outline):
    """Numbers with three decimals are preserved, below a metre and above."""
    assert path_from_svg(path_to_svg(outline)).placed(IDENTITY) == outline


@pytest.mark.parametrize("value", [0.0, -0.001, 0.00004, 1234.567, 98_765.432, 12_345_678.5])
def test_numbers_of_any_size_are_written_without_exponent(value):
    """SVG allows exponents, PDF does not; an outline is written the same way in both."""
    text = path_to_svg(Outline((("M", (value, 0)),)))
    assert "e" not in text
    assert path_from_svg(text).segments[0][1][0] == pytest.approx(value, rel=1e-5, abs=0.0005)


@pytest.mark.parametrize(
    ("relative", "absolute"),
    [
        ("m10 20l5 5h3v-2z", "M10 20L15 25H18V23Z"),
        ("m1 1 2 2 3 3", "M1 1L3 3L6 6"),
        ("M0 0c1 1 2 2 3 3s2 2 3 3", "M0 0C1 1 2 2 3 3S5 5 6 6"),
        ("M0 0q1 2 3 0t3 0", "M0 0Q1 2 3 0T6 0"),
        ("M1 1h2zm5 5h2", "M1 1H3ZM6 6H8"),
        ("M0 0a5 5 0 0 1 10 0", "M0 0A5 5 0 0 1 10 0"),
    ],
)
def test_relative_commands_start_where_the_pen_is(relative, absolute):
    """Lower-case commands are relative to the last point; after Z that is the start of the subpath."""
    assert drawn(relative) == drawn(absolute)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("M10-20.5.5 3", "M 10 -20.5 L 0.5 3"),
        ("M1,2 3,4", "M 1 2 L 3 4"),
        ("M1e1 2E-1", "M 10 0.2"),
        ("M+1-.5", "M 1 -0.5"),
    ],
)
def test_numbers_need_no_separators(short, long):
    """A sign, a second point or a comma begins the next number."""
    assert drawn(short) == drawn(long)


def test_the_flags_of_an_arc_need_no_spaces():
    """Minified icons write ``a1 1 0 01.5.5``: flags 0 and 1, then .5 and .5."""
    assert drawn("M0 0a1 1 0 01.5.5") == drawn("M0 0 a 1 1 0 0 1 0.5 0.5")
    assert drawn("M0 0a1 1 0 1120 0") == drawn("M0 0 a 1 1 0 1 1 20 0")


@pytest.mark.parametrize(
    ("large", "sweep", "top"), [(0, 1, -5), (1, 1, -5), (0, 0, 5), (1, 0, 5)], ids=["01", "11", "00", "10"]
)
def test_half_circles_go_the_way_that_the_sweep_says(large, sweep, top):
    """With y downwards, sweep 1 is clockwise: from left to right over the top."""
    outline = path_from_svg(f"M0 0A5 5 0 {large} {sweep} 10 0")
    corners = ends(outline)
    assert corners[-1] == Point(10, 0)
    assert tuple(corners[1]) == pytest.approx((5, top))


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 180), st.booleans(), st.booleans())
def test_every_piece_of_an_arc_ends_on_its_ellipse(rx, ry, tilt, large, sweep):
    """All end points lie on an ellipse with these radii; the last one is the end of the arc."""
    outline = path_from_svg(f"M0 0A{rx} {ry} {tilt} {large:d} {sweep:d} 3 4")
    assert outline.segments[0] == ("M", (0, 0))
    assert ends(outline)[-1] == Point(3, 4)
    assert all(command == "C" for command, _ in outline.segments[1:])
    reach = 2 * max(rx, ry, 5 * max(rx, ry) / min(rx, ry))
    assert all(hypot(x, y) <= reach + 1e-6 for x, y in ends(outline))


def test_radii_too_small_grow_until_they_reach():
    """An arc whose radii are too small for its ends is half of the smallest ellipse that reaches them."""
    outline = path_from_svg("M0 0A1 1 0 0 1 10 0")
    assert tuple(ends(outline)[1]) == pytest.approx((5, -5))


@pytest.mark.parametrize("data", ["M0 0A0 5 0 0 1 10 0", "M0 0A5 0 0 0 1 10 0"])
def test_an_arc_without_radius_is_a_line(data):
    """As the appendix of the grammar requires."""
    assert drawn(data) == (("M", (0, 0)), ("L", (10, 0)))


def test_an_arc_that_ends_where_it_begins_has_no_length():
    """It stays at its point."""
    assert set(ends(path_from_svg("M3 4A5 5 0 0 1 3 4"))) == {Point(3, 4)}


def test_smooth_curves_mirror_the_control_point_of_their_own_kind():
    """S after C mirrors its second control point; after another command it uses the current point."""
    assert drawn("M0 0C0 1 2 1 2 0S4 1 4 0")[2] == ("C", (2, -1, 4, 1, 4, 0))
    assert drawn("M0 0L2 0S4 1 4 0")[2] == ("C", (2, 0, 4, 1, 4, 0))
    assert drawn("M0 0L2 0T4 0")[2][1][-2:] == (4, 0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("M0 0 X", "'X' is not SVG path data"),
        ("10 10", "a number without a command at '10 10'"),
        ("M0 0Z 3", "a number without a command at '3'"),
        ("M0", "M needs 2 numbers, but has 1"),
        ("M0 0C1 1 2 2", "C needs 6 numbers, but has 4"),
        ("M0 0A1 1 0 2 1 5 5", "A needs 7 numbers, but has 3"),
        ("M0 0L L", "L needs 2 numbers, but has 0"),
        ("M0 0<script>", "'<script>' is not SVG path data"),
    ],
)
def test_text_outside_the_grammar_is_refused(data, message):
    """The message shows what was found, or how many numbers are missing."""
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        path_from_svg(data)


@pytest.mark.parametrize("data", ["", "  ", ",\n"])
def test_blank_path_data_is_an_empty_outline(data):
    """It draws nothing."""
    assert path_from_svg(data) == Outline(())


commands = st.lists(
    st.tuples(
        st.sampled_from("MmLlHhVvCcSsQqTtZz"),
        st.lists(st.sampled_from(["0", "-3", ".5", "12.25", "+7", "1e2", "-4.E-1"]), max_size=12),
        st.sampled_from([" ", ",", " , ", ""]),
    ),
    max_size=6,
).map(lambda parts: "".join(f"{command}{gap}{(gap or ' ').join(numbers)}" for command, numbers, gap in parts))


@given(commands)
def test_the_fast_parser_agrees_with_the_full_one(data):
    """For data without arcs, the fast parser gives the same commands, or leaves the data to the full parser."""
    try:
        careful = list(_commands(data))
    except ValueError:
        careful = None
    fast = _plain_commands(data)
    assert fast in (careful, None)

"""Drawings in an HTML page share equal parts, and do not clash with the page."""

import re
from xml.etree.ElementTree import fromstring

import pytest

from punchboard.geometry import Affine, Outline, Point, Rect, Size, circle, path_from_svg, rectangle
from punchboard.render.svg.html_drawings import insert_drawings, short_path_data
from punchboard.scene import Anchor, Group, Link, Page, Shape, Symbol, Use

BODY = b"<svg><!--drawings--></svg><p><svg><!--drawing 0--></svg></p><svg><!--drawing 1--></svg>"


def made(*pages):
    return insert_drawings(BODY, [Page(Size(9, 9), items) for items in pages]).decode()


def test_a_symbol_of_two_drawings_is_defined_once():
    """It is in the shared definitions, and both drawings use it."""
    symbol = Symbol("face", Rect(0, 0, 9, 9), (Shape(circle(Point(4, 4), 3), "#112233"),))
    text = made((Use(symbol),), (Use(symbol, Affine.move(3, 0)),))
    assert text.count("#112233") == 1
    assert text.count("<use") == 2
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) == 1
    assert set(re.findall(r'href="#([^"]+)"', text)) == set(ids)
    assert all(name.startswith("d-") for name in ids)
    fromstring(f'<div xmlns:xlink="x">{text}</div>')


def test_a_path_of_two_drawings_is_defined_once():
    """Two cards share an ornament, and each uses it in its own colour."""
    ornament = Outline(tuple(("L" if n else "M", (n % 7, n % 5)) for n in range(60)))
    text = made((Shape(ornament, "#112233"),), (Shape(ornament, "#445566"),))
    assert text.count(short_path_data(ornament)) == 1
    assert re.findall(r'<use href="#(p-0)" +fill="(#[0-9]+)"', text) == [("p-0", "#112233"), ("p-0", "#445566")]
    assert "<path" not in text.partition("</defs>")[2].partition("</svg>")[2]


def test_titles_anchors_and_links_are_left_to_the_page(text_item):
    """A drawing has only outlines; the page gives it a label."""
    items = (text_item("to be"), Anchor("here", Point(0, 0), "Here"), Link(Rect(0, 0, 1, 1), "https://e.org"))
    text = made(items, (Group((Shape(rectangle(Rect(0, 0, 1, 1)), "#000000"),), clip=circle(Point(1, 1), 1)),))
    assert "to be" not in text
    assert "<title" not in text
    assert "aria-label" not in text
    assert "e.org" not in text
    assert 'id="to-' not in text
    assert text.count("<path") == len("tobe") + 2


def test_each_letter_is_outlined_once(text_item):
    """Words of several drawings use the same outlines, each at its place."""
    text = made((text_item("noon"),), (text_item("on no"),))
    assert text.count("<path") == len("no")
    assert text.count("<use") == len("noononno")


PATHS = [
    "M0.1234 0.5L-0.5 200.255C0 .1 .2 .3 -.4 10Z",
    "M1000.12 5L1 1ZM3 3H9V9Z",
    "M.004 .004L.006 .006L.014 .016",
    "M1 1L1.5 1.5L2 2.25L-1 3C1.5 .5 .5 1.5 1 1C2 2.5 3.5 3 4 4ZL.5 .75",
]


@pytest.mark.parametrize("data", PATHS)
def test_short_path_data_is_the_outline_to_a_hundredth(data):
    """Every point is within 0.005 mm of its place: rounding errors do not add up along the path."""
    outline = path_from_svg(data)
    again = path_from_svg(short_path_data(outline))
    assert [command for command, _ in again.segments] == [command for command, _ in outline.segments]
    for (_, ours), (_, theirs) in zip(again.segments, outline.segments, strict=True):
        assert ours == pytest.approx(theirs, abs=0.0051)


def test_many_steps_do_not_drift():
    """A thousand steps of 0.0033 mm end in the right place."""
    points = tuple(("L" if n else "M", (n / 300, n / 700)) for n in range(3000))
    *_, (_, end) = path_from_svg(short_path_data(Outline(points))).segments
    assert end == pytest.approx((2999 / 300, 2999 / 700), abs=0.0051)

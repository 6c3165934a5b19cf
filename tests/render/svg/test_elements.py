"""Elements written as text are exactly what svgwrite writes, with its validation on."""

from xml.etree import ElementTree as ET

import pytest
from svgwrite import Drawing
from svgwrite.base import Title
from svgwrite.container import Group

from punchboard.geometry import Rect, path_to_svg, rectangle
from punchboard.render.svg.writer import paint_text, path_element, shape_element, text_element, use_element
from punchboard.scene import Shape, Stroke

SQUARE = rectangle(Rect(1, 2, 3, 4))
PLACE = "matrix(1 0 0 1 5 5)"


def svgwrite_text(element):
    """Return an element with its attributes in svgwrite's order."""
    return ET.tostring(element.get_xml(), encoding="unicode")


@pytest.mark.parametrize(
    ("shape", "attributes"),
    [
        (Shape(SQUARE, "#c8402f"), {"fill": "#c8402f"}),
        (
            Shape(SQUARE, None, Stroke("#000000", 0.25, (1.0, 0.5), round=True)),
            {
                "fill": "none",
                "stroke": "#000000",
                "stroke_width": "0.25",
                "stroke_dasharray": "1 0.5",
                "stroke_linecap": "round",
                "stroke_linejoin": "round",
            },
        ),
        (
            Shape(SQUARE, "#c8402f", Stroke("#000000", 0.25), even_odd=True),
            {"fill": "#c8402f", "fill_rule": "evenodd", "stroke": "#000000", "stroke_width": "0.25"},
        ),
    ],
)
def test_a_shape_is_a_path_with_its_paint(shape, attributes):
    """Fill, stroke, dashes, round ends and the fill rule are attributes in alphabetical order."""
    assert shape_element(shape) == svgwrite_text(Drawing().path(d=path_to_svg(SQUARE), **attributes))


def test_a_path_without_data_has_none():
    """A line of spaces has no outlines."""
    assert path_element("", paint_text("#c8402f", None, even_odd=False)) == '<path fill="#c8402f" />'


@pytest.mark.parametrize("words", ['The <quick> & "brown" fox', "two\nlines", ""])
def test_a_line_of_text_is_a_labelled_group_of_outlines(words):
    """Svgwrite has no ARIA attributes; the label and the title are escaped as ElementTree does."""
    group = Group(transform=PLACE, fill="#000000")
    group.add(Title(words))
    group.add(Drawing().path(d="M0 0h1z"))
    element = group.get_xml()
    element.set("aria-label", words)
    element.set("role", "img")
    assert text_element(words, PLACE, "#000000", "M0 0h1z") == ET.tostring(element, encoding="unicode")


@pytest.mark.parametrize("attributes", [{}, {"transform": PLACE}])
def test_a_use_places_a_symbol(attributes):
    """Without a transform, where it is defined."""
    assert use_element("s0", attributes.get("transform", "")) == svgwrite_text(Drawing().use("#s0", **attributes))


def test_the_label_of_a_line_has_no_blanks_around_it():
    """A line that goes on with an icon ends with a no-break space, which is not read aloud."""
    assert 'aria-label="Spend 1"' in text_element("Spend 1\u00a0", "none", "#000000", "")

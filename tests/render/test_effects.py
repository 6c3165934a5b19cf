"""Gradients, shadows and outlines: the same colours at the same places in PDF and SVG, and no word twice."""

import io

import pikepdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image as Pillow

from punchboard.geometry import Point, Rect, circle, rectangle
from punchboard.render.pdf.writer import render_pdf
from punchboard.render.svg.writer import render_svg
from punchboard.scene import Gradient, Shadow, Shape, Stroke, Symbol, Use

ACROSS = Gradient(("#ff0000", "#00ff00", "#0000ff"), Point(10, 0), Point(90, 0))
ROUND = Gradient(("#ffffff", "#000000"), Point(50, 30), Point(50, 30), 20.0)


def pixels(data, kind):
    """Return a page of 100 x 60 mm at 4 pixels a mm, as a viewer of PDF or of SVG draws it."""
    if kind == "svg":
        return (
            Pillow.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), width=400, dpi=96))))
            .convert("RGB")
            .resize((400, 240))
        )
    pdf = pypdfium2.PdfDocument(data)
    try:
        return pdf[0].render(scale=4 * 25.4 / 72).to_pil().convert("RGB").resize((400, 240))
    finally:
        pdf.close()


@pytest.fixture(params=["pdf", "svg"])
def look(request, document):
    """Return the colours of items at points in mm, drawn in a format."""

    def look(*items, at):
        drawn = document(Shape(rectangle(Rect(0, 0, 100, 60)), "#ffffff"), *items)
        data = render_pdf(drawn) if request.param == "pdf" else render_svg(drawn.pages[0], "")
        image = pixels(data, request.param)
        return [image.getpixel((x * 4, y * 4)) for x, y in at]

    return look


def near(*colours):
    return [pytest.approx(colour, abs=14) for colour in colours]


def test_a_gradient_runs_through_its_colours_and_keeps_those_of_its_ends(look):
    """Red, green and blue from left to right; before its start it is red."""
    shape = Shape(rectangle(Rect(0, 10, 100, 40)), "#ff0000", gradient=ACROSS)
    found = look(shape, at=[(4, 30), (30, 30), (50, 30), (96, 30), (50, 5)])
    assert found == near((255, 0, 0), (128, 128, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))


def test_a_radial_gradient_runs_outwards_within_the_outline(look):
    """White in the middle and black at the edge; placed twice it is drawn twice."""
    symbol = Symbol("sun", Rect(0, 0, 100, 60), (Shape(circle(Point(50, 30), 20), "#ffffff", gradient=ROUND),))
    found = look(Use(symbol), Use(symbol), at=[(50, 30), (60, 30), (50, 48), (20, 30)])
    assert found == near((255, 255, 255), (128, 128, 128), (25, 25, 25), (255, 255, 255))


def test_a_shape_with_opacity_shows_what_lies_beneath_it(look):
    """Half black over white is grey."""
    assert look(Shape(rectangle(Rect(10, 10, 20, 20)), "#000000", opacity=0.5), at=[(20, 20)]) == near((128, 128, 128))


def test_a_text_lies_over_its_outline_and_its_shadow(look, text_item):
    """A line of red is around white letters, and a shadow below them."""
    text = text_item("IIII", colour="#ffffff", size=20.0)
    around = Stroke("#ff0000", 1.0, round=True)
    thrown = Shadow("#0000ff", 0.0, 30.0, 1.0)
    points = [(x / 4, y / 4) for x in range(40, 120) for y in (50, 56)]
    shadows = [(x, y + 30) for x, y in points]
    assert {tuple(map(round, colour)) for colour in look(text, at=points)} == {(255, 255, 255)}
    found = look(text._replace(outline=around, shadow=thrown), at=[*points, *shadows])
    assert (255, 0, 0) in found
    assert (0, 0, 255) in found


def test_no_word_is_read_or_copied_twice(document, text_item, read_text):
    """Shadow and outline are shapes."""
    text = text_item("Silver Fox", outline=Stroke("#ff0000", 0.6), shadow=Shadow("#000000", 0.3, 0.3, 0.4))
    assert read_text(render_pdf(document(text))) == ["Silver Fox"]
    assert render_svg(document(text).pages[0], "").count(b"Silver Fox") == render_svg(
        document(text_item("Silver Fox")).pages[0], ""
    ).count(b"Silver Fox")


def test_a_gradient_is_drawn_by_a_shading_not_as_a_picture(opened):
    """It stays sharp at any size."""
    pdf = opened(Shape(circle(Point(50, 30), 20), "#ffffff", gradient=ACROSS))
    (form,) = pdf.pages[0].Resources.XObject.values()
    assert form.Subtype == pikepdf.Name.Form
    shading = form.Resources.Shading.Fill
    assert (shading.ShadingType, len(shading.Function.Functions)) == (2, 2)

import io

import pytest
from PIL import Image as Pillow

from punchboard.geometry import Rect, rectangle
from punchboard.render import RENDERERS, render
from punchboard.render.pdf import render_pdf
from punchboard.render.png import render_png
from punchboard.scene import Shape

SQUARE = Shape(rectangle(Rect(10, 10, 20, 20)), "#c8402f")


def test_a_page_is_as_many_pixels_as_its_size_asks_for(document):
    """100 x 60 mm at 127 dpi are 500 x 300 pixels, and the file knows its resolution."""
    picture = Pillow.open(io.BytesIO(render_png(render_pdf(document(SQUARE)), 0, 127)))
    assert picture.size == (pytest.approx(500, abs=1), pytest.approx(300, abs=1))
    assert picture.info["dpi"] == pytest.approx((127, 127), abs=0.1)
    assert picture.convert("RGB").getpixel((100, 100)) == (200, 64, 47)
    assert picture.convert("RGB").getpixel((40, 40)) == (255, 255, 255)


@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF-1.7"), ("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_document_is_rendered_by_the_name_of_its_form(document, form, start):
    """Three forms, one scene."""
    assert set(RENDERERS) == {"pdf", "svg", "png"}
    assert render(form, document(SQUARE)).startswith(start)

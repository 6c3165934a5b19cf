import io
import sys

import pytest
from PIL import Image as Pillow

from punchboard.compose.boxes.printed_pictures import printed_picture
from punchboard.load.pictures import load_pictures, read_picture
from punchboard.load.svg_pictures import MAX_DRAWN, svg_text_warning
from punchboard.problem import Place
from punchboard.units import MM_PER_INCH, PRINT_DPI

HERE = Place("cards.csv", 3)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'
RED = '<rect width="100" height="50" fill="red"/>'


def saved(tmp_path, attributes='viewBox="0 0 100 50"', body=RED, before=""):
    (tmp_path / "a.svg").write_text(before + SVG.format(attributes, body), encoding="utf-8")
    return tmp_path, "a.svg", HERE


@pytest.mark.parametrize(
    "attributes",
    [
        'viewBox="0 0 100 50"',
        'viewBox="-5,-5 100 50"',
        'width="100" height="50"',
        'width="20mm" height="1cm" viewBox="0 0 100 50"',
        'width="100%" height="100%" viewBox="0 0 100 50"',
    ],
)
def test_a_drawing_has_the_proportions_of_its_size_or_its_view_box(tmp_path, attributes):
    """With a document type and a declaration before it, as drawing programs write them."""
    before = '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n'
    image = read_picture(*saved(tmp_path, attributes, before=before))
    assert image.width == 2 * image.height > 1000


def test_a_drawing_is_printed_with_the_pixels_of_its_size_on_paper(tmp_path):
    """Gradients, strokes and transparency are drawn."""
    body = f'{RED}<circle cx="50" cy="25" r="20" fill="blue" opacity=".5" stroke="black"/>'
    saved(tmp_path, body=body)
    image = load_pictures(tmp_path)["a.svg"]
    printed = printed_picture(image, 10 * MM_PER_INCH / PRINT_DPI * 20)
    with Pillow.open(io.BytesIO(printed.data)) as pixels:
        assert pixels.size == (printed.width, printed.height) == (200, 100)
        assert pixels.convert("RGB").getpixel((2, 2)) == (255, 0, 0)
        assert pixels.convert("RGB").getpixel((100, 50)) in {(127, 0, 128), (128, 0, 128)}


USES = "".join(f'<g id="g{number + 1}">{f"""<use xlink:href="#g{number}"/>""" * 10}</g>' for number in range(8))


@pytest.mark.parametrize(
    ("attributes", "body", "message"),
    [
        ("", RED, "has no size"),
        ('viewBox="0 0 0 50"', RED, "has no size"),
        ('viewBox="0 0 100 50"', '<image href="/etc/passwd.png" width="9" height="9"/>', "refers to another file"),
        ('viewBox="0 0 100 50"', '<image xlink:href="../b.png" width="9" height="9"/>', "refers to another file"),
        ('viewBox="0 0 100 50"', '<use href="b.svg#a"/>', "refers to another file"),
        ('viewBox="0 0 100 50"', '<image href="data:image/svg+xml,%3Csvg/%3E"/>', "refers to another file"),
        ('viewBox="0 0 100 50"', "<rect style=\"fill: url( 'b.svg#a')\"/>", "refers to another file"),
        ('viewBox="0 0 100 50"', "<style>@import 'b.css';</style>", "refer to another file"),
        ('viewBox="0 0 100 50"', f'<g id="g0">{RED}</g>{USES}', f"draws more than {MAX_DRAWN:,} shapes"),
        ('viewBox="0 0 100 50"', "<g>" * 300 + "</g>" * 300, "nests them too deeply"),
        ('viewBox="0 0 100 50"', "<g>", "is not SVG"),
    ],
)
def test_a_drawing_that_fetches_or_never_ends_is_refused(tmp_path, attributes, body, message, problem):
    """No file is read but the drawing, and none draws without end."""
    found = problem(read_picture, *saved(tmp_path, attributes, body))
    assert (found.rule, message in found.message) == ("PICT001", True), found


def test_entities_are_refused(tmp_path, problem):
    """They could read other files, or grow without end."""
    found = problem(read_picture, *saved(tmp_path, before='<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>'))
    assert "entities" in found.message


def test_a_drawing_that_uses_itself_ends(tmp_path):
    """Its rest is drawn."""
    body = f'<g id="a">{RED}<use href="#a"/></g><a href="https://example.com"><script href="x.js"/></a>'
    assert read_picture(*saved(tmp_path, body=body)).width


@pytest.mark.parametrize(("body", "count"), [("<text>Wolf</text>", 1), (RED, 0)])
def test_text_in_a_drawing_is_named(tmp_path, body, count):
    """Its font is on no other machine."""
    image = read_picture(*saved(tmp_path, body=body))
    assert [found.rule for found in svg_text_warning(image, "a.svg", HERE)] == ["PICT005"] * count


def test_without_resvg_a_drawing_is_a_problem_with_its_place(tmp_path, monkeypatch, problem):
    """It says what to do; the traceback of a missing module would not."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    found = problem(read_picture, *saved(tmp_path))
    assert (found.rule, found.place) == ("PICT001", HERE)
    assert found.message == "'a.svg' is a drawing, and drawings cannot be drawn here without resvg"
    assert "pip install resvg_py" in found.hint

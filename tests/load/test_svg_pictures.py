import io
import sys
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image as Pillow

from punchboard import pixels
from punchboard.compose.boxes.printed_pictures import placed_picture, printed_picture
from punchboard.compose.inks import INK_MODES
from punchboard.geometry import Rect, Size
from punchboard.load.game_pictures import load_pictures, read_picture
from punchboard.load.icons.svg_file import plain_view
from punchboard.load.icons.svg_outline import UnusableIconError
from punchboard.load.svg_pictures import MAX_DRAWN, svg_shapes, svg_warning
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
    with Pillow.open(io.BytesIO(printed.data)) as shown:
        assert shown.size == (printed.width, printed.height) == (200, 100)
        assert shown.convert("RGB").getpixel((2, 2)) == (255, 0, 0)
        assert shown.convert("RGB").getpixel((100, 50)) in {(127, 0, 128), (128, 0, 128)}


CLEAR = f'{RED}<circle cx="50" cy="25" r="20" fill="blue" opacity=".5" stroke="black"/>'


def test_a_large_drawing_is_drawn_by_a_process_that_can_be_ended(tmp_path, monkeypatch, problem):
    """With the same pixels; one that would keep a build busy is a problem with its name and what to do."""
    image = read_picture(*saved(tmp_path, body=CLEAR))
    here = pixels.drawn_svg(image.data, 100)
    monkeypatch.setattr(pixels, "HEAVY_BYTES", 0)
    assert pixels.drawn_svg(image.data, 100) == here
    monkeypatch.setattr(pixels, "MAX_SECONDS", 0)
    found = problem(read_picture, *saved(tmp_path, body=f"{CLEAR}<g/>"))
    assert (found.rule, found.place) == ("PICT001", HERE)
    assert found.message.startswith("'a.svg' cannot be drawn: drawing it takes longer than")
    assert "save it as PNG" in found.hint


def test_where_no_process_can_be_started_a_large_drawing_is_drawn_all_the_same(tmp_path, monkeypatch):
    """A sandbox refuses new processes, and has a budget of its own."""

    def refused(*_arguments, **_options):
        raise PermissionError

    image = read_picture(*saved(tmp_path, body=CLEAR))
    monkeypatch.setattr(pixels, "HEAVY_BYTES", 0)
    monkeypatch.setattr("subprocess.run", refused)
    assert pixels.drawn_svg(image.data, 100).startswith(b"\x89PNG")


def test_a_drawing_with_more_than_shapes_can_hold_is_not_read_for_them(tmp_path):
    """A style sheet of thousands of rules for thousands of shapes is drawn in pixels."""
    rules = "".join(f".a{at}{{fill:red}}" for at in range(1100))
    drawing = SVG.format('viewBox="0 0 9 9"', f"<style>{rules}</style>{'<path/>' * 1000}")
    assert svg_shapes(drawing.replace("<path/>", "").encode(), Size(9, 9)) == ()
    root = fromstring(drawing)
    with pytest.raises(UnusableIconError, match="too many rules"):
        plain_view(root)


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


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("<text>Wolf</text>", ["text"]),
        (
            f'{RED}<rect width="9" height="9" fill="var(--b)"><animate attributeName="x"/></rect>',
            ["movement and colours"],
        ),
        (RED, []),
    ],
)
def test_what_is_not_printed_of_a_drawing_is_named(tmp_path, body, names):
    """In one line: the font of a text is on no other machine."""
    found = list(svg_warning(read_picture(*saved(tmp_path, body=body)), "a.svg", HERE))
    assert [one.rule for one in found] == ["PICT005"] * len(names)
    assert all(name in one.message and "'a.svg'" in one.message for name, one in zip(names, found, strict=True))


PLAIN = (
    "<style>.sea{fill:teal}</style>"
    '<rect class="sea" width="100" height="50"/>'
    '<g transform="translate(50 25)" stroke="rgb(0,0,128)" stroke-width="2"><circle r="10" fill="#fd0"/></g>'
)


def test_plain_shapes_are_printed_as_shapes(tmp_path):
    """Each in its colour and as wide as the paper asks, whatever form the colour is written in."""
    saved(tmp_path, body=PLAIN)
    (use,) = placed_picture(load_pictures(tmp_path)["a.svg"], Rect(5, 5, 200, 100), INK_MODES["full"]).items
    sea, sun = use.symbol.items
    assert (sea.fill, sea.stroke, sea.outline.bounds) == ("#008080", None, Rect(0, 0, 200, 100))
    assert (sun.fill, sun.stroke.colour, sun.stroke.width) == ("#ffdd00", "#000080", 4)
    assert sun.outline.bounds.centre == (100, 50)


@pytest.mark.parametrize(
    "more",
    [
        '<path d="M0 0h9v9" stroke="red"/>',
        '<rect width="9" height="9" opacity=".5"/>',
        '<linearGradient id="a"><stop/></linearGradient><rect width="9" height="9" fill="url(#a)"/>',
        '<clipPath id="c"><path d="M0 0h9v9"/></clipPath><g clip-path="url(#c)"><path d="M0 0h9v9"/></g>',
        '<path style="mix-blend-mode:multiply" d="M0 0h9v9"/>',
        '<path d="M0 0h9v9" fill="rgba(1,2,3,.5)"/>',
        '<use href="#b"/>',
    ],
)
def test_what_is_more_than_plain_shapes_is_drawn_in_pixels(tmp_path, more):
    """The whole drawing, so that nothing of it is lost."""
    saved(tmp_path, body=PLAIN + more)
    picture = placed_picture(load_pictures(tmp_path)["a.svg"], Rect(0, 0, 20, 10), INK_MODES["full"])
    assert picture.image.data.startswith(b"\x89PNG")


def test_a_drawing_in_grey_is_drawn_in_pixels(tmp_path):
    """They are turned grey as those of every picture."""
    saved(tmp_path, body=PLAIN)
    picture = placed_picture(load_pictures(tmp_path)["a.svg"], Rect(0, 0, 20, 10), INK_MODES["grey"])
    assert Pillow.open(io.BytesIO(picture.image.data)).mode == "L"


def test_without_resvg_a_drawing_is_a_problem_with_its_place(tmp_path, monkeypatch, problem):
    """It says what to do; the traceback of a missing module would not."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert read_picture(*saved(tmp_path)).width > 1000, "plain shapes need no other program"
    found = problem(read_picture, *saved(tmp_path, body=f'<g opacity=".5">{RED}</g>'))
    assert (found.rule, found.place) == ("PICT001", HERE)
    assert found.message == "'a.svg' is a drawing, and drawings cannot be drawn here without resvg"
    assert "pip install resvg_py" in found.hint

import io
import subprocess
import sys
from itertools import pairwise

import ezdxf
import pytest

from punchboard.geometry import Affine, Point, Rect, Size, circle, polyline, rounded_rectangle
from punchboard.render import render
from punchboard.render.dxf import render_dxf
from punchboard.scene import Document, Group, Link, Page, Shape, Stroke, Symbol, Use

RED, BLACK = Stroke("#ff0000", 0.1), Stroke("#000000", 0.1)
CARD = Shape(rounded_rectangle(Rect(0, 0, 63.5, 88.9), 3), stroke=RED)
CUTS = Group(
    (
        Use(Symbol("card", Rect(0, 0, 64, 89), (CARD,)), Affine.move(10, 20)),
        Shape(circle(Point(150, 40), 12.5), stroke=RED),
        Shape(polyline([(5, 200), (200, 200)]), stroke=RED),
    ),
    layer="cut",
)
MARKS = Group((Shape(circle(Point(9, 9), 2), stroke=BLACK),), layer="marks")
SHEET = Document("sheet", (Page(Size(210, 297), (CUTS, MARKS)),))


def read(data: bytes):
    return ezdxf.read(io.StringIO(data.decode("utf-8")))


def test_the_file_is_valid_and_in_millimetres():
    """The audit of ezdxf finds no fault, and the units are stated."""
    drawing = read(render_dxf(SHEET))
    audit = drawing.audit()
    assert not audit.errors
    assert not audit.fixes
    assert drawing.header["$INSUNITS"] == 4
    assert drawing.header["$MEASUREMENT"] == 1


def test_each_handle_is_used_once_and_each_reference_has_a_target():
    """Programs that are stricter than others open no drawing with a reference to nothing; `$HANDSEED` is above all."""
    lines = render_dxf(SHEET).decode().splitlines()
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    seed = next(value for (_, name), (_, value) in pairwise(pairs) if name == "$HANDSEED")
    handles = [value for code, value in pairs if code in {"5", "105"} and value != seed]
    assert len(handles) == len(set(handles)) > 30
    assert max(int(value, 16) for value in handles) < int(seed, 16)
    assert {value for code, value in pairs if code in {"330", "340", "350", "390"}} <= {"0", *handles}


def test_the_limits_of_the_drawing_are_the_page():
    """A program that opens it shows the whole page."""
    header = read(render_dxf(SHEET)).header
    assert (header["$LIMMIN"], header["$LIMMAX"]) == ((0, 0), (210, 297))


def test_layers_have_the_names_and_colours_of_the_page():
    """Red lines to cut along, black ones to look at."""
    drawing = read(render_dxf(SHEET))
    assert drawing.layers.get("CUT").color == 1
    assert drawing.layers.get("MARKS").color == 7
    assert {entity.dxf.layer for entity in drawing.modelspace()} == {"CUT", "MARKS"}


def test_each_path_becomes_the_simplest_entity():
    """Y points up from the lower edge; corners are arcs, a circle is a circle, a line a line."""
    card, round_, line = read(render_dxf(SHEET)).modelspace().query('*[layer=="CUT"]')
    assert card.dxftype() == "LWPOLYLINE"
    assert card.closed
    assert [round(bulge, 3) for *_, bulge in card.get_points("xyb")] == [0, -0.414] * 4
    xs, ys = zip(*card.get_points("xy"), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((10, 73.5, 297 - 108.9, 277))
    assert round_.dxftype() == "CIRCLE"
    assert (*round_.dxf.center, round_.dxf.radius) == pytest.approx((150, 257, 0, 12.5))
    assert line.dxftype() == "LINE"
    assert (*line.dxf.start, *line.dxf.end) == pytest.approx((5, 97, 0, 200, 97, 0))


def test_equal_documents_give_equal_bytes():
    """No date, no random id: in this process and in another one."""
    assert render("dxf", SHEET) == render("dxf", SHEET)
    code = (
        "import hashlib; from punchboard.geometry import *; from punchboard.scene import *;"
        "from punchboard.render.dxf import render_dxf;"
        "p = Page(Size(50, 50), (Shape(circle(Point(9, 9), 2), stroke=Stroke('#ff0000', 0.1)),));"
        "print(hashlib.sha256(render_dxf(Document('x', (p,)))).hexdigest())"
    )
    runs = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(runs) == 1


def test_what_a_machine_cannot_cut_is_refused():
    """Texts and links are not paths."""
    page = Page(Size(50, 50), (Link(Rect(0, 0, 5, 5), "#x"),))
    with pytest.raises(TypeError, match="Link is not a cut path"):
        render_dxf(Document("x", (page,)))

import base64
import io
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow
from svgwrite.validator2 import get_validator

from punchboard.geometry import Affine, Point, Rect, Size, path_from_svg, rectangle
from punchboard.render.svg.writer import line_path, render_svg
from punchboard.scene import Anchor, Group, Image, Link, Page, Picture, Shape, Stroke, Symbol, Use

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
NOT_SVG = {"aria-label", "role"}
SQUARE = Shape(rectangle(Rect(10, 10, 20, 5)), "#c8402f")


def page(*items, size=(63.5, 88.9)):
    return Page(Size(*size), items)


def read(*items, **changes):
    return ET.fromstring(render_svg(page(*items, **changes), "A <title> & more"))


@pytest.fixture(scope="module")
def everything(text_item):
    """A page with each kind of item, some twice."""
    out = io.BytesIO()
    Pillow.new("RGB", (4, 2)).save(out, "PNG")
    symbol = Symbol("s", Rect(0, 0, 50, 50), (SQUARE, text_item("office")))
    return (
        SQUARE,
        Shape(rectangle(Rect(1, 2, 3, 4)), None, Stroke("#000000", 0.25, (1.0, 0.5), round=True)),
        Shape(rectangle(Rect(1, 2, 3, 4)), "#c8402f", Stroke("#000000", 0.25), even_odd=True),
        Group((SQUARE,), Affine.turn(30), rectangle(Rect(0, 0, 50, 50))),
        text_item('The <quick> & "brown" fox'),
        Use(symbol),
        Use(symbol, Affine.move(5, 5)),
        Picture(Rect(10, 20, 40, 20), Image("0" * 16, out.getvalue(), 4, 2)),
        Link(Rect(0, 0, 10, 5), "#rules"),
        Link(Rect(0, 0, 10, 5), "https://example.org/?a=1&b=2"),
        Anchor("rules", Point(0, 30), "Rules"),
    )


def test_the_file_is_valid(everything):
    """Svgwrite's validator accepts every element inside its parent, and the value of every attribute."""
    validator = get_validator("full")
    for element in read(*everything).iter():
        tag = element.tag.removeprefix(SVG)
        for child in element:
            validator.check_valid_children(tag, child.tag.removeprefix(SVG))
        for name, value in element.items():
            if name not in NOT_SVG:
                validator.check_svg_attribute_value(tag, name.replace(HREF, "xlink:href"), value)


def test_a_page_gives_the_same_bytes_every_time(everything):
    """Names of definitions do not depend on what was written before."""
    assert len({render_svg(page(*everything), "x") for _ in range(3)}) == 1


def test_sizes_are_millimetres(everything):
    """Width and height have a unit, and one unit of the drawing is 1 mm."""
    root = read(*everything)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63.5mm", "88.9mm", "0 0 63.5 88.9")


def test_text_is_outlines_with_its_words_as_labels(text_item):
    """Title and label have the words; no element needs a font."""
    root = read(text_item("The <quick> & fox"))
    (group,) = root.findall(f"{SVG}g")
    assert group.get("aria-label") == group.find(f"{SVG}title").text == "The <quick> & fox"
    assert group.get("role") == "img"
    assert group.find(f"{SVG}path").get("d").startswith("M")
    assert not list(root.iter(f"{SVG}text"))


def test_nothing_in_a_drawing_runs_or_fetches(everything):
    """There is no script, no handler, and no external address but that of a link."""
    root = read(*everything)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "defs", "g", "path", "use", "clipPath", "image", "a"}
    for element in root.iter():
        assert not any(name.lower().startswith("on") for name in element.attrib)
        target = element.get(HREF)
        if target is not None and element.tag != f"{SVG}a":
            assert target.startswith(("#", "data:image/"))


def test_words_from_a_catalog_are_escaped(text_item):
    """Markup in a text is escaped, also in the title."""
    data = render_svg(page(text_item("<script>alert(1)</script>")), "<script>")
    assert b"<script" not in data
    assert ET.fromstring(data).find(f"{SVG}title").text == "<script>"


def test_a_symbol_placed_twice_is_one_definition(text_item):
    """It is defined once; a symbol placed once is drawn in place."""
    shared, alone = (Symbol(name, Rect(0, 0, 50, 50), (SQUARE,)) for name in ("shared", "alone"))
    root = read(Use(shared), Use(shared, Affine.move(5, 5)), Use(alone, Affine.move(1, 1)))
    (definition,) = root.find(f"{SVG}defs")
    uses = list(root.iter(f"{SVG}use"))
    assert [use.get(HREF) for use in uses] == [f"#{definition.get('id')}"] * 2
    assert uses[1].get("transform") == "matrix(1 0 0 1 5 5)"
    assert len(list(root.iter(f"{SVG}path"))) == 2


def test_equal_clips_are_one_definition():
    """Cards on a sheet have equal clips."""
    clip = rectangle(Rect(0, 0, 5, 5))
    root = read(Group((SQUARE,), clip=clip), Group((SQUARE,), Affine.move(1, 1), clip))
    (path,) = root.iter(f"{SVG}clipPath")
    clips = [group.get("clip-path") for group in root.iter(f"{SVG}g") if group.get("clip-path")]
    assert clips == [f"url(#{path.get('id')})"] * 2


def test_pictures_are_embedded(everything):
    """Their bytes are included, as PNG or JPEG."""
    (image,) = read(*everything).iter(f"{SVG}image")
    kind, data = image.get(HREF).split(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(data).startswith(b"\x89PNG")
    assert [image.get(name) for name in ("x", "y", "width", "height")] == ["10", "20", "40", "20"]


def test_internal_links_lead_to_anchors(everything):
    """The anchor's name is an id."""
    root = read(*everything)
    targets = [link.get(HREF) for link in root.iter(f"{SVG}a")]
    assert targets == ["#to-rules", "https://example.org/?a=1&b=2"]
    assert [group.get("id") for group in root.iter(f"{SVG}g") if (group.get("id") or "").startswith("to-")] == [
        "to-rules"
    ]


def test_strokes_have_dashes_and_ends(everything):
    """Round ends and joins together."""
    path = next(element for element in read(*everything).iter(f"{SVG}path") if element.get("stroke-dasharray"))
    assert path.get("stroke-dasharray") == "1 0.5"
    assert path.get("stroke-linecap") == path.get("stroke-linejoin") == "round"
    assert path.get("fill") == "none"


words = st.lists(st.text(st.sampled_from("AVTofficgQ.8"), min_size=1, max_size=6), min_size=1, max_size=4)


@given(words, st.sampled_from([0.0, 0.4]))
def test_outlines_of_a_line_are_at_its_words(text_item, typeface, texts, tracking):
    """Each glyph's outline is at its advance, with kerning and tracking, in font units."""
    item = text_item(" ".join(texts), tracking=tracking)
    bounds = path_from_svg(line_path(item, item.lines[0])).bounds
    extra = tracking / item.size * typeface.upem
    x, right = 0.0, []
    for word in item.lines[0].words:
        for glyph, advance in zip(word.glyphs, word.advances, strict=True):
            outline = typeface.outline(glyph).bounds
            right.append((x + outline.x, x + outline.right))
            x += advance + extra
        x += typeface.space.width * typeface.upem + extra
    assert bounds.x == pytest.approx(min(left for left, _ in right), abs=1)
    assert bounds.right == pytest.approx(max(end for _, end in right), abs=1)


def test_an_id_is_used_once(everything):
    """If two anchors on a page have one name, the first has the id, and links lead there."""
    first, again = Anchor("rule-deal", Point(0, 10)), Anchor("rule-deal", Point(0, 50))
    root = read(first, SQUARE, Group((again,)), Link(Rect(0, 0, 10, 5), "#rule-deal"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids.count("to-rule-deal") == 1
    assert len(ids) == len(set(ids))
    assert read(*everything, again, first).find(".//*[@id='to-rule-deal']") is not None


def test_a_layer_is_an_inkscape_layer():
    """It has an id and a label, and can have a transform; other groups have neither."""
    root = read(Group((SQUARE,), Affine.move(5, 5), layer="cut"), Group((SQUARE,), Affine.move(1, 1)))
    layer, other = root.findall(f"{SVG}g")
    inkscape = "{http://www.inkscape.org/namespaces/inkscape}"
    assert (layer.get("id"), layer.get(f"{inkscape}label")) == ("cut", "cut")
    assert layer.get(f"{inkscape}groupmode") == "layer"
    assert layer.find(f"{SVG}g/{SVG}path") is not None
    assert other.get("id") is None

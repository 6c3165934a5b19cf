import hashlib
import io
import subprocess
import sys
import zlib

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from punchboard.geometry import Affine, Point, Rect, Size, rectangle
from punchboard.problem import ProblemsFound
from punchboard.render.pdf.font import resource_name
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import (
    Anchor,
    Document,
    Group,
    Image,
    Line,
    Link,
    Page,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
)

PT = 25.4 / 72
SQUARE = Shape(rectangle(Rect(10, 10, 20, 5)), "#c8402f")


def mm(box):
    return [pytest.approx(float(value) * PT, abs=0.001) for value in box]


def operators(pdf, page=0):
    return pdf.pages[page].Contents.read_bytes().decode("latin-1").splitlines()


def fonts(pdf):
    return list(pdf.pages[0].Resources.Font.values())


def test_boxes_are_in_points_with_y_up(opened):
    """Media, trim and bleed boxes have their origin at the bottom left."""
    pdf = opened(SQUARE, trim=Rect(5, 7, 80, 40), bleed=Rect(2, 4, 86, 46))
    page = pdf.pages[0]
    assert mm(page.MediaBox) == [0, 0, 100, 60]
    assert mm(page.TrimBox) == [5, 13, 85, 53]
    assert mm(page.BleedBox) == [2, 10, 88, 56]


def test_a_page_without_boxes_is_its_own_trim(opened):
    """Trim and bleed are the whole page by default."""
    pdf = opened(SQUARE)
    page = pdf.pages[0]
    assert page.TrimBox == page.BleedBox == page.MediaBox


def test_a_small_scene_has_these_operators(opened, text_item, typeface):
    """The page is scaled once to mm with y down; all further numbers are those of the scene."""
    clip = rectangle(Rect(0, 0, 50, 50))
    pdf = opened(
        SQUARE,
        Shape(rectangle(Rect(1, 2, 3, 4)), None, Stroke("#000000", 0.25, (1.0, 0.5), round=True)),
        Shape(rectangle(Rect(1, 2, 3, 4)), "#c8402f", Stroke("#000000", 0.25), even_odd=True),
        Group((SQUARE,), Affine.move(5, 6), clip),
        text_item("AV"),
    )
    assert operators(pdf) == [
        "2.8346457 0 0 -2.8346457 0 170.07874 cm",
        "/Figure <</MCID 0>> BDC",
        "0.784 0.251 0.184 rg",
        "10 10 m", "30 10 l", "30 15 l", "10 15 l", "h",
        "f",
        "0 0 0 RG",
        "0.25 w",
        "[1 0.5] 0 d",
        "1 J 1 j",
        "1 2 m", "4 2 l", "4 6 l", "1 6 l", "h",
        "S",
        "[] 0 d",
        "0 J 0 j",
        "1 2 m", "4 2 l", "4 6 l", "1 6 l", "h",
        "B*",
        "q",
        "0 0 m", "50 0 l", "50 50 l", "0 50 l", "h W n",
        "1 0 0 1 5 6 cm",
        "10 10 m", "30 10 l", "30 15 l", "10 15 l", "h",
        "f",
        "Q",
        "0 0 0 rg",
        "BT",
        f"/{resource_name(typeface)} 4 Tf",
        "0.0000 Tc",
        "1 0 0 -1 10 20 Tm",
        "[(\x00A)129(\x00V)]TJ",
        "ET",
        "EMC",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("Fifty waffles officially fit.", ""),
        ("AVATAR To Ty. P.", ""),
        ("small capitals here", "smcp"),
        ("1234567890 figures", "tnum lnum"),
        ("(brackets) and \\ back-slashes)", ""),
        ("Größe Ångström façade", ""),
        ("Ключ Ωmega", ""),
        ("quotes \u201cso\u201d \u2014 dashes\u2026", ""),
    ],
)
def test_text_is_copied_from_the_pdf_as_written(document, text_item, read_text, text, features):
    """Ligatures, kerning, small caps and accents give the text that they stand for."""
    assert read_text(render_pdf(document(text_item(text, features)))) == [text]


words = st.text(
    st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,()\\'!?"), min_size=1, max_size=8
)


@settings(max_examples=30)
@given(st.lists(words, min_size=1, max_size=6).map(" ".join))
def test_any_text_is_copied_from_the_pdf_as_written(document, text_item, read_text, text):
    """Any letters may be next to each other."""
    assert read_text(render_pdf(document(text_item(text)))) == [text]


def test_lines_are_copied_in_order(document, typeface, read_text):
    """Words are separated by spaces, lines by line breaks."""
    lines = tuple(Line(10, 10.0 + 5 * n, (typeface.word(f"line{n}"), typeface.word("end"))) for n in range(3))
    data = render_pdf(document(Text(typeface, 4.0, "#000000", lines)))
    assert read_text(data) == ["line0 end line1 end line2 end"]


def test_a_space_before_a_change_of_style_is_copied(document, typeface, bold, read_text):
    """Successive runs of one line are separate words."""
    first = Text(typeface, 4.0, "#000000", (Line(10, 20, (typeface.word("see"),), space_after=True),))
    second = Text(
        bold,
        4.0,
        "#000000",
        (Line(10 + 4 * (typeface.word("see").width + typeface.space.width), 20, (bold.word("this"),)),),
    )
    assert read_text(render_pdf(document(first, second))) == ["see this"]


def test_icons_are_not_in_the_copied_text(document, text_item, read_text, icons):
    """Icons are shapes."""
    data = render_pdf(document(text_item("take"), Shape(icons["square"].placed(Affine.scale(0.01)), "#000000")))
    assert read_text(data) == ["take"]


def test_fonts_are_subsets_with_a_text_map(opened, text_item):
    """Each font is embedded, has the glyphs shown, and maps codes to Unicode."""
    pdf = opened(text_item("Verdigris"))
    (font,) = fonts(pdf)
    (inner,) = font.DescendantFonts
    assert str(font.BaseFont) == str(inner.BaseFont) == str(inner.FontDescriptor.FontName)
    assert str(font.BaseFont)[7:8] == "+"
    assert b"beginbfchar" in font.ToUnicode.read_bytes()
    program = TTFont(io.BytesIO(inner.FontDescriptor.FontFile2.read_bytes()))
    assert program["maxp"].numGlyphs <= len(set("Verdigris ")) + 1
    assert int(inner.FontDescriptor.FontFile2.Length1) == len(inner.FontDescriptor.FontFile2.read_bytes())


def test_each_typeface_is_one_font(document, typeface, bold, text_item):
    """It may be used by many items on many pages."""
    pages = (
        Page(Size(50, 50), (text_item("one"), text_item("two", face=bold))),
        Page(Size(50, 50), (text_item("three"),)),
    )
    pdf = pikepdf.open(io.BytesIO(render_pdf(Document("Test", pages))))
    names = {str(font.BaseFont) for font in fonts(pdf)}
    assert {name.partition("+")[2] for name in names} == {typeface.name, bold.name}
    assert len(names) == 2


def test_a_symbol_placed_twice_is_one_object(opened, text_item):
    """It is drawn once; a symbol placed once is drawn in place."""
    shared, alone = (Symbol(name, Rect(0, 0, 50, 50), (text_item(name), SQUARE)) for name in ("shared", "alone"))
    pdf = opened(Use(shared), Use(shared, Affine.move(5, 5)), Use(alone))
    objects = pdf.pages[0].Resources.XObject
    ((name, form),) = objects.items()
    assert [float(value) for value in form.BBox] == [0, 0, 50, 50]
    lines = operators(pdf)
    assert lines.count(f"{name} Do") == 2
    assert "1 0 0 1 5 5 cm" in lines
    assert sum("Tj" in line or "TJ" in line for line in lines) == 1


def test_a_symbol_in_a_symbol_is_one_object_of_the_file(opened, text_item):
    """Nested symbols are placed by name."""
    inner = Symbol("inner", Rect(0, 0, 9, 9), (text_item("a"),))
    outer = Symbol("outer", Rect(0, 0, 50, 50), (Use(inner), Use(inner, Affine.move(1, 1))))
    pdf = opened(Use(outer), Use(outer))
    assert len(pdf.pages[0].Resources.XObject) == 2


def test_a_symbol_of_shapes_is_cached_for_all_files(document):
    """Its stream is compressed once, and has the same bytes in every document."""
    symbol = Symbol("ornament", Rect(0, 0, 50, 50), tuple(SQUARE._replace(fill=f"#0000{n:02x}") for n in range(20)))
    one, two = (pikepdf.open(io.BytesIO(render_pdf(document(Use(symbol), *more)))) for more in ((), (SQUARE,)))
    streams = [form.read_raw_bytes() for pdf in (one, two) for form in pdf.pages[0].Resources.XObject.values()]
    assert streams[0] == streams[1]
    assert zlib.decompress(streams[0]).count(b"\nf") == 20


def picture(mode, form, colour):
    out = io.BytesIO()
    Pillow.new(mode, (4, 2), colour).save(out, form)
    return Image(hashlib.sha256(out.getvalue()).hexdigest(), out.getvalue(), 4, 2)


@pytest.mark.parametrize(
    ("mode", "form", "colour"),
    [
        ("RGB", "PNG", (200, 64, 47)),
        ("RGBA", "PNG", (200, 64, 47, 128)),
        ("RGB", "JPEG", (200, 64, 47)),
        ("L", "PNG", 90),
        ("P", "PNG", 3),
    ],
)
def test_a_picture_is_one_object_however_often_it_is_placed(opened, mode, form, colour):
    """It fills its rectangle, the right way up."""
    image = picture(mode, form, colour)
    pdf = opened(Picture(Rect(10, 20, 40, 20), image), Picture(Rect(60, 20, 20, 10), image))
    (one,) = pdf.pages[0].Resources.XObject.values()
    assert (int(one.Width), int(one.Height)) == (4, 2)
    lines = operators(pdf)
    assert "40 0 0 -20 10 40 cm" in lines
    assert sum(line.endswith(" Do") for line in lines) == 2
    assert ("/SMask" in one) == (mode == "RGBA")


def test_a_damaged_picture_is_a_problem(document):
    """A picture with an intact header and truncated data gives no traceback."""
    whole = picture("RGB", "PNG", (200, 64, 47))
    with pytest.raises(ProblemsFound) as caught:
        render_pdf(document(Picture(Rect(0, 0, 9, 9), whole._replace(data=whole.data[:45]))))
    assert [problem.rule for problem in caught.value.problems] == ["PICT001"]


def test_links_lead_to_anchors_and_addresses(opened):
    """Areas follow the transform of the group; a link without target is left out."""
    pdf = opened(
        Group(
            (
                Link(Rect(0, 0, 10, 5), "#rules"),
                Link(Rect(0, 10, 10, 5), "https://example.org/a(b)"),
                Link(Rect(0, 20, 10, 5), "#nowhere"),
            ),
            Affine.move(5, 5),
        ),
        Anchor("rules", Point(0, 30)),
    )
    inner, outer = pdf.pages[0].Annots
    assert mm(inner.Rect) == [5, 50, 15, 55]
    assert inner.Dest[0].objgen == pdf.pages[0].objgen
    assert str(outer.A.URI) == "https://example.org/a(b)"


def test_titled_anchors_are_the_outline(opened):
    """Chapters with their sections beneath, in the order of the pages; characters of any script are kept."""
    pdf = opened(
        Anchor("a", Point(0, 0), "Größe (一)", 0),
        Anchor("b", Point(0, 10), "Part", 1),
        Anchor("c", Point(0, 20)),
        Anchor("d", Point(0, 30), "End", 0),
    )
    with pdf.open_outline() as outline:
        assert [(item.title, [child.title for child in item.children]) for item in outline.root] == [
            ("Größe (一)", ["Part"]),
            ("End", []),
        ]


def test_a_document_has_metadata_and_page_labels(text_item):
    """Title, author, subject, language, and a label for each page."""
    pages = tuple(Page(Size(50, 50), (text_item("x"),), label=label) for label in ("1 front", "1 back"))
    data = render_pdf(Document("The Grove", pages, "Us", "duplex", "de"))
    pdf = pikepdf.open(io.BytesIO(data))
    info = pdf.docinfo
    assert [str(info[key]) for key in ("/Title", "/Author", "/Subject")] == ["The Grove", "Us", "duplex"]
    assert str(pdf.Root.Lang) == "de"
    assert [page.label for page in pdf.pages] == ["1 front", "1 back"]
    assert pdf.pdf_version == "1.7"


@pytest.mark.parametrize("rtl", [True, False])
def test_a_book_bound_on_the_right_has_that_reading_direction(text_item, rtl):
    """Viewers that show two pages side by side put the first of them on the right."""
    data = render_pdf(Document("t", (Page(Size(50, 50), (text_item("x"),)),), language="he", rtl=rtl))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert (pdf.Root.ViewerPreferences.get("/Direction") == "/R2L") is rtl


def test_the_same_document_is_the_same_bytes(document, text_item):
    """Written twice in one process."""
    made = [
        render_pdf(document(SQUARE, text_item("Verdigris"), Use(Symbol("s", Rect(0, 0, 9, 9), (SQUARE,)))))
        for _ in "ab"
    ]
    assert made[0] == made[1]


@pytest.mark.parametrize("moment", ["1700000000", "noon"])
def test_source_date_epoch_changes_nothing(document, text_item, monkeypatch, moment):
    """The metadata have a fixed date, although reportlab would use it."""
    one = document(text_item("Same"))
    before = render_pdf(one)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
    assert render_pdf(one) == before
    assert b"D:20000101000000" in before


def test_another_process_writes_the_same_bytes():
    """Hash seed, clock and memory do not matter."""
    script = (
        "import sys, hashlib; from importlib.util import find_spec; from pathlib import Path;"
        "from punchboard.fonts import Typeface; from punchboard.scene import *;"
        "from punchboard.render.pdf.writer import render_pdf;"
        "from punchboard.geometry import *;"
        "folder = Path(find_spec('font_source_serif_pro').submodule_search_locations[0]);"
        "names = ('SourceSerifPro-Regular', 'SourceSerifPro-Bold');"
        "faces = [Typeface(n, (folder / 'files' / f'{n}.ttf').read_bytes()) for n in names];"
        "items = tuple(Text(f, 4.0, '#000000', (Line(1, 9, (f.word('office'), f.word('AV'))),)) for f in faces);"
        "s = Symbol('s', Rect(0, 0, 9, 9), items);"
        "print(hashlib.sha256(render_pdf(Document('T', (Page(Size(50, 50), (Use(s), Use(s))),)))).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


@pytest.mark.slow
def test_qpdf_finds_nothing_wrong(document, text_item, need, tmp_path):
    """Every kind of object in one file."""
    symbol = Symbol("s", Rect(0, 0, 50, 50), (text_item("office"), SQUARE))
    path = tmp_path / "all.pdf"
    path.write_bytes(
        render_pdf(
            document(
                Use(symbol), Use(symbol), Picture(Rect(1, 1, 9, 9), picture("RGBA", "PNG", (1, 2, 3, 4))),
                Link(Rect(0, 0, 9, 9), "#a"), Anchor("a", Point(1, 1), "A", 0), label="x",
            )
        )
    )  # fmt: skip
    run = subprocess.run([need("qpdf"), "--check", path], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr

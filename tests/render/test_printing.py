import io

import pikepdf
import pytest
from PIL import Image as Pillow

from punchboard.geometry import Affine, Point, Rect, Size, rectangle
from punchboard.problem import ProblemsFound, Severity
from punchboard.render.colour.inks import Names
from punchboard.render.colour.separation import press_inks
from punchboard.render.pdf.writer import render_pdf
from punchboard.render.printing import Printing, ink_problems
from punchboard.scene import (
    Anchor,
    ComponentMark,
    Gradient,
    Group,
    Image,
    Link,
    Picture,
    Shadow,
    Shape,
    Stroke,
    Symbol,
    Use,
)
from punchboard.verify.pdfx import pdfx_faults

DARK = Shape(rectangle(Rect(0, 0, 50, 30)), "#050507")
RED = Shape(rectangle(Rect(10, 10, 20, 5)), "#c8402f", Stroke("#000000", 0.2))
LINKS = (Link(Rect(0, 0, 9, 9), "#there"), Anchor("there", Point(5, 5), "There"), Link(Rect(0, 0, 9, 9), "https://x.y"))


def picture(mode="RGB", colour=(200, 60, 40), form="PNG", size=(8, 6)):
    out = io.BytesIO()
    Pillow.new(mode, size, colour).save(out, form)
    return Picture(Rect(5, 5, 40, 30), Image(f"{mode}{colour}{form}".encode().hex()[:64], out.getvalue(), *size))


@pytest.fixture
def printed(press_profile, document):
    """Return a function that prints items to a PDF and opens it; it keeps the `Printing`."""

    class Printed:
        def __init__(self):
            self.printing = Printing(press_profile, Names({"#050507": "night"}, lambda _: "'art/dragon.png'"))

        def data(self, *items, standard="", limit=0):
            return self.printing.pdf("deck.pdf", document(*items), standard, limit)

        def __call__(self, *items, standard="", limit=0):
            return pikepdf.open(io.BytesIO(self.data(*items, standard=standard, limit=limit)))

        def problems(self):
            return tuple(ink_problems([self.printing.pop_ink_excesses()]))

    return Printed()


def drawn(pdf):
    return pdf.pages[0].Contents.read_bytes().decode("latin-1")


def shown(pdf):
    (image,) = [one for one in pdf.pages[0].Resources.XObject.values() if one.Subtype == "/Image"]
    return image


def test_without_profile_and_standard_a_file_is_plain_pdf(document, text_item):
    """It is the file that `render_pdf` writes, in RGB."""
    whole = document(RED, text_item("word"))
    assert Printing().pdf("deck.pdf", whole) == render_pdf(whole)


def test_everything_is_in_cmyk(printed, text_item):
    """Text, fills, lines and symbols; black text and thin lines in black only."""
    symbol = Symbol("many", Rect(0, 0, 99, 59), (RED,) * 40)
    pdf = printed(RED, text_item("word"), Use(symbol), Use(symbol, Affine.move(1, 1)))
    (form,) = pdf.pages[0].Resources.XObject.values()
    text = drawn(pdf) + form.read_bytes().decode()
    assert " rg" not in text
    assert " RG" not in text
    assert "0 0 0 1 k\nBT" in text
    assert "0 0 0 1 K" in text
    assert "/OutputIntents" not in pdf.Root


def test_drawings_are_cached_by_inks(printed, document):
    """One symbol is drawn in RGB, in CMYK and in CMYK again."""
    symbol = Symbol("many", Rect(0, 0, 99, 59), (RED,) * 40)
    before = render_pdf(document(Use(symbol)))
    first = printed.data(Use(symbol))
    assert first == printed.data(Use(symbol))
    assert render_pdf(document(Use(symbol))) == before != first


def test_pictures_are_in_cmyk(printed):
    """PNG stays exact, JPEG stays JPEG."""
    pdf = printed(picture())
    image = shown(pdf)
    assert (image.ColorSpace, image.Filter) == ("/DeviceCMYK", "/FlateDecode")
    plates = image.read_bytes()[:4]
    pdf = printed(picture(form="JPEG"))
    image = shown(pdf)
    assert (image.ColorSpace, image.Filter) == ("/DeviceCMYK", "/DCTDecode")
    decoded = Pillow.open(io.BytesIO(image.read_raw_bytes()))
    assert decoded.mode == "CMYK"
    assert max(abs(one - other) for one, other in zip(decoded.getpixel((4, 3)), plates, strict=True)) <= 4
    assert [int(value) for value in image.Decode] == [1, 0] * 4


def test_a_cmyk_picture_keeps_its_inks(printed):
    """It was separated before it was saved."""
    pdf = printed(picture("CMYK", (10, 20, 30, 40), "JPEG"))
    decoded = Pillow.open(io.BytesIO(shown(pdf).read_raw_bytes()))
    assert max(abs(one - other) for one, other in zip(decoded.getpixel((4, 3)), (10, 20, 30, 40), strict=True)) <= 2


def test_transparency_is_kept_and_blended_in_cmyk(printed):
    """Transparency becomes a soft mask; a picture with solid alpha has none."""
    pdf = printed(picture("RGBA", (200, 60, 40, 100)), standard="x-4")
    assert shown(pdf).SMask.read_bytes() == bytes([100]) * 48
    assert pdf.pages[0].Group.CS == "/DeviceCMYK"
    pdf = printed(picture("RGBA", (200, 60, 40, 255)), standard="x-4")
    assert "/SMask" not in shown(pdf)
    assert "/Group" not in pdf.pages[0]


def test_x1a_refuses_a_transparent_picture_by_name_and_place(printed):
    """The message says which picture, and on which component."""
    group = Group((picture("RGBA", (200, 60, 40, 100)),), mark=ComponentMark("ember-12", "front", Size(63.5, 88.9)))
    with pytest.raises(ProblemsFound, match=r"ALPHA001: picture 'art/dragon.png' is transparent: ember-12"):
        printed(group, standard="x-1a")


def test_a_gradient_is_written_in_the_inks_of_the_press(printed):
    """A shading in CMYK, which X-1a allows, too."""
    blend = Gradient(("#c8402f", "#ffffff"), Point(0, 0), Point(50, 0))
    pdf = printed(RED._replace(gradient=blend), standard="x-1a")
    (form,) = pdf.pages[0].Resources.XObject.values()
    shading = form.Resources.Shading.Fill
    assert (shading.ColorSpace, len(shading.Function.C0)) == ("/DeviceCMYK", 4)
    assert [float(ink) for ink in shading.Function.C1] == [0, 0, 0, 0]


def test_a_shadow_is_blended_in_cmyk_and_refused_where_nothing_may_be_transparent(printed, text_item):
    """An opaque one is printed everywhere."""
    text = text_item("word", shadow=Shadow("#000000", 0.3, 0.3, 0.4))
    pdf = printed(text, standard="x-4")
    assert pdf.pages[0].Group.CS == "/DeviceCMYK"
    for soft in (text, RED._replace(opacity=0.5)):
        with pytest.raises(ProblemsFound, match=r"ALPHA001: a shadow is transparent"):
            printed(soft, standard="x-1a")
    pdf = printed(text._replace(shadow=Shadow("#000000", 0.3, 0.3, 1)), standard="x-1a")
    assert "/Group" not in pdf.pages[0]


@pytest.mark.parametrize("standard", ["x-4", "x-1a"])
def test_files_for_a_press_follow_our_rules(printed, text_item, standard):
    """Shapes, text, pictures, a cut line, links and bookmarks: the last two are left out."""
    cut = Shape(rectangle(Rect(5, 5, 20, 20)), None, Stroke("#e6007e", 0.25, spot="CutContour"))
    data = printed.data(RED, text_item("word"), picture(), cut, *LINKS, standard=standard)
    assert list(pdfx_faults(data, standard)) == []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "/Annots" not in pdf.pages[0]
        assert "/Outlines" not in pdf.Root
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, intent.OutputConditionIdentifier, intent.Info) == ("/GTS_PDFX", "Custom", "Test press")
        assert pdf.pages[0].Resources.ColorSpace.Spot0[2] == "/DeviceCMYK"
        assert pdf.docinfo.Trapped == "/False"
        assert pdf.pdf_version == {"x-4": "1.6", "x-1a": "1.4"}[standard]


@pytest.mark.parametrize("standard", ["x-4", "x-1a", "a-2b"])
def test_the_same_document_gives_the_same_file(printed, standard):
    """Dates are fixed, the id is made from the content."""
    assert printed.data(RED, *LINKS, standard=standard) == printed.data(RED, *LINKS, standard=standard)


def test_a_file_for_archiving_keeps_its_links(printed, document):
    """PDF/A-2b is stated in the metadata; without a profile the output intent is sRGB."""
    pdf = printed(RED, *LINKS, standard="a-2b")
    assert len(pdf.pages[0].Annots) == 2
    assert "/Outlines" in pdf.Root
    assert pdf.Root.OutputIntents[0].DestOutputProfile.N == 4
    data = Printing().pdf("book.pdf", document(RED, *LINKS), "a-2b")
    with pikepdf.open(io.BytesIO(data)) as plain:
        assert plain.Root.OutputIntents[0].OutputConditionIdentifier == "sRGB"
        assert b"<pdfaid:part>2</pdfaid:part>" in plain.Root.Metadata.read_bytes()
        assert b"<dc:title>" in plain.Root.Metadata.read_bytes()


def test_a_file_for_a_press_needs_a_profile(document):
    """Without a profile there are no press inks."""
    with pytest.raises(ProblemsFound, match=r"deck.pdf: error PROFILE001: .*PDF/X-1A needs the ICC profile"):
        Printing().pdf("deck.pdf", document(RED), "x-1a")


def test_without_pillow_a_pdf_standard_is_a_problem_with_its_file(document, no_pillow):
    """It says what to do; the traceback of a missing module would not."""
    with pytest.raises(ProblemsFound, match=r"book.pdf: error PROFILE001: PDF/A-2B cannot .*without Pillow$"):
        Printing().pdf("book.pdf", document(RED), "a-2b")


def test_excess_ink_is_reported_with_colour_amount_limit_and_places(printed):
    """Without a shop the profile's separation stays, and the limit is 300 %."""
    marked = [Group((DARK,), mark=ComponentMark(f"card-{number}", "front", Size(63.5, 88.9))) for number in range(9)]
    printed(RED, DARK, *marked)
    (problem,) = printed.problems()
    assert (problem.rule, problem.severity) == ("INK001", Severity.WARNING)
    assert problem.place.file == "deck.pdf"
    assert problem.message.startswith("#050507 (night) needs 320")
    assert problem.message.endswith("more than 300 %: card-0, card-1, card-2, card-3, card-4, card-5 and 3 more")


def test_a_colour_is_reported_once_for_all_files(printed):
    """Several products may show it."""
    for _ in range(3):
        printed(DARK)
    assert len(printed.problems()) == 1


def test_ink_is_reduced_to_a_shops_limit_and_reported(printed):
    """The file has no ink above the limit; one warning lists what was reduced."""
    pdf = printed(DARK, RED, limit=240)
    levels = [float(value) for value in drawn(pdf).partition(" k")[0].split("\n")[-1].split()]
    assert 2.3 < sum(levels) <= 2.401
    (problem,) = printed.problems()
    assert (problem.rule, problem.severity) == ("INK002", Severity.WARNING)
    assert "ink was reduced to the shop's limit of 240 %: #050507 (night) 320 %" in problem.message


def test_a_picture_over_the_limit_is_reduced_pixel_by_pixel(printed):
    """Dark pixels are reduced, light ones stay; the warning has the share of pixels above the limit."""
    out = io.BytesIO()
    source = Pillow.linear_gradient("L").convert("RGB")
    source.save(out, "PNG")
    item = Picture(Rect(0, 0, 30, 30), Image("g" * 64, out.getvalue(), 256, 256))
    kept, pdf = printed(item), printed(item, limit=240)
    free, data = shown(kept).read_bytes(), shown(pdf).read_bytes()
    totals = [sum(data[at : at + 4]) for at in range(0, len(data), 4)]
    before = [sum(free[at : at + 4]) for at in range(0, len(free), 4)]
    assert max(before) > 800
    assert max(totals) <= 240 * 2.55
    assert all(one == other for one, other in zip(before, totals, strict=True) if one <= 612)
    messages = [problem.message for problem in printed.problems()]
    assert messages[0].startswith("picture 'art/dragon.png' needs up to 33")
    assert "of its pixels need more than 300 %: page 1" in messages[0]
    assert "ink was reduced to the shop's limit of 240 %: picture 'art/dragon.png'" in messages[1]


def test_a_damaged_picture_is_a_problem(printed):
    """Its header is intact, but its data are cut short."""
    broken = picture(size=(90, 90))
    image = broken.image._replace(data=broken.image.data[:70], digest="b" * 64)
    with pytest.raises(ProblemsFound, match="PICT001"):
        printed(broken._replace(image=image))


def test_pictures_and_shapes_of_one_colour_have_the_same_inks(printed, press_profile):
    """A picture of one colour and a shape of it have the same plates."""
    pdf = printed(picture())
    plates = press_inks(press_profile).area_ink("#c83c28").plates
    assert tuple(shown(pdf).read_bytes()[:4]) == plates

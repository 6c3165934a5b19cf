"""Targets that open files of other programs: drawings, icon sets, pictures, press profiles, fonts, PDF."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from functools import cache

import pikepdf
from loaders import text_of
from PIL import Image, ImageCms
from world import FOLDER, STOCK, WORKSPACE, composer, files, put, tiny_game

from punchboard.geometry import IDENTITY, Point, Rect, Size, path_from_svg, path_to_svg
from punchboard.load.font_files import open_typeface
from punchboard.load.game_pictures import read_picture
from punchboard.load.icons.icons import icon_from_svg
from punchboard.load.icons.sets import IconSets, mapping_in
from punchboard.load.icons.style_sheet import style_rules
from punchboard.load.layout_files import game_search_path
from punchboard.load.printers import profile as read_profile
from punchboard.model.layout.icon_set import UnknownIconError
from punchboard.model.printing.expected_pdf import ANY_PDF, ExpectedPart, ExpectedPdf
from punchboard.problem import Place
from punchboard.render.colour.icc_profile import Press, profile_description
from punchboard.render.pdf.font import FontUse, GlyphCodes, subset_font
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import ComponentMark, Document, Group, Page, Picture, Use
from punchboard.verify import prove
from punchboard.verify.objects import parse_object
from punchboard.verify.page_reader import placed_items


def icon(data: bytes) -> None:
    """Read an icon from an SVG file, and write its outline."""
    path_to_svg(icon_from_svg(text_of(data), Place("input.svg")))


def style_sheet(data: bytes) -> None:
    """Read the style sheet of an SVG file."""
    style_rules([text_of(data)])


def path(data: bytes) -> None:
    """Read SVG path data and write them again."""
    outline = path_from_svg(text_of(data))
    path_from_svg(path_to_svg(outline.placed(IDENTITY)))


def icon_set(data: bytes) -> None:
    """Open an icon set, and draw its first icons."""
    put("layouts/icons/set.json", data)
    sets = IconSets(game_search_path("tiny", WORKSPACE, STOCK))
    for prefix in sets:
        for name in list(sets.icon_names(prefix))[:4]:
            try:
                path_to_svg(sets.outline(prefix, name))
            except UnknownIconError as error:
                str(error)
        assert sets[prefix].name
    mapping_in({}, "icons")


def picture(data: bytes) -> None:
    """Read the size of a picture from its first bytes."""
    put("art/a.png", data)
    found = read_picture(FOLDER, "art/a.png", Place("game.yaml"))
    assert found.width > 0 < found.height


def printed_picture(data: bytes) -> None:
    """Print a picture whose header is valid."""
    put("art/a.png", data)
    image = read_picture(FOLDER, "art/a.png", Place("game.yaml"))
    if image.width * image.height < 1_000_000:
        size = Size(20, 20)
        render_pdf(Document("input", (Page(size, (Picture(Rect(0, 0, 20, 20), image),)),)))


def profile(data: bytes) -> None:
    """Open a press profile, and separate colours with it."""
    found = read_profile(put("press.icc", data))
    press = Press(found)
    press.lightness(press.separate_colours([(0, 0, 0), (255, 128, 3)]))
    profile_description(found)


def font(data: bytes) -> None:
    """Open a font file, shape words with it, draw its glyphs and subset it."""
    face = open_typeface(put("font.ttf", data), ())
    for text, features in (("Affix", ""), ("\u0627\u0644", "direction=rtl script=Arab"), ("Qu", "smcp -liga")):
        word = face.word(text, features)
        for glyph in word.glyphs[:4]:
            face.outline(glyph)
            face.natural_advance(glyph)
    assert face.upem > 0
    assert [face.ascent, face.descent, face.weight, face.cap_height, face.x_height, face.extents(), face.space]
    face.supports("smcp")
    with suppress(RuntimeError):
        face.web_subset("Affix")
    use = FontUse(face)
    use.word(face.word("Affix"))
    assert subset_font([GlyphCodes(face, use.pairs)])


@cache
def sheet_data() -> bytes:
    """Return a finished sheet of two cards."""
    card, size = tiny_game().game.components[0], Size(63.5, 88.9)
    sides = {"front": composer().front_face(card), "back": composer().back_face(card)}
    items = tuple(Group((Use(face.symbol),), mark=ComponentMark("alder", side, size)) for side, face in sides.items())
    return render_pdf(Document("sheet", (Page(Size(210, 297), items),)))


@cache
def proof_seeds() -> tuple[bytes, ...]:
    """Return that sheet as written, uncompressed, and with object streams."""
    return sheet_data(), _repacked("disable"), _repacked("generate")


def _repacked(mode: str) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(sheet_data())) as file:
        decoded = pikepdf.StreamDecodeLevel.generalized
        streams = pikepdf.ObjectStreamMode[mode]
        file.save(out, object_stream_mode=streams, compress_streams=False, stream_decode_level=decoded)
    return out.getvalue()


def proof(data: bytes) -> None:
    """Read a finished PDF back, and compare it with expectations."""
    expected = ExpectedPdf(Size(210, 297), pages=1, parts={"alder": ExpectedPart(Size(63.5, 88.9), 1, 1)})
    for one in (ANY_PDF, expected):
        prove("input.pdf", data, one)


def pdf_object(data: bytes) -> None:
    """Read one object of a PDF."""
    value, end = parse_object(data, 0)
    assert end <= len(data)
    str(value)


def pdf_content(data: bytes) -> None:
    """Read what the operators of a page draw."""
    for one in placed_items(data, IDENTITY):
        one.place.apply(Point(1, 1))


@cache
def png_seeds() -> tuple[bytes, ...]:
    """Return small pictures of every mode that programs save."""
    found = []
    for mode, form in (("1", "PNG"), ("L", "PNG"), ("P", "PNG"), ("RGB", "PNG"), ("RGBA", "PNG"), ("I;16", "PNG")):
        found.append(_saved(Image.new(mode, (4, 3)), form))
    for mode in ("L", "RGB", "CMYK"):
        found += [_saved(Image.new(mode, (8, 8)), "JPEG"), _saved(Image.new(mode, (8, 8)), "JPEG", progressive=True)]
    return tuple(found)


def _saved(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


@cache
def icc_seeds() -> tuple[bytes, ...]:
    """Return generated profiles; one claims to be for a press, but has no tables for it."""
    srgb = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    press = bytes(srgb[:12] + b"prtrCMYKLab " + srgb[24:])
    return (press, bytes(srgb), *_system_profiles())


def _system_profiles() -> tuple[bytes, ...]:
    from pathlib import Path

    found = [path for folder in _PROFILES for path in sorted(Path(folder).rglob("*cmyk*.icc"))]
    return tuple(path.read_bytes() for path in found[:1])


_PROFILES = ("/usr/share/color/icc", "/usr/share/ghostscript")


@cache
def font_seeds() -> tuple[bytes, ...]:
    """Return subsets of fonts that are small enough to change and read quickly, and a whole font."""
    family = composer().tools.styles.get("body").family
    faces = {id(face): face for cut in family.cuts.values() for face in cut}
    return tuple(face.web_subset("Affix \u0627\u0644Qu") for face in faces.values())


def path_seeds() -> tuple[bytes, ...]:
    """Return the path data of all icons, and of arcs."""
    found = [part for data in files("layouts/icons/*.svg") for part in data.split(b'"') if part[:1] in (b"M", b"m")]
    return (*found, b"M0 0a5 5 0 1 1 9 9A1e9 2 30 0 0 3 4z", b"m1-1.5.5q1 2 3 4t5 6s7 8 9 1")


STYLES = (".a, #b{fill:#fff;stroke:none}", "path.a.b{fill:red !important}", "fill: none; stroke-width: 2px")

SETS = (
    json.dumps(
        {
            "prefix": "set",
            "icons": {
                "a": {"body": '<path d="M0 0h9v9z"/>'},
                "b": {"body": '<g fill="currentColor"><circle cx="8" cy="8" r="7"/></g>', "width": 24},
            },
            "aliases": {"c": {"parent": "a", "rotate": 1, "hFlip": True}},
            "width": 16,
            "height": 16,
            "info": {"name": "Set", "author": {"name": "N", "url": "https://a.b"}, "license": {"title": "MIT"}},
        }
    ),
)

OBJECTS = (
    "<< /Type /Page /MediaBox [0 0 210 297] /Kids [1 0 R 2 0 R] /A (a\\(b) /B <48656C6C6F> /C true >>",
    "[1 -2.5 .5 /Na#20me null (nested (string)) << /D [[]] >>]",
)

CONTENTS = (
    "q\n1 0 0 1 10 20 cm\n/Component <</Id (alder)/Side /front/Trim [63.5 88.9]>> BDC\n(a) Tj\nEMC\nQ\n",
    "q 0 1 -1 0 5 5 cm /F1 Do Q\n/Span <</Lang (en)>> BDC q Q EMC % note\n",
)

"""A font file as TrueType, whatever it was: .ttf, .otf, .woff, .woff2; with its name, licence and scripts."""

import io
import logging
import re
import struct
import zlib
from typing import Final, NamedTuple

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, TTLibError, newTable

from punchboard.fonts import Typeface
from punchboard.fonts.script_table import SCRIPTS, Script
from punchboard.problem import Place, fail

RULE: Final = "FONT001"

SUFFIXES: Final = (".ttf", ".otf", ".woff", ".woff2")

_DAMAGE: Final = (
    *(TTLibError, ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError, RecursionError),
    *(TypeError, ValueError, struct.error, zlib.error),
)
"""What fontTools raises on damaged fonts."""

_RESTRICTED: Final = 0x0002
"""The bit of ``OS/2.fsType`` that forbids embedding in documents."""

_ERROR: Final = 0.001
"""How far, in em, an outline may move when its cubic curves become quadratic: less than anybody can see in print."""

logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # what it notes about odd fonts is not for our users


class FontFile(NamedTuple):
    """A font as TrueType, with what its name table says."""

    data: bytes
    name: str
    weight: int
    copyright: str
    licence: str
    scripts: tuple[Script, ...]
    has_latin: bool
    converted: bool
    """Whether its outlines were changed from the cubic ones of .otf files."""


def read_font(data: bytes, file: str) -> FontFile:
    """Return a font file as TrueType.

    Args:
        data: the bytes of the file.
        file: its name, for messages.

    Raises:
        ProblemsFound: FONT001 when it is damaged, no font, or may not be embedded.
    """
    place, hint = Place(file), "download the font again; it is a .ttf, .otf, .woff or .woff2 file"
    try:
        font = TTFont(io.BytesIO(data), lazy=False)
        converted = "glyf" not in font
        if "fvar" in font and converted:
            hint = "use its .ttf, or a file with one weight"
            raise fail(RULE, place, "a variable font with the outlines of .otf files cannot be used", hint)
        if converted:
            _make_quadratic(font)
        restricted = "OS/2" in font and font["OS/2"].fsType & 0x000F == _RESTRICTED
        font.flavor = None
        saved = io.BytesIO()
        font.save(saved)
        name = _name(font, 16) or _name(font, 1) or file
        face = Typeface(name, saved.getvalue())
    except ImportError as error:
        raise fail(RULE, place, ".woff2 needs a package that is not installed", "use .woff, .ttf or .otf") from error
    except _DAMAGE as error:
        raise fail(RULE, place, "not a font that can be read, or a damaged one", hint) from error
    if restricted:
        hint = "ask its makers for a licence, or use a free font: punchboard fonts find"
        raise fail(RULE, place, f"{name} forbids to be embedded in documents", hint)
    scripts = tuple(script for script in SCRIPTS if face.has_glyph(script.letter))
    licence = _name(font, 13) or _name(font, 14)
    weight = round(face.weight)
    return FontFile(
        saved.getvalue(), name, weight, _name(font, 0), licence, scripts, face.has_glyph("x"), converted=converted
    )


def _name(font: TTFont, number: int) -> str:
    """Return an entry of the name table on one line; empty when there is none."""
    found = font["name"].getDebugName(number) if "name" in font else None
    return re.sub(r"\s+", " ", found or "").strip()


def _make_quadratic(font: TTFont) -> None:
    """Replace the cubic outlines of a font by the quadratic ones of TrueType."""
    order, glyphs, most = font.getGlyphOrder(), font.getGlyphSet(), _ERROR * font["head"].unitsPerEm
    glyf, loca, maxp = newTable("glyf"), newTable("loca"), newTable("maxp")
    glyf.glyphOrder, glyf.glyphs = order, {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        glyf.glyphs[name] = pen.glyph()
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font["loca"], font["glyf"], font["maxp"] = loca, glyf, maxp
    maxp.tableVersion, maxp.numGlyphs = 0x00010000, len(order)
    zeros = "maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs maxStackElements maxSizeOfInstructions"
    for field in zeros.split():
        setattr(maxp, field, 0)
    maxp.maxZones, maxp.maxComponentElements = 1, 0
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"

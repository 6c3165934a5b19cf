"""Fonts of a few square letters, in the formats that designers bring."""

from __future__ import annotations

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

DEVANAGARI = "कखगचतदनपबमयरलवसह"
OFL = {"copyright": "Copyright the makers", "licenseDescription": "SIL Open Font License 1.1"}


def small_font(letters=DEVANAGARI, *, weight=400, height=600, form="ttf", fs_type=0, **names):
    """Return a font whose letters are squares of a height, in thousandths of an em; ``form`` is ttf, otf or woff."""
    builder = FontBuilder(1000, isTTF=form != "otf")
    named = {f"u{ord(letter):04x}": letter for letter in letters}
    order = [".notdef", *named]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(letter): name for name, letter in named.items()})
    if form == "otf":
        drawn = {name: _square(T2CharStringPen(600, None), height).getCharString() for name in order}
        builder.setupCFF("Square", {"FullName": "Square"}, drawn, {})
    else:
        builder.setupGlyf({name: _square(TTGlyphPen(None), height).glyph() for name in order})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (600, 50)))
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": "Square Letters", "styleName": "Regular", **(names or OFL)})
    builder.setupOS2(usWeightClass=weight, fsType=fs_type)
    builder.setupPost()
    saved = io.BytesIO()
    builder.font.flavor = "woff" if form == "woff" else None
    builder.save(saved)
    return saved.getvalue()


def _square(pen, height):
    pen.moveTo((50, 0))
    for point in ((50, height), (550, height), (550, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen

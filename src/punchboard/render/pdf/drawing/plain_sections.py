"""Serialisation of drawn sections, for other processes and for temporary files: numbers, strings, bytes, lists of them.

The caller gives functions that replace typefaces and pictures by keys, and that find them again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from punchboard.fonts import Typeface
from punchboard.geometry import Point, Rect, Size
from punchboard.render.pdf.drawing.fragments import DrawnForm
from punchboard.render.pdf.drawing.sections import DrawnPage, Section
from punchboard.render.pdf.font import GlyphCodes
from punchboard.render.pdf.tags.marked_content import Parts
from punchboard.scene import Anchor, Element, Image, Link


class PlainSection(NamedTuple):
    """A section as plain values."""

    pages: Sequence[Sequence[Any]]
    fonts: Mapping[str, Sequence[Any]]
    forms: Mapping[str, Sequence[Any]]
    spots: Mapping[str, str]


def to_plain(section: Section, typeface: Callable[[Typeface], Any], image: Callable[[Image], Any]) -> PlainSection:
    """Return a section as plain values.

    Args:
        section: the drawn section.
        typeface: returns the key of a typeface.
        image: returns the key of a picture.
    """
    named = section.resources
    return PlainSection(
        tuple((*page[:-2], tuple(map(image, page.images)), dict(page.codes)) for page in section.pages),
        {
            name: (typeface(codes.face), [(code, *pair) for code, pair in codes.pairs.items()])
            for name, codes in named.fonts.items()
        },
        dict(named.forms),
        dict(named.spots),
    )


def from_plain(plain: Sequence[Any], typeface: Callable[[Any], Typeface], image: Callable[[Any], Image]) -> Section:
    """Return the section that `to_plain` made plain.

    Args:
        plain: the plain values.
        typeface: returns the typeface of a key.
        image: returns the picture of a key.

    Raises:
        AttributeError, LookupError, TypeError, ValueError: when the values are malformed, or a typeface or picture is
            unknown.
    """
    pages, fonts, forms, spots = plain
    return Section(
        tuple(_page(values, image) for values in pages),
        {
            name: GlyphCodes(typeface(key), {code: (glyph, source) for code, glyph, source in pairs})
            for name, (key, pairs) in fonts.items()
        },
        {name: DrawnForm(Rect(*bounds), content, bool(names)) for name, (bounds, content, names) in forms.items()},
        dict(spots),
    )


def _parts(elements: Sequence[Any]) -> Parts:
    return tuple(Element(*values) for values in elements)


def _page(values: Sequence[Any], image: Callable[[Any], Image]) -> DrawnPage:
    size, label, trim, bleed, links, anchors, marks, content, signature, forms, images, codes = values
    return DrawnPage(
        Size(*size),
        label,
        Rect(*trim),
        Rect(*bleed),
        tuple((Link(Rect(*area), target), _parts(parts)) for (area, target), parts in links),
        tuple(Anchor(name, Point(*at), title, level) for name, at, title, level in anchors),
        tuple(map(_parts, marks)),
        content,
        signature,
        tuple(forms),
        tuple(map(image, images)),
        {name: tuple(shown) for name, shown in codes.items()},
    )

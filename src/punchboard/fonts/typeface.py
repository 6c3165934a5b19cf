"""One font file, shaped by HarfBuzz: every distinct word is shaped once and kept."""

from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

import uharfbuzz as hb

from punchboard.geometry import Affine, Outline, Segment

_NOT_FOR_PRINT: Final = (b"GSUB", b"GPOS", b"GDEF", b"DSIG", b"STAT", b"name", b"OS/2", b"gasp", b"cmap", b"post")
"""Tables that glyphs placed by number do not need."""


MAX_CACHED_WORDS: Final = 1 << 14
"""Words of a face that are kept in one manner: more than a language's games have, but cards may be numbered."""


class Word(NamedTuple):
    """A shaped run without spaces, its glyphs from left to right.

    ``glyphs`` are glyph numbers of the face, ``advances`` their shaped widths in font units (kerning included),
    ``sources`` the text that each glyph stands for (empty where there are more glyphs than characters), ``width`` the
    sum in em, ``offsets`` how far each glyph is moved right and up from its place, in font units; nothing when none is.
    """

    text: str
    glyphs: tuple[int, ...]
    advances: tuple[int, ...]
    sources: tuple[str, ...]
    width: float
    offsets: tuple[tuple[int, int], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the face has a glyph for every character."""
        return 0 not in self.glyphs


class Typeface:
    """A font file in memory with its measures; faces are compared by identity.

    Args:
        name: PostScript-like name, for messages and PDF.
        data: the bytes of a TrueType file with ``glyf`` outlines.
        axes: values for the axes of a variable font (``wght: 700``); the other axes keep their defaults.

    Raises:
        ValueError: when the bytes are no TrueType font, or a damaged one, or the font has no such axis.
    """

    def __init__(self, name: str, data: bytes, axes: Mapping[str, float] = MappingProxyType({})) -> None:
        self.name = name
        self._data, self._axes = data, axes
        try:
            self._face = _instance(hb.Face(data), axes)
            self._features = frozenset(self._face.get_language_feature_tags("GSUB"))
        except UnicodeDecodeError as error:
            raise ValueError(f"{name!r} is damaged: a tag in it is no text") from error
        if not self._face.glyph_count or "glyf" not in self._face.table_tags:
            raise ValueError(f"{name!r} is not a TrueType font with glyf outlines")
        self._font = hb.Font(self._face)
        self.upem: int = self._face.upem
        self._words: dict[tuple[str, str], Word] = {}

    def __repr__(self) -> str:
        """Return the name, for golden texts and messages."""
        return f"Typeface({self.name})"

    @cached_property
    def digest(self) -> str:
        """The hash of the font and of what it is fixed at."""
        whole = blake2b(self._data, digest_size=16)
        whole.update(repr((self.name, sorted(self._axes.items()))).encode())
        return whole.hexdigest()

    def word(self, text: str, features: str = "") -> Word:
        """Return the shaped word.

        ``features`` are OpenType tags with spaces between, ``-`` before one turns it off. Among them may stand how the
        text is to be read where that is not plain from the text: ``language=tr``, ``direction=rtl``, ``script=Arab``.
        """
        key = (text, features)
        found = self._words.get(key)
        if found is None:
            if len(self._words) >= MAX_CACHED_WORDS:
                self._words.clear()
            found = self._words[key] = self._shape(text, features)
        return found

    def _shape(self, text: str, features: str) -> Word:
        buffer = hb.Buffer()
        buffer.add_str(text)
        if "=" in features:
            features = _told(buffer, features)
        buffer.guess_segment_properties()  # of what has not been told
        hb.shape(self._font, buffer, {tag.lstrip("-"): not tag.startswith("-") for tag in features.split()})
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        glyphs = tuple([info.codepoint for info in infos])
        advances = tuple([position.x_advance for position in positions])
        clusters = [info.cluster for info in infos]
        moved = any(position.x_offset or position.y_offset for position in positions)
        offsets = tuple([(position.x_offset, position.y_offset) for position in positions]) if moved else ()
        return Word(text, glyphs, advances, _sources(text, clusters), sum(advances) / self.upem, offsets)

    @cached_property
    def space(self) -> Word:
        """The word space: one blank glyph."""
        return self.word(" ")

    @cached_property
    def ascent(self) -> float:
        """Height of the face above the baseline, in em."""
        return float(self._font.get_font_extents("ltr").ascender) / self.upem

    @cached_property
    def descent(self) -> float:
        """Depth of the face below the baseline, in em, positive."""
        return -float(self._font.get_font_extents("ltr").descender) / self.upem

    @cached_property
    def weight(self) -> float:
        """How heavy the face is, from 1 to 1000: 400 is regular, 700 bold."""
        return float(self._font.get_style_value(hb.StyleTag.WEIGHT))

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital H, in em."""
        return self._top("H")

    @cached_property
    def x_height(self) -> float:
        """Height of a small x, in em."""
        return self._top("x")

    def _top(self, character: str) -> float:
        extents = self._font.get_glyph_extents(self.word(character).glyphs[0])
        return float(extents.y_bearing) / self.upem if extents else 0.7

    def has_glyph(self, character: str) -> bool:
        """Tell whether the face has a glyph for the character."""
        return bool(self.glyph(character))

    def glyph(self, character: str) -> int | None:
        """Return the plain glyph of a character; None, or 0, when the face has none."""
        found: int | None = self._font.get_nominal_glyph(ord(character))
        return found

    def supports(self, feature: str) -> bool:
        """Tell whether the face has an OpenType feature such as ``smcp``."""
        return feature in self._features

    def natural_advance(self, glyph: int) -> int:
        """Return a glyph's own width in font units, without kerning."""
        return int(self._font.get_glyph_h_advance(glyph))

    def extents(self) -> tuple[int, int]:
        """Return ascender and descender in font units, the descender negative."""
        extents = self._font.get_font_extents("ltr")
        return extents.ascender, extents.descender

    def outline(self, glyph: int) -> Outline:
        """Return a glyph's outline in font units, y downwards."""
        found = self._outlines.get(glyph)
        if found is None:
            pen = _OutlinePen()
            self._font.draw_glyph_with_pen(glyph, pen)
            found = self._outlines[glyph] = Outline(tuple(pen.segments)).placed(Affine.scale(1, -1))
        return found

    @cached_property
    def _outlines(self) -> dict[int, Outline]:
        return {}

    def subset(self, glyphs: tuple[int, ...]) -> tuple[bytes, dict[int, int]]:
        """Return a TrueType file with these glyphs alone, and where each old glyph number went.

        Raises:
            RuntimeError: when the font is damaged.
        """
        wanted = hb.SubsetInput()
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update(glyphs)
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(int.from_bytes(tag, "big") for tag in _NOT_FOR_PRINT)
        wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        plan = hb.SubsetPlan(self._face, wanted)
        face = plan.execute()
        return bytes(face.blob.data), dict(plan.old_to_new_glyph_mapping)

    def web_subset(self, text: str) -> bytes:
        """Return a TrueType file with what the characters of a text need, for a browser to set it in.

        Raises:
            RuntimeError: when the font is damaged.
        """
        wanted = hb.SubsetInput()
        wanted.sets(hb.SubsetInputSets.UNICODE).update(map(ord, text))
        wanted.flags = hb.SubsetFlags.NO_HINTING
        return bytes(hb.SubsetPlan(self._face, wanted).execute().blob.data)


def damaged_font_message(name: str) -> tuple[str, str]:
    """Return what to say, and to do, of a font whose glyphs cannot be taken out of it."""
    return f"the font {name!r} is damaged: its glyphs cannot be put into a file", "get the font file anew"


def _instance(face: hb.Face, axes: Mapping[str, float]) -> hb.Face:
    """Return a variable font fixed at the axes' values; HarfBuzz does in milliseconds what takes fontTools seconds."""
    if "fvar" not in face.table_tags:
        return face
    known = {axis.tag for axis in face.axis_infos}
    for tag in axes:
        if tag not in known:
            raise ValueError(f"the font has no axis {tag!r}, it has {', '.join(sorted(known))}")
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.pin_all_axes_to_default(face)
    for tag, value in axes.items():
        wanted.pin_axis_location(face, tag, value)
    return hb.SubsetPlan(face, wanted).execute()


def _told(buffer: hb.Buffer, features: str) -> str:
    """Give a buffer the language, direction and script that stand among features; return the others."""
    tags = []
    for part in features.split():
        name, told, value = part.partition("=")
        if told:
            setattr(buffer, name, value)
        else:
            tags.append(part)
    return " ".join(tags)


def _sources(text: str, clusters: list[int]) -> tuple[str, ...]:
    """Share the text of each cluster out to its glyphs, one character to each and what is over to the last.

    Clusters ascend or, from right to left, descend; so do the characters within one.
    """
    if clusters == list(range(len(text))):
        return tuple(text)
    bounds = [*sorted(set(clusters)), len(text)]
    ends = dict(pairwise(bounds))
    sources: list[str] = []
    for cluster, glyphs in groupby(clusters):
        many = len(list(glyphs))
        part = text[cluster : ends[cluster]]
        shares = [part] if many == 1 else [*(part[at : at + 1] for at in range(many - 1)), part[many - 1 :]]
        sources += reversed(shares) if clusters[0] > clusters[-1] else shares
    return tuple(sources)


class _OutlinePen:
    """The pen protocol that HarfBuzz draws into; quadratic curves become cubic."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:
        self.segments.append(("M", _whole(point)))
        self._at = point

    def lineTo(self, point: tuple[float, float]) -> None:
        self.segments.append(("L", _whole(point)))
        self._at = point

    def curveTo(self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]) -> None:
        self.segments.append(("C", (*_whole(first), *_whole(second), *_whole(end))))
        self._at = end

    def qCurveTo(self, control: tuple[float, float], end: tuple[float, float]) -> None:
        (x0, y0), (cx, cy), (x1, y1) = self._at, control, end
        first = (x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0))
        second = (x1 + 2 / 3 * (cx - x1), y1 + 2 / 3 * (cy - y1))
        self.curveTo(first, second, end)

    def closePath(self) -> None:
        self.segments.append(("Z", ()))

    def endPath(self) -> None:
        """Open contours need no mark."""


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    """Return a point in whole font units: fractions come of cubics and of fixed axes, and no eye sees them."""
    return round(point[0]), round(point[1])

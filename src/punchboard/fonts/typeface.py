"""A font file shaped by HarfBuzz, with a cache of shaped words, and its drawings at another size."""

import struct
from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import blake2b
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

import uharfbuzz as hb

from punchboard.geometry import Affine, Outline, Segment

_DROPPED_TABLES: Final = (b"GSUB", b"GPOS", b"GDEF", b"DSIG", b"STAT", b"name", b"OS/2", b"gasp", b"cmap", b"post")
"""Font tables that are not needed where glyphs are placed by number."""


MAX_CACHED_WORDS: Final = 1 << 14
"""Most words in one cache of a typeface. A game's vocabulary is smaller, but cards may be numbered."""


class Word(NamedTuple):
    """A shaped run without spaces, its glyphs from left to right.

    ``glyphs`` are glyph numbers of the typeface, ``advances`` their shaped widths in font units (kerning included),
    ``sources`` the text that each glyph stands for (empty where there are more glyphs than characters), ``width`` the
    sum in em. ``offsets`` are how far each glyph is moved right and up, in font units; empty when no glyph is moved.
    """

    text: str
    glyphs: tuple[int, ...]
    advances: tuple[int, ...]
    sources: tuple[str, ...]
    width: float
    offsets: tuple[tuple[int, int], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the typeface has a glyph for every character."""
        return 0 not in self.glyphs


class Typeface:
    """A font file in memory, with its measurements. Typefaces are compared by identity.

    Args:
        name: PostScript-like name, for messages and PDF.
        data: the bytes of a TrueType file with ``glyf`` outlines.
        axes: values for the axes of a variable font (``wght: 700``); the other axes keep their defaults.

    Raises:
        ValueError: when the bytes are not a TrueType font, the font is damaged, or it lacks one of the axes.
    """

    def __init__(self, name: str, data: bytes, axes: Mapping[str, float] = MappingProxyType({})) -> None:
        self.name = name
        self._data, self._axes = data, axes
        try:
            self._face = _instance(hb.Face(data), axes)
            self._features = frozenset(self._face.get_language_feature_tags("GSUB"))
        except UnicodeDecodeError as error:
            raise ValueError(f"font {name!r} is damaged: it contains a tag that is not text") from error
        if not self._face.glyph_count or "glyf" not in self._face.table_tags:
            raise ValueError(f"{name!r} is not a TrueType font with glyf outlines")
        self._font = hb.Font(self._face)
        self.upem: int = self._face.upem
        self._words: dict[tuple[str, str], Word] = {}

    def __repr__(self) -> str:
        """Return the name, for test snapshots and messages."""
        return f"Typeface({self.name})"

    @property
    def file(self) -> tuple[bytes, Mapping[str, float]]:
        """The bytes of the font file, and the values of its axes."""
        return self._data, self._axes

    @cached_property
    def digest(self) -> str:
        """The hash of the font file, its name and its axis values."""
        whole = blake2b(self._data, digest_size=16)
        whole.update(repr((self.name, sorted(self._axes.items()))).encode())
        return whole.hexdigest()

    def word(self, text: str, features: str = "") -> Word:
        """Return the shaped word.

        ``features`` are OpenType tags separated by spaces; a leading ``-`` turns one off. They may include settings
        that HarfBuzz cannot guess from the text: ``language=tr``, ``direction=rtl``, ``script=Arab``.
        """
        key = (text, features)
        word = self._words.get(key)
        if word is None:
            if len(self._words) >= MAX_CACHED_WORDS:
                self._words.clear()
            word = self._words[key] = self._shape(text, features)
        return word

    def _shape(self, text: str, features: str) -> Word:
        buffer = hb.Buffer()
        buffer.add_str(text)
        if "=" in features:
            features = _set_segment_properties(buffer, features)
        buffer.guess_segment_properties()  # only those not set yet
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
        """Height of the typeface above the baseline, in em."""
        return float(self._font.get_font_extents("ltr").ascender) / self.upem

    @cached_property
    def descent(self) -> float:
        """Depth of the typeface below the baseline, in em, positive."""
        return -float(self._font.get_font_extents("ltr").descender) / self.upem

    @cached_property
    def weight(self) -> float:
        """Weight of the typeface, from 1 to 1000: 400 is regular, 700 bold."""
        return float(self._font.get_style_value(hb.StyleTag.WEIGHT))

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital H, in em."""
        return self.height_of("H")

    @cached_property
    def x_height(self) -> float:
        """Height of a lower-case x, in em."""
        return self.height_of("x")

    def height_of(self, character: str) -> float:
        """Return the height of a character above the baseline, in em."""
        extents = self._font.get_glyph_extents(self.word(character).glyphs[0])
        return float(extents.y_bearing) / self.upem if extents else 0.7

    def has_glyph(self, character: str) -> bool:
        """Return whether the typeface has a glyph for the character."""
        return bool(self.glyph(character))

    def glyph(self, character: str) -> int | None:
        """Return the number of a character's unshaped glyph; None or 0 when the typeface has none."""
        number: int | None = self._font.get_nominal_glyph(ord(character))
        return number

    def supports(self, feature: str) -> bool:
        """Return whether the typeface has an OpenType feature, such as ``smcp``."""
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
        outline = self._outlines.get(glyph)
        if outline is None:
            pen = _OutlinePen()
            self._font.draw_glyph_with_pen(glyph, pen)
            outline = self._outlines[glyph] = Outline(tuple(pen.segments)).placed(Affine.scale(1, -1))
        return outline

    @cached_property
    def _outlines(self) -> dict[int, Outline]:
        return {}

    def subset(self, glyphs: tuple[int, ...]) -> tuple[bytes, dict[int, int]]:
        """Return a TrueType file with only these glyphs, and the new number of each old glyph number.

        Raises:
            RuntimeError: when the font is damaged.
        """
        options = hb.SubsetInput()
        options.sets(hb.SubsetInputSets.GLYPH_INDEX).update(glyphs)
        options.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(int.from_bytes(tag, "big") for tag in _DROPPED_TABLES)
        options.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        plan = hb.SubsetPlan(self._face, options)
        face = plan.execute()
        return bytes(face.blob.data), dict(plan.old_to_new_glyph_mapping)

    def web_subset(self, text: str, features: Iterable[str] = ()) -> bytes:
        """Return a TrueType file with all that a browser needs to show the characters of a text.

        Args:
            text: the characters.
            features: the OpenType features to keep beside those that are always on, such as ``smcp``.

        Raises:
            RuntimeError: when the font is damaged.
        """
        options = hb.SubsetInput()
        options.sets(hb.SubsetInputSets.UNICODE).update(map(ord, text))
        tags = (int.from_bytes(feature.encode(), "big") for feature in features)
        options.sets(hb.SubsetInputSets.LAYOUT_FEATURE_TAG).update(tags)
        options.flags = hb.SubsetFlags.NO_HINTING
        return bytes(hb.SubsetPlan(self._face, options).execute().blob.data)


def damaged_font_message(name: str) -> tuple[str, str]:
    """Return the message and the hint for a font whose glyphs cannot be extracted."""
    return f"font {name!r} is damaged: its glyphs cannot be embedded", "download or install the font file again"


def _instance(face: hb.Face, axes: Mapping[str, float]) -> hb.Face:
    """Return a variable font fixed at the axes' values. HarfBuzz needs milliseconds for it, fontTools seconds."""
    if "fvar" not in face.table_tags:
        return face
    known = {axis.tag for axis in face.axis_infos}
    for tag in axes:
        if tag not in known:
            raise ValueError(f"the font has no axis {tag!r}; its axes are {', '.join(sorted(known))}")
    options = hb.SubsetInput()
    options.keep_everything()
    options.pin_all_axes_to_default(face)
    for tag, value in axes.items():
        options.pin_axis_location(face, tag, value)
    return hb.SubsetPlan(face, options).execute()


def _set_segment_properties(buffer: hb.Buffer, features: str) -> str:
    """Set the language, direction and script that ``features`` names on a buffer, and return the other features."""
    tags = []
    for part in features.split():
        name, equals, value = part.partition("=")
        if equals:
            setattr(buffer, name, value)
        else:
            tags.append(part)
    return " ".join(tags)


def _sources(text: str, clusters: list[int]) -> tuple[str, ...]:
    """Return the text of each glyph: one character of its cluster, and the rest of the cluster for its last glyph.

    Clusters ascend, or descend in text from right to left. So do the characters within one.
    """
    if clusters == list(range(len(text))):
        return tuple(text)
    bounds = [*sorted(set(clusters)), len(text)]
    ends = dict(pairwise(bounds))
    sources: list[str] = []
    for cluster, glyphs in groupby(clusters):
        count = len(list(glyphs))
        part = text[cluster : ends[cluster]]
        shares = [part] if count == 1 else [*(part[at : at + 1] for at in range(count - 1)), part[count - 1 :]]
        sources += reversed(shares) if clusters[0] > clusters[-1] else shares
    return tuple(sources)


class _OutlinePen:
    """A pen that HarfBuzz draws an outline with. Quadratic curves become cubic."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - names are the pen protocol's
        self.segments.append(("M", _rounded(point)))
        self._at = point

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", _rounded(point)))
        self._at = point

    def curveTo(self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("C", (*_rounded(first), *_rounded(second), *_rounded(end))))
        self._at = end

    def qCurveTo(self, control: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), (cx, cy), (x1, y1) = self._at, control, end
        first = (x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0))
        second = (x1 + 2 / 3 * (cx - x1), y1 + 2 / 3 * (cy - y1))
        self.curveTo(first, second, end)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z", ()))

    def endPath(self) -> None:  # noqa: N802
        """Do nothing: an open contour has no closing segment."""


def _rounded(point: tuple[float, float]) -> tuple[int, int]:
    """Return a point in whole font units. Cubic curves and fixed axes produce fractions too small to see."""
    return round(point[0]), round(point[1])


_HEADER: Final = struct.Struct(">4sHHHH")
_RECORD: Final = struct.Struct(">4sIII")
_EM_AT: Final = 18
"""The position of the em in the table ``head``."""

_LIMITS: Final = (16, 16384)
"""The least and the largest em that the format allows, in font units."""


def scaled_font(data: bytes, scale: float) -> bytes:
    """Return a font whose letters print ``scale`` times as large: only its em, the size of a letter's square, changes.

    Everything else stays, so that shaping, outlines, and embedding need not know of it. A damaged font comes back as
    it is; whoever opens it reports it.
    """
    if scale == 1 or len(data) < _HEADER.size:
        return data
    count = _HEADER.unpack_from(data)[1]
    for number in range(count):
        at = _HEADER.size + number * _RECORD.size
        tag, _, start, length = _RECORD.unpack_from(data, at) if at + _RECORD.size <= len(data) else (b"", 0, 0, 0)
        if tag == b"head" and length >= _EM_AT + 2 and start + length <= len(data):
            at = start + _EM_AT
            em = round(int.from_bytes(data[at : at + 2], "big") / scale)
            return data[:at] + min(max(em, _LIMITS[0]), _LIMITS[1]).to_bytes(2, "big") + data[at + 2 :]
    return data

"""Typesetter: turns inline text into atoms, which are shaped words and icons ready for line breaking."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import fsum, hypot
from types import MappingProxyType
from typing import Final

from punchboard.compose.text.atoms import After, Atom, Span
from punchboard.compose.text.scripts import is_complex_text
from punchboard.compose.text.style import SMALL_CAPS_SCALE, TextStyle
from punchboard.compose.text.text_icons import NO_BREAK_SPACE, beside_numbers, is_said_beside, spans_with_icons
from punchboard.fonts import MAX_CACHED_WORDS, Cut, Typeface, Word
from punchboard.fonts.script_table import is_rtl_language
from punchboard.geometry import Affine, Outline, Point, Rect, join_outlines
from punchboard.geometry.shapes import circle, polygon, reversed_subpath, rounded_rectangle, signed_area, subpaths
from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols, badge_label, spoken_name
from punchboard.srgb import linear_rgb, luminance

ICON_HEIGHT: Final = 1.06
"""Height in em of an inline icon."""

ICON_WIDTH: Final = 1.2
"""Width in em that every inline icon takes, so that words after icons line up in lists and tables."""

BADGE_HEIGHT: Final = 0.98
"""Height in em of the badge of a symbol without an icon."""

_BADGE_MARGIN: Final = 0.14
"""Width in em around a badge that is wider than icons."""

_BETWEEN_SYMBOLS: Final = 0.1
"""What is added to the margins of two symbols with nothing between them, in em."""

_WIDE_SPACE: Final = 1.6
"""How many times as wide as that of the text the space of another font may be."""

_POSITIONS: Final[Mapping[str, tuple[float, float]]] = {"super": (0.66, 0.3), "sub": (0.66, -0.14)}
"""The relative size of superscripts and subscripts, and how far they are raised, in em."""

_WORD: Final = re.compile(r"[^ \t\r]+")
_NO_BREAK_SPACES: Final = re.compile("[\u00a0\u2007\u202f]")
_UNCOMMON: Final = re.compile("[^\0-\x9f\xa1-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205f\u2070-\u2bff\u10a0-\u10ff]")
"""Matches characters outside the blocks whose text is known to need no special shaping or line breaking."""

_DARK_TEXT: Final = 0.3
"""The luminance below which text is dark, and so lies on a light ground."""

_BLANKS: Final = " \n\t\r"
"""Blanks at which lines break; a no-break space is part of a word."""

_PIECE: Final = re.compile(r"[^ \n\t\r]+|[ \n\t\r]+")
_BREAK_AFTER: Final = re.compile(
    r"(?<=[^\W\d_])(?<!seventy)(?<!twenty|thirty|eighty|ninety)(?<!forty|fifty|sixty)[-\u2013\u2014/](?=[^\W\d_])",
    re.IGNORECASE,
)
"""Matches hyphens, dashes and slashes at which lines break; not the hyphens of numbers, such as eighty-eight."""

_DIGITS: Final = re.compile(r"\d+|\D+")


def _is_plain(text: str) -> bool:
    """Tell whether a text is simple words between spaces at which lines may break."""
    return text.isascii() or _UNCOMMON.search(text) is None


def has_no_break_space(text: str) -> bool:
    """Tell whether a text has a no-break space, at which ``str.split`` would break."""
    return not text.isascii() and _NO_BREAK_SPACES.search(text) is not None


class Typesetter:
    """Turns spans into atoms in a style; each word is shaped once for each style and cached."""

    def __init__(
        self,
        icons: Mapping[str, Outline],
        language: str = "en",
        symbols: Symbols = NO_SYMBOLS,
        icon_names: Mapping[str, str] = MappingProxyType({}),
        icon_colours: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.language, self._icon_names = language, icon_names
        self.symbols = symbols
        """The symbols in texts, such as ``[coin]``."""
        self.rtl = is_rtl_language(language)
        """Whether the language is read from right to left."""
        self._icons = icons
        self._icon_colours = icon_colours
        self._words: dict[tuple[object, ...], dict[str, tuple[Atom, ...]]] = {}
        self._missing: dict[str, None] = {}  # in the order found
        self._plain: dict[tuple[Typeface, str, str], dict[str, Word | None]] = {}
        self._caches: dict[TextStyle, dict[str, Word | None]] = {}

    def words_without_glyphs(self, text: str) -> tuple[str, ...]:
        """Return the words of a text with a character that none of their fonts has."""
        return tuple(word for word in self._missing if word in text) if self._missing else ()

    def icon(self, name: str) -> Outline:
        """Return an icon on its 512-unit grid; an unknown name raises KeyError."""
        return self._icons[name]

    def plain_words(self, text: str, style: TextStyle) -> list[Word] | None:
        """Return plain text as whole words in the style's own typeface, or None if the text needs atoms.

        Nearly all card text is plain, and is set in half the time without atoms. A style with more than a typeface, a
        size and a colour (``tracking``) needs atoms for every text.
        """
        if ":" in text or "\n" in text or style.tracking or not _is_plain(text):
            return None
        if self.symbols and self.symbols.occur_in(text):
            return None
        cache = self._caches.get(style)
        if cache is None:
            cache = self._caches[style] = self._plain.setdefault((style.face, style.features, style.caps), {})
        pieces = text.split()
        words = list(map(cache.get, pieces))
        if not all(words):
            words = [word or self._plain_word(piece, style, cache) for piece, word in zip(pieces, words, strict=True)]
        return words if all(words) else None  # type: ignore[return-value]  # all() has excluded None

    def _plain_word(self, piece: str, style: TextStyle, cache: dict[str, Word | None]) -> Word | None:
        if piece not in cache:
            whole = style.caps == "none" and not _BREAK_AFTER.search(piece)
            word = style.face.word(piece, style.features) if whole else None
            if len(cache) >= MAX_CACHED_WORDS:
                cache.clear()
            cache[piece] = word if word is not None and word.is_complete else None
        return cache[piece]

    def plain_atoms(self, text: str, style: TextStyle) -> list[Atom]:
        """Return the atoms of text without markup; ``:name:`` is an icon, and line breaks are kept."""
        if ":" in text or self.symbols.occur_in(text):
            return self.atoms(spans_with_icons(self.symbols.protect(text), self.symbols), style)
        if is_complex_text(text):
            return self.atoms((Span(text),), style)
        cut = Cut.of(bold=style.bold, italic=style.italic)
        words = self._shaped_words(style, cut, small=False)
        atoms: list[Atom] = []
        for number, line in enumerate(text.split("\n") if "\n" in text else (text,)):
            if number and atoms:
                atoms[-1] = atoms[-1]._replace(after=After.NEWLINE)
            for piece in _WORD.findall(line):
                atoms += words.get(piece) or self._shape(words, piece, style, cut, small=False)
        return atoms

    def atoms(self, spans: Iterable[Span], style: TextStyle) -> list[Atom]:
        """Return the atoms of spans. A word that spans share does not break between them."""
        spans = tuple(spans)
        is_complex = any(is_complex_text(span.text) for span in spans)
        if any(span.icon is not None for span in spans):
            spans = beside_numbers(spans, both=is_complex)
        if is_complex:
            from punchboard.compose.text.bidi import bidi_atoms  # noqa: PLC0415 - few texts need it

            return bidi_atoms(spans, style, self)
        atoms: list[Atom] = []
        for at, span in enumerate(spans):
            if span.marks:
                atoms[-1:] = [atom._replace(marks=(*atom.marks, *span.marks)) for atom in atoms[-1:]]
            elif span.icon is not None:
                atom = self.icon_atom(span, style)
                if at and span.token and spans[at - 1].token and atoms:
                    atoms[-1] = atoms[-1]._replace(width=atoms[-1].width + _BETWEEN_SYMBOLS)
                atoms.append(atom._replace(alt="") if is_said_beside(spans, at, atom.alt) else atom)
            else:
                self._add_text(atoms, span, style)
        return atoms

    def _add_text(self, atoms: list[Atom], span: Span, style: TextStyle) -> None:
        cut = Cut.of(bold=style.bold or span.bold, italic=style.italic != span.italic)
        words = self._shaped_words(style, cut, small=span.small)
        pieces = _PIECE.findall(span.text)
        is_bare = span.colour is None and span.link is None and not span.position and not span.underline
        last = len(pieces) - 1
        for index, piece in enumerate(pieces):
            if piece[0] in _BLANKS:
                if index == 0 and len(pieces) > 1 and piece == " " and _glues_to_next(atoms):
                    atoms[-1] = _glued_to_next(atoms[-1])
                elif atoms and atoms[-1].after is not After.NEWLINE:
                    after = After.NEWLINE if "\n" in piece else After.SPACE
                    if atoms[-1].after is not after:
                        atoms[-1] = atoms[-1]._replace(after=after)
                continue
            shaped = words.get(piece) or self._shape(words, piece, style, cut, small=span.small)
            atoms.extend(shaped if is_bare else [_as_in_span(atom, span) for atom in shaped])
            if index == last:  # otherwise the space that follows sets what comes after
                atoms[-1] = atoms[-1]._replace(after=After.NOTHING)

    def _shaped_words(self, style: TextStyle, cut: Cut, *, small: bool) -> dict[str, tuple[Atom, ...]]:
        """Return the words shaped so far in a style; styles that differ in size or colour alone share them."""
        key = (style.family, style.features, style.caps, style.tracking, cut, small)
        return self._words.setdefault(key, {})

    def _shape(
        self, words: dict[str, tuple[Atom, ...]], piece: str, style: TextStyle, cut: Cut, *, small: bool
    ) -> tuple[Atom, ...]:
        """Shape a word, and add it to the words of its style."""
        atoms: list[Atom] = []
        for text, after in _breakable(piece):
            for part, scale, features in _cased(text, style, cut, small=small):
                atoms += self._runs(part, scale, features, style, cut)
            atoms[-1] = atoms[-1]._replace(after=after)
        if not all(atom.word is None or atom.word.is_complete for atom in atoms):
            self.record_missing_glyph(piece)
        if len(words) >= MAX_CACHED_WORDS:
            words.clear()
        words[piece] = tuple(atoms)
        return words[piece]

    @staticmethod
    def _runs(text: str, scale: float, features: str, style: TextStyle, cut: Cut) -> Iterator[Atom]:
        """Yield the atoms of a text of one case, one for each font that it needs."""
        own = style.family.cuts[cut][0].space.width
        for face, word in style.family.runs(cut, text, features):
            blank = face.space.width
            if blank > _WIDE_SPACE * own and not any(map(str.isalnum, word.text)):
                blank = own  # the space of a font of emoji is as wide as they are
            width = word.width * scale + style.tracking * len(word.glyphs)
            yield Atom(width, blank + style.tracking, After.NOTHING, face, word, scale=scale)

    def shape_piece(self, text: str, span: Span, style: TextStyle, direction_features: str) -> list[Atom]:
        """Return the atoms of a piece that lines do not break, in the style of its span.

        Args:
            text: the text of the piece.
            span: the span that it comes from.
            style: the style of the paragraph.
            direction_features: its direction and script, see `Piece.direction_features`.
        """
        cut = Cut.of(bold=style.bold or span.bold, italic=style.italic != span.italic)
        return [
            _as_in_span(atom, span)
            for part, scale, features in _cased(text, style, cut, small=span.small)
            for atom in self._runs(part, scale, f"{features} {direction_features}".strip(), style, cut)
        ]

    def record_missing_glyph(self, word: str) -> None:
        """Record a word with a character that none of its fonts has."""
        self._missing[word] = None

    def icon_atom(self, span: Span, style: TextStyle) -> Atom:
        """Return the atom of an icon, or of the badge of a symbol without one."""
        outline, scale, face = self._icons[span.icon] if span.icon else None, ICON_HEIGHT, style.face
        if outline is None:
            label, faces = badge_label(span.token), style.family.cuts[Cut.of(bold=True, italic=False)]
            face = next((one for one in faces if one.word(label.upper()).is_complete), faces[0])
            outline = badge_outline(label, face)
            scale = BADGE_HEIGHT * outline.bounds.width / GRID
        colour = span.colour
        if style.coloured_icons and luminance(linear_rgb(style.colour)) < _DARK_TEXT:
            colour = colour or self._icon_colours.get(span.icon or "")
        width = ICON_WIDTH if scale <= ICON_HEIGHT else scale + _BADGE_MARGIN
        space = style.face.space.width * 0.7
        token = span.token or f":{span.icon}:"
        return Atom(
            *(width, space, After.NOTHING, None, None, outline, scale, colour, span.link),
            token=token,
            alt="" if span.is_silent else self._icon_names.get(span.icon or "", spoken_name(token.strip(":[]{}"))),
        )


def _as_in_span(atom: Atom, span: Span) -> Atom:
    """Return an atom of a word in the colour, with the link and at the position of its span."""
    atom = atom._replace(colour=span.colour, link=span.link, underline=span.underline)
    if not span.position:
        return atom
    scale, rise = _POSITIONS[span.position]
    return atom._replace(width=atom.width * scale, scale=atom.scale * scale, rise=rise)


def _glues_to_next(atoms: list[Atom]) -> bool:
    """Return whether the last atom is an icon that has no number before it, and so stays with the next word."""
    if not atoms or atoms[-1].icon is None:
        return False
    word = atoms[-2].word if len(atoms) > 1 else None
    return word is None or not word.text.endswith(NO_BREAK_SPACE)


def _glued_to_next(icon: Atom) -> Atom:
    """Return an icon that stays on a line with the word after it: its width includes the space between them."""
    return icon._replace(width=icon.width + icon.space, after=After.NOTHING)


def _breakable(piece: str) -> Iterator[tuple[str, After]]:
    """Yield the parts of a word between which lines may break, after hyphens, dashes and slashes."""
    start = 0
    for match in _BREAK_AFTER.finditer(piece):
        yield piece[start : match.end()], After.BREAK
        start = match.end()
    yield piece[start:], After.SPACE


def _cased(text: str, style: TextStyle, cut: Cut, *, small: bool) -> Iterator[tuple[str, float, str]]:
    """Yield runs of one case as (text, scale, features); small caps are the typeface's own, else smaller capitals.

    Numerals beside small caps are lining: an old-style 1 of a small-caps font looks like I.
    """
    features = f"{style.features} -liga -clig".strip() if style.tracking else style.features
    if style.caps == "upper":
        yield text.upper(), 1.0, features
        return
    if not (small or style.caps == "small"):
        yield text, 1.0, features
        return
    if style.family.face(cut).supports("smcp"):
        for run in _DIGITS.findall(text):
            yield run, 1.0, f"{features} {'lnum' if run[0].isdecimal() else 'smcp'}".strip()
        return
    for run in re.findall(r"[a-zà-öø-ÿ]+|[^a-zà-öø-ÿ]+", text):
        lower = run != run.upper()
        yield (run.upper(), SMALL_CAPS_SCALE, features) if lower else (run, 1.0, features)


# Lettered badges for symbols without an icon: a filled disc or lozenge from which the letters are cut out.

GRID: Final = 512.0
"""The height of a badge on the grid of icons."""

_MAX_ROUND_LETTERS: Final = 2
"""The highest number of letters on a round badge; more letters make a lozenge."""

_CAP_SHARE: Final = (0.0, 0.58, 0.46)
"""The height of capitals on a disc with one and with two letters, as a share of its diameter."""

_ROUND_ROOM: Final = 0.9
"""The longest diagonal of letters on a disc, as a share of its diameter; wider ones, such as HP, make a lozenge."""

_LOZENGE_CAP_SHARE: Final = 0.48
_LOZENGE_PADDING: Final = 0.3 * GRID


@lru_cache(maxsize=512)
def badge_outline(label: str, face: Typeface) -> Outline:
    """Return a badge of `GRID` units height with a label in capitals of a typeface."""
    shown = label.upper()
    letters = _letters(shown, face, _CAP_SHARE[min(max(len(shown), 1), _MAX_ROUND_LETTERS)] * GRID)
    diagonal = hypot(letters.bounds.width, letters.bounds.height) if letters.segments else 0.0
    if len(shown) <= _MAX_ROUND_LETTERS and diagonal <= _ROUND_ROOM * GRID:
        frame = circle(Point(GRID / 2, GRID / 2), GRID / 2)
        middle = GRID / 2
    else:
        letters = _letters(shown, face, _LOZENGE_CAP_SHARE * GRID)
        width = letters.bounds.width + 2 * _LOZENGE_PADDING
        frame = rounded_rectangle(Rect(0, 0, width, GRID), GRID * 0.42)
        middle = width / 2
    if not letters.segments:
        return frame
    bounds = letters.bounds
    shift = Affine.move(middle - bounds.centre.x, GRID / 2 - bounds.centre.y)
    return join_outlines((_turning(frame, 1), _turning(letters.placed(shift), -1)))


def _letters(text: str, face: Typeface, cap_height: float) -> Outline:
    """Return the outline of a text on a baseline at 0, with capitals of a height."""
    scale = cap_height / (face.cap_height * face.upem)
    word, x, parts = face.word(text), 0.0, []
    for glyph, advance in zip(word.glyphs, word.advances, strict=True):
        parts.append(face.outline(glyph).placed(Affine.scale(scale) @ Affine.move(x, 0)))
        x += advance
    return join_outlines(parts)


def _turning(outline: Outline, direction: int) -> Outline:
    """Return an outline whose area has a sign: letters that turn against their frame are holes in it."""
    parts = tuple(subpaths(outline))
    if fsum(signed_area(polygon(part)) for part in parts) * direction >= 0:
        return outline
    return join_outlines(map(reversed_subpath, parts))

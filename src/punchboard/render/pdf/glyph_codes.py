"""Encoded words of a typeface for PDF content streams, cached because they are the same in every file.

The preferred code of a character's default glyph is the character's code point. All other glyphs have a code computed
from their number and text, in the ranges where Unicode has no characters. If two glyphs of a file prefer the same code,
`FontUse` finds another.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

from punchboard.fonts import MAX_CACHED_WORDS, Typeface, Word

GlyphText = tuple[int, str]
"""A glyph number, and the text of the glyph."""

EXTRA_CODES: Final = range(0xD800, 0xF900)
"""Codes of glyphs that are not a character's default glyph: surrogates and the private use area."""

_LAST: Final = 0xFFFD
_ESCAPES: Final = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})


class EncodedWord(NamedTuple):
    """A word encoded with the preferred codes of its glyphs."""

    word: Word
    """Kept alive, because caches use the identity of words as key."""
    text: str
    """The inside of a TJ array: ``ab)-12(c``. Empty if glyphs are moved."""
    codes: tuple[int, ...]
    """The code of each glyph."""


class WordEncoder:
    """Encodes the words of a typeface."""

    def __init__(self, face: Typeface) -> None:
        self._glyph, self._upem = face.glyph, face.upem
        self._own: dict[GlyphText, int] = {}
        self._escaped: dict[GlyphText, str] = {}
        self._advances = _Advances(face)
        self._words: dict[int, EncodedWord] = {}
        self.pairs: dict[int, GlyphText] = {}
        """The glyph and text of each preferred code."""
        self.shared_codes: set[int] = set()
        """The codes that several glyphs prefer."""

    def own_code(self, pair: GlyphText) -> int:
        """Return the preferred code of a glyph."""
        code = self._own.get(pair)
        if code is None:
            code = self._own[pair] = self._preferred_code(*pair)
            if self.pairs.setdefault(code, pair) != pair:
                self.shared_codes.add(code)
        return code

    def _preferred_code(self, glyph: int, source: str) -> int:
        if (
            len(source) == 1
            and 0 < (code := ord(source)) <= _LAST
            and code not in EXTRA_CODES
            and self._glyph(source) == glyph
        ):
            return code
        return EXTRA_CODES[crc32(f"{glyph} {source}".encode("utf-8", "surrogatepass")) % len(EXTRA_CODES)]

    def encode(self, word: Word) -> EncodedWord:
        """Return a word encoded with preferred codes."""
        found = self._words.get(id(word))
        if found is None:
            if len(self._words) >= MAX_CACHED_WORDS:
                self._words.clear()
            found = self._words[id(word)] = self._encoded(word)
        return found

    def _encoded(self, word: Word) -> EncodedWord:
        """Encode a word. This loop is tuned for speed: each game has thousands of words."""
        escapes, advances, codes, parts = self._escaped, self._advances, self._own, list[str]()
        pairs = [*zip(word.glyphs, word.sources, strict=True)]
        for pair, advance in zip(pairs, word.advances, strict=True):
            code = escapes.get(pair)
            if code is None:
                code = escapes[pair] = escape_code(self.own_code(pair))
            parts.append(code)
            natural = advances[pair[0]]
            if natural != advance:
                # the number is subtracted from the glyph's own width, in thousandths of the size
                parts.append(_kern((natural - advance) * 1000 / self._upem))
        return EncodedWord(word, "" if word.offsets else "".join(parts), tuple([codes[pair] for pair in pairs]))

    def encode_with(self, word: Word, code: Callable[[GlyphText], int]) -> str:
        """Return a word without moved glyphs, encoded with the given codes."""
        parts: list[str] = []
        for glyph, source, advance in zip(word.glyphs, word.sources, word.advances, strict=True):
            parts += (escape_code(code((glyph, source))), _kern((self._advances[glyph] - advance) * 1000 / self._upem))
        return "".join(parts)

    def encode_moved(self, word: Word, code: Callable[[GlyphText], int], size: float) -> str:
        """Return a word with moved glyphs at a font size; each raised or lowered glyph is shown on its own."""
        return "".join(self._moved(word, code, size))

    def _moved(self, word: Word, code: Callable[[GlyphText], int], size: float) -> Iterator[str]:
        upem = self._upem
        for glyph, advance, source, (right, up) in zip(
            word.glyphs, word.advances, word.sources, word.offsets, strict=True
        ):
            if up:
                yield f")]TJ {up * size / upem:.4f} Ts [("
            yield _kern(-right * 1000 / upem)
            yield escape_code(code((glyph, source)))
            yield _kern((self._advances[glyph] - advance + right) * 1000 / upem)
            if up:
                yield ")]TJ 0 Ts [("


class _Advances(dict[int, int]):
    """The widths of glyphs in font units, without kerning."""

    def __init__(self, face: Typeface) -> None:
        super().__init__()
        self._of = face.natural_advance

    def __missing__(self, glyph: int) -> int:
        """Read a width from the font, once."""
        self[glyph] = advance = self._of(glyph)
        return advance


_encoders: WeakKeyDictionary[Typeface, WordEncoder] = WeakKeyDictionary()


def word_encoder(face: Typeface) -> WordEncoder:
    """Return the encoder of a typeface, which all files share."""
    encoder = _encoders.get(face)
    if encoder is None:
        encoder = _encoders[face] = WordEncoder(face)
    return encoder


def escape_code(code: int) -> str:
    """Return a code as two characters of a literal string (7.3.4.2)."""
    return f"{chr(code >> 8)}{chr(code & 255)}".translate(_ESCAPES)


def _kern(thousandths: float) -> str:
    """Return the TJ adjustment that moves the next glyph to the left; empty if it rounds to 0."""
    whole = round(thousandths)
    return f"){whole}(" if whole else ""

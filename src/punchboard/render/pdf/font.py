"""The glyph codes of a typeface in one PDF: widths, glyph map, ToUnicode map and font subset.

Glyphs have composite-font codes (CIDs) of two bytes. A code stands for a glyph *and* its text, so that a small capital
or a ligature is copied from the PDF as the text that was written. Codes do not depend on the other content of a file
(see `WordEncoder`): a page keeps its codes when another page changes.
PDF 32000-1:2008, 9.7 (composite fonts) and 9.10.3 (ToUnicode CMaps).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

from punchboard.fonts import MAX_CACHED_WORDS, Typeface, Word, damaged_font_message
from punchboard.problem import Place, fail

# Encoded words of a typeface for PDF content streams, cached because they are the same in every file.
#
# The preferred code of a character's default glyph is the character's code point. All other glyphs have a code computed
# from their number and text, in the ranges where Unicode has no characters. If two glyphs of a file prefer the same
# code, `FontUse` finds another.

GlyphText = tuple[int, str]
"""A glyph number, and the text of the glyph."""

_EXTRA_CODES: Final = range(0xD800, 0xF900)
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
            and code not in _EXTRA_CODES
            and self._glyph(source) == glyph
        ):
            return code
        return _EXTRA_CODES[crc32(f"{glyph} {source}".encode("utf-8", "surrogatepass")) % len(_EXTRA_CODES)]

    def encode(self, word: Word) -> EncodedWord:
        """Return a word encoded with preferred codes."""
        encoded = self._words.get(id(word))
        if encoded is None:
            if len(self._words) >= MAX_CACHED_WORDS:
                self._words.clear()
            encoded = self._words[id(word)] = self._encoded(word)
        return encoded

    def _encoded(self, word: Word) -> EncodedWord:
        """Encode a word. This loop is tuned for speed: each game has thousands of words."""
        escapes, advances, codes, parts = self._escaped, self._advances, self._own, list[str]()
        pairs = [*zip(word.glyphs, word.sources, strict=True)]
        for pair, advance in zip(pairs, word.advances, strict=True):
            code = escapes.get(pair)
            if code is None:
                code = escapes[pair] = _escape_code(self.own_code(pair))
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
            parts += (_escape_code(code((glyph, source))), _kern((self._advances[glyph] - advance) * 1000 / self._upem))
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
            yield _escape_code(code((glyph, source)))
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


def _word_encoder(face: Typeface) -> WordEncoder:
    """Return the encoder of a typeface, which all files share."""
    encoder = _encoders.get(face)
    if encoder is None:
        encoder = _encoders[face] = WordEncoder(face)
    return encoder


def _escape_code(code: int) -> str:
    """Return a code as two characters of a literal string (7.3.4.2)."""
    return f"{chr(code >> 8)}{chr(code & 255)}".translate(_ESCAPES)


def _kern(thousandths: float) -> str:
    """Return the TJ adjustment that moves the next glyph to the left; empty if it rounds to 0."""
    whole = round(thousandths)
    return f"){whole}(" if whole else ""


class GlyphCodes(NamedTuple):
    """The codes in use, each with its glyph and text."""

    face: Typeface
    pairs: Mapping[int, GlyphText]

    def select(self, codes: Collection[int]) -> "GlyphCodes":
        """Return only some codes, in order."""
        return GlyphCodes(self.face, {code: self.pairs[code] for code in sorted(codes)})

    def cid_to_gid_map(self, moved: Mapping[int, int]) -> bytes:
        """Return the CIDToGIDMap, given the new number of each glyph in the font subset."""
        table = bytearray(2 * (max(self.pairs) + 1))
        for code, (glyph, _) in self.pairs.items():
            table[2 * code : 2 * code + 2] = moved[glyph].to_bytes(2, "big")
        return bytes(table)

    def width_runs(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each run of consecutive codes: the first code, and all widths in thousandths of the font size."""
        for _, run in groupby(enumerate(self.pairs), lambda numbered: numbered[1] - numbered[0]):
            codes = [code for _, code in run]
            glyphs = (self.pairs[code][0] for code in codes)
            yield codes[0], tuple(round(self.face.natural_advance(glyph) * 1000 / self.face.upem) for glyph in glyphs)

    def to_unicode_cmap(self) -> bytes:
        """Return the ToUnicode CMap."""
        pairs = [(code, source) for code, (_, source) in self.pairs.items() if source]
        lines = [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CMapName /Punchboard def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
        ]
        for start in range(0, len(pairs), 100):
            part = pairs[start : start + 100]
            lines.append(f"{len(part)} beginbfchar")
            lines += [f"<{code:04X}> <{source.encode('utf-16-be').hex().upper()}>" for code, source in part]
            lines.append("endbfchar")
        lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
        return "\n".join(lines).encode("ascii")


def subset_font(codes: Sequence[GlyphCodes]) -> tuple[bytes, dict[int, int]]:
    """Return a TrueType file with the glyphs of one typeface that have codes, and the new number of each glyph.

    Raises:
        ProblemsFound: FONT001 for a font whose damage was not visible when it was loaded.
    """
    face = codes[0].face
    glyphs = tuple(sorted({glyph for one in codes for glyph, _ in one.pairs.values()}))
    try:
        data, moved = face.subset(glyphs)
        return data, {glyph: moved[glyph] for glyph in glyphs}
    except (KeyError, RuntimeError) as error:
        raise fail("FONT001", Place("theme.yaml"), *damaged_font_message(face.name)) from error


def subset_tag(index: int) -> str:
    """Return the six capital letters that mark a font subset, different for each font of a file."""
    return "".join(chr(ord("A") + index // 26**place % 26) for place in range(6))


def resource_name(face: Typeface) -> str:
    """Return the resource name of a typeface, such as ``F3e21c07a``."""
    return f"F{face.digest[:8]}"


class FontUse:
    """Assigns codes to the glyphs of one typeface on the pages of a section, and encodes words."""

    def __init__(self, face: Typeface) -> None:
        self.face = face
        self.name = resource_name(face)
        """The resource name."""
        self.pairs: dict[int, GlyphText] = {}
        """The glyph and text of each assigned code."""
        self._encoder = _word_encoder(face)
        self.encoded_words: dict[int, str] = {}
        """Results of `word`, by the identity of the word."""
        self._within: dict[int, tuple[int, ...]] = {}
        self._alive: list[EncodedWord] = []
        self._own: set[int] = set()
        """The codes that are their glyphs' preferred codes."""
        self._blank = self.code((face.space.glyphs[0], " "))
        self.space = _escape_code(self._blank)
        self.size = 1.0
        """The current font size; only raised and lowered glyphs depend on it."""

    def evict_words(self) -> None:
        """Clear the cached words if there are too many; words of earlier pages are encoded again."""
        if len(self._alive) >= MAX_CACHED_WORDS:
            self._alive.clear()
            self.encoded_words.clear()
            self._within.clear()

    def word_codes(self, words: Iterable[int]) -> frozenset[int]:
        """Return the codes of words, given by identity, and of the space between them."""
        return frozenset((self._blank,)).union(*map(self._within.__getitem__, words))

    def word(self, word: Word) -> str:
        """Return a word as the inside of a TJ array, without its outer parentheses: ``ab)-12(c``."""
        text = self.encoded_words.get(id(word))
        if text is None:
            encoded = self._encoder.encode(word)
            if id(word) not in self._within:
                self._alive.append(encoded)
                self._within[id(word)] = self._assign_codes(encoded)
            text = self._text(encoded)
            if not word.offsets:  # a word with moved glyphs depends on the font size
                self.encoded_words[id(word)] = text
        return text

    def use_own_codes(self, codes: Collection[int]) -> bool:
        """Assign preferred codes, if all glyphs so far have theirs and these can, and return whether they could."""
        encoder = self._encoder
        if len(self._own) != len(self.pairs) or not encoder.shared_codes.isdisjoint(codes):
            return False
        if not self._own.issuperset(codes):
            self.pairs |= {code: encoder.pairs[code] for code in codes}
            self._own.update(codes)
        return True

    def _assign_codes(self, encoded: EncodedWord) -> tuple[int, ...]:
        """Assign codes to the glyphs of a word, and return them."""
        if self.use_own_codes(encoded.codes):
            return encoded.codes
        return tuple(map(self.code, zip(encoded.word.glyphs, encoded.word.sources, strict=True)))

    def _text(self, encoded: EncodedWord) -> str:
        if encoded.word.offsets:
            return self._encoder.encode_moved(encoded.word, self.code, self.size)
        if self._within[id(encoded.word)] is encoded.codes:
            return encoded.text
        return self._encoder.encode_with(encoded.word, self.code)

    def code(self, pair: GlyphText) -> int:
        """Return the code of a glyph: its preferred code, or the next free one if that is taken."""
        own = code = self._encoder.own_code(pair)
        while self.pairs.setdefault(code, pair) != pair:
            code = _EXTRA_CODES[(code + 1 - _EXTRA_CODES.start) % len(_EXTRA_CODES)]
        if code == own:
            self._own.add(code)
        return code

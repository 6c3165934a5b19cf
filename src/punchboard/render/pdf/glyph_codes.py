"""How the words of a typeface are written in the contents of a PDF: the same in every file, so worked out once.

A character's plain glyph has the character's number as its code; all other glyphs lie where Unicode has no characters,
at a place that is worked out from what they are. Where two have the same code in a file, `FontUse` finds another.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

from punchboard.fonts import MAX_CACHED_WORDS, Typeface, Word

GlyphText = tuple[int, str]
"""A glyph, and the text that it stands for."""

EXTRA_CODES: Final = range(0xD800, 0xF900)
"""The codes of all that is no plain glyph of a character: surrogates and the private use area."""

_LAST: Final = 0xFFFD
_ESCAPES: Final = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})


class EncodedWord(NamedTuple):
    """A word, as it is written where each of its glyphs has its own code."""

    word: Word
    """Kept alive by it: words are known by their identity."""
    text: str
    """The inside of a TJ array's first and last strings: ``ab)-12(c``; nothing where glyphs are moved."""
    codes: tuple[int, ...]
    """Those of its glyphs, one by one."""


class WordEncoder:
    """Writes the words of a typeface.

    Args:
        face: the typeface.
    """

    def __init__(self, face: Typeface) -> None:
        self._glyph, self._upem = face.glyph, face.upem
        self._own: dict[GlyphText, int] = {}
        self._escaped: dict[GlyphText, str] = {}
        self._advances = _Advances(face)
        self._words: dict[int, EncodedWord] = {}
        self.pairs: dict[int, GlyphText] = {}
        """What each code stands for that is a glyph's own."""
        self.shared_codes: set[int] = set()
        """The codes that several glyphs have for their own."""

    def own_code(self, pair: GlyphText) -> int:
        """Return the code that a glyph has wherever no other has taken it."""
        code = self._own.get(pair)
        if code is None:
            code = self._own[pair] = self._preferred_code(*pair)
            if self.pairs.setdefault(code, pair) != pair:
                self.shared_codes.add(code)
        return code

    def _preferred_code(self, glyph: int, said: str) -> int:
        if (
            len(said) == 1
            and 0 < (code := ord(said)) <= _LAST
            and code not in EXTRA_CODES
            and self._glyph(said) == glyph
        ):
            return code
        return EXTRA_CODES[crc32(f"{glyph} {said}".encode("utf-8", "surrogatepass")) % len(EXTRA_CODES)]

    def encode(self, word: Word) -> EncodedWord:
        """Return a word with its own codes."""
        found = self._words.get(id(word))
        if found is None:
            if len(self._words) >= MAX_CACHED_WORDS:
                self._words.clear()
            found = self._words[id(word)] = self._spelled(word)
        return found

    def _spelled(self, word: Word) -> EncodedWord:
        """Write a word; written out, for there are thousands in each game."""
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
        """Return a word whose glyphs stand at their places, with codes for them that need not be their own."""
        parts: list[str] = []
        for glyph, said, advance in zip(word.glyphs, word.sources, word.advances, strict=True):
            parts += (escape_code(code((glyph, said))), _kern((self._advances[glyph] - advance) * 1000 / self._upem))
        return "".join(parts)

    def moved(self, word: Word, code: Callable[[GlyphText], int], size: float) -> str:
        """Return a word whose glyphs do not all stand at their places, at a size; a raised one is shown by itself."""
        return "".join(self._moved(word, code, size))

    def _moved(self, word: Word, code: Callable[[GlyphText], int], size: float) -> Iterator[str]:
        upem = self._upem
        for glyph, advance, said, (right, up) in zip(
            word.glyphs, word.advances, word.sources, word.offsets, strict=True
        ):
            if up:
                yield f")]TJ {up * size / upem:.4f} Ts [("
            yield _kern(-right * 1000 / upem)
            yield escape_code(code((glyph, said)))
            yield _kern((self._advances[glyph] - advance + right) * 1000 / upem)
            if up:
                yield ")]TJ 0 Ts [("


class _Advances(dict[int, int]):
    """The glyphs' own widths in font units, without kerning."""

    def __init__(self, face: Typeface) -> None:
        super().__init__()
        self._of = face.natural_advance

    def __missing__(self, glyph: int) -> int:
        """Ask the font for one, once."""
        self[glyph] = found = self._of(glyph)
        return found


_known: WeakKeyDictionary[Typeface, WordEncoder] = WeakKeyDictionary()


def word_encoder(face: Typeface) -> WordEncoder:
    """Return what writes the words of a typeface."""
    found = _known.get(face)
    if found is None:
        found = _known[face] = WordEncoder(face)
    return found


def escape_code(code: int) -> str:
    """Return a code as two characters of a literal string (7.3.4.2)."""
    return f"{chr(code >> 8)}{chr(code & 255)}".translate(_ESCAPES)


def _kern(thousandths: float) -> str:
    """Return what moves the next glyph to the left, between two strings of a TJ array; nothing for nothing."""
    whole = round(thousandths)
    return f"){whole}(" if whole else ""

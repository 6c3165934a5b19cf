"""A typeface in one PDF: which glyphs it shows, in which codes, and what text they stand for.

Glyphs are composite-font codes (CIDs) of two bytes; a code belongs to a glyph *and* the text it stands for, so a small
capital or a ligature copies out as what was written. Codes do not go by what else is in a file (see `spelling`): a page
keeps its own when another changes.
PDF 32000-1:2008, 9.7 (composite fonts) and 9.10.3 (ToUnicode CMaps).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from punchboard.fonts import MAX_CACHED_WORDS, Typeface, Word, damaged_font_message
from punchboard.problem import Place, fail
from punchboard.render.pdf.glyph_codes import EXTRA_CODES, EncodedWord, GlyphText, escape_code, word_encoder


class GlyphCodes(NamedTuple):
    """Codes that are in use: of each its glyph and the text that this stands for there."""

    face: Typeface
    pairs: Mapping[int, GlyphText]

    def select(self, codes: Collection[int]) -> "GlyphCodes":
        """Return some of them, in their order."""
        return GlyphCodes(self.face, {code: self.pairs[code] for code in sorted(codes)})

    def cid_to_gid_map(self, moved: Mapping[int, int]) -> bytes:
        """Return the CIDToGIDMap, given where glyphs have gone in the file of the subset."""
        found = bytearray(2 * (max(self.pairs) + 1))
        for code, (glyph, _) in self.pairs.items():
            found[2 * code : 2 * code + 2] = moved[glyph].to_bytes(2, "big")
        return bytes(found)

    def width_runs(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each run of codes: the first, and the width of each in thousandths of the size."""
        for _, run in groupby(enumerate(self.pairs), lambda one: one[1] - one[0]):
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
    """Return the TrueType file of all glyphs of one typeface that have codes, and where each has gone in it.

    Raises:
        ProblemsFound: FONT001 for a font that is damaged behind its beginning, which is only found here.
    """
    face = codes[0].face
    glyphs = tuple(sorted({glyph for one in codes for glyph, _ in one.pairs.values()}))
    try:
        data, moved = face.subset(glyphs)
        return data, {glyph: moved[glyph] for glyph in glyphs}
    except (KeyError, RuntimeError) as error:
        raise fail("FONT001", Place("theme.yaml"), *damaged_font_message(face.name)) from error


def subset_tag(index: int) -> str:
    """Return the six capitals that mark a subset, different for each font of a file."""
    return "".join(chr(ord("A") + index // 26**place % 26) for place in range(6))


def resource_name(face: Typeface) -> str:
    """Return the name by which contents call a typeface, such as ``F3e21c07a``."""
    return f"F{face.digest[:8]}"


class FontUse:
    """Codes for the glyphs of one typeface as the pages of a section use them."""

    def __init__(self, face: Typeface) -> None:
        self.face = face
        self.name = resource_name(face)
        """The resource name."""
        self.pairs: dict[int, GlyphText] = {}
        """What each code that was given out stands for."""
        self._spelling = word_encoder(face)
        self.encoded_words: dict[int, str] = {}
        """What `word` has made, by the identity of the word."""
        self._within: dict[int, tuple[int, ...]] = {}
        self._alive: list[EncodedWord] = []
        self._own: set[int] = set()
        """The codes that are their glyphs' own."""
        self._blank = self.code((face.space.glyphs[0], " "))
        self.space = escape_code(self._blank)
        self.size = 1.0
        """The size that is set; only what is moved up or down depends on it."""

    def evict_words(self) -> None:
        """Forget words when they are many; those of another page are known no more."""
        if len(self._alive) >= MAX_CACHED_WORDS:
            self._alive.clear()
            self.encoded_words.clear()
            self._within.clear()

    def agrees(self, code: int, pair: GlyphText) -> bool:
        """Tell whether a glyph has a code here, or would be given it because it is its own and free."""
        known = self.pairs.get(code)
        return known == pair or (known is None and self._spelling.own_code(pair) == code)

    def word_codes(self, words: Iterable[int]) -> frozenset[int]:
        """Return the codes of words by their identities, and of the space between them."""
        return frozenset((self._blank,)).union(*map(self._within.__getitem__, words))

    def word(self, word: Word) -> str:
        """Return a word as the inside of a TJ array's first and last strings: ``ab)-12(c``."""
        known = self.encoded_words.get(id(word))
        if known is None:
            spelled = self._spelling.encode(word)
            if id(word) not in self._within:
                self._alive.append(spelled)
                self._within[id(word)] = self._assign_codes(spelled)
            known = self._text(spelled)
            if not word.offsets:  # one that is moved is written otherwise in another size
                self.encoded_words[id(word)] = known
        return known

    def use_own_codes(self, codes: Collection[int]) -> bool:
        """Give glyphs out by their own codes; tell whether all glyphs have these, so far and now."""
        spelling = self._spelling
        if len(self._own) != len(self.pairs) or not spelling.shared_codes.isdisjoint(codes):
            return False
        if not self._own.issuperset(codes):
            self.pairs |= {code: spelling.pairs[code] for code in codes}
            self._own.update(codes)
        return True

    def _assign_codes(self, spelled: EncodedWord) -> tuple[int, ...]:
        """Return the codes of the glyphs of a word, given out."""
        if self.use_own_codes(spelled.codes):
            return spelled.codes
        return tuple(map(self.code, zip(spelled.word.glyphs, spelled.word.sources, strict=True)))

    def _text(self, spelled: EncodedWord) -> str:
        if spelled.word.offsets:
            return self._spelling.moved(spelled.word, self.code, self.size)
        if self._within[id(spelled.word)] is spelled.codes:
            return spelled.text
        return self._spelling.encode_with(spelled.word, self.code)

    def code(self, pair: GlyphText) -> int:
        """Return the code of a glyph: its own, or where another has that, the next one that is free."""
        own = code = self._spelling.own_code(pair)
        while self.pairs.setdefault(code, pair) != pair:
            code = EXTRA_CODES[(code + 1 - EXTRA_CODES.start) % len(EXTRA_CODES)]
        if code == own:
            self._own.add(code)
        return code

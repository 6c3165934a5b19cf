"""A typeface in one PDF: which glyphs it shows, in which codes, and what text they stand for.

Glyphs are composite-font codes (CIDs) given out in order of first use, two bytes each; a code belongs to a glyph *and*
the text it stands for, so a small capital or a ligature copies out as what was written.
PDF 32000-1:2008, 9.7 (composite fonts) and 9.10.3 (ToUnicode CMaps).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.fonts import MOST_WORDS, Typeface, Word, damaged
from punchboard.problem import Place, fail

_ESCAPES: Final = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})


class Codes(NamedTuple):
    """The codes that were given out, from 1 on: of each its glyph and the text that this stands for there."""

    face: Typeface
    pairs: tuple[tuple[int, str], ...]

    def mapping(self, moved: Mapping[int, int]) -> bytes:
        """Return the CIDToGIDMap, given where glyphs have gone in the file of the subset."""
        return bytes(2) + b"".join(moved[glyph].to_bytes(2, "big") for glyph, _ in self.pairs)

    def widths(self) -> tuple[int, ...]:
        """Return the width of each code from 1 on, in thousandths of the size."""
        return tuple(round(self.face.natural_advance(glyph) * 1000 / self.face.upem) for glyph, _ in self.pairs)

    def to_unicode(self) -> bytes:
        """Return the ToUnicode CMap."""
        pairs = [(code, source) for code, (_, source) in enumerate(self.pairs, 1) if source]
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


def subset(codes: Sequence[Codes]) -> tuple[bytes, dict[int, int]]:
    """Return the TrueType file of all glyphs of one typeface that have codes, and where each has gone in it.

    Raises:
        ProblemsFound: FONT001 for a font that is damaged behind its beginning, which is only found here.
    """
    face = codes[0].face
    glyphs = tuple(sorted({glyph for one in codes for glyph, _ in one.pairs}))
    try:
        data, moved = face.subset(glyphs)
        return data, {glyph: moved[glyph] for glyph in glyphs}
    except (KeyError, RuntimeError) as error:
        raise fail("FONT001", Place("theme.yaml"), *damaged(face.name)) from error


def tag(index: int) -> str:
    """Return the six capitals that mark a subset, different for each font of a file."""
    return "".join(chr(ord("A") + index // 26**place % 26) for place in range(6))


class FontUse:
    """Codes for the glyphs of one typeface as the pages of a section use them."""

    def __init__(self, face: Typeface, name: str) -> None:
        self.face = face
        self.name = name
        """The resource name, such as ``F1``."""
        self._codes: dict[tuple[int, str], int] = {}
        self._escaped: dict[tuple[int, str], str] = {}
        self.words: dict[int, str] = {}
        """What `word` has made, by the identity of the word, which is kept alive for it."""
        self._alive: list[Word] = []
        self.space = self._code(face.space.glyphs[0], " ")
        self.size = 1.0
        """The size that is set; only what is moved up or down depends on it."""

    @property
    def codes(self) -> Codes:
        """All that were given out so far."""
        return Codes(self.face, tuple(self._codes))

    def word(self, word: Word) -> str:
        """Return a word as the inside of a TJ array's first and last strings: ``ab)-12(c``."""
        if word.offsets:
            return "".join(self._moved(word))
        found = self.words.get(id(word))
        if found is None:
            if len(self._alive) >= MOST_WORDS:
                self._alive.clear()
                self.words.clear()
            self._alive.append(word)
            found = self.words[id(word)] = "".join(self._pieces(word))
        return found

    def _pieces(self, word: Word) -> Iterator[str]:
        upem = self.face.upem
        for glyph, advance, source in zip(word.glyphs, word.advances, word.sources, strict=True):
            yield self._code(glyph, source)
            # the number is subtracted from the glyph's own width, in thousandths of the size
            kern = round((self.face.natural_advance(glyph) - advance) * 1000 / upem)
            if kern:
                yield f"){kern}("

    def _moved(self, word: Word) -> Iterator[str]:
        """Yield the pieces of a word whose glyphs do not all stand at their place; a raised one is shown by itself."""
        upem = self.face.upem
        for glyph, advance, source, (right, up) in zip(
            word.glyphs, word.advances, word.sources, word.offsets, strict=True
        ):
            if up:
                yield f")]TJ {up * self.size / upem:.4f} Ts [("
            yield _kern(-right * 1000 / upem)
            yield self._code(glyph, source)
            yield _kern((self.face.natural_advance(glyph) - advance + right) * 1000 / upem)
            if up:
                yield ")]TJ 0 Ts [("

    def _code(self, glyph: int, source: str) -> str:
        found = self._escaped.get((glyph, source))
        if found is None:
            code = self._codes[glyph, source] = len(self._codes) + 1
            found = self._escaped[glyph, source] = f"{chr(code >> 8)}{chr(code & 255)}".translate(_ESCAPES)
        return found


def _kern(thousandths: float) -> str:
    """Return what moves the next glyph to the left, between two strings of a TJ array; nothing for nothing."""
    whole = round(thousandths)
    return f"){whole}(" if whole else ""

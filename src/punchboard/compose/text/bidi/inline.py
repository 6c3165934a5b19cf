"""Atoms of bidirectional and complex-script text: levels for the whole paragraph, then pieces that do not break."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from punchboard.compose.text.atoms import After, Atom, Span
from punchboard.compose.text.scripts import CURSIVE_SCRIPTS, OBJECT_REPLACEMENT, BidiParagraph, Piece, bidi_paragraph
from punchboard.compose.text.style import TextStyle

_BLANKS: Final = re.compile(r"[ \t\r]+")


class PieceShaper(Protocol):
    """Shapes single pieces into atoms; `Typesetter` does."""

    rtl: bool

    def shape_piece(self, text: str, span: Span, style: TextStyle, direction_features: str) -> list[Atom]:
        """Return the atoms of a piece."""

    def icon_atom(self, span: Span, style: TextStyle) -> Atom:
        """Return the atom of an icon."""

    def record_missing_glyph(self, word: str) -> None:
        """Record a word with a character that none of its fonts has."""


class _Source(NamedTuple):
    """The text of a paragraph, the span of each character, and the rule ids that are marked before each position."""

    text: str
    spans: tuple[Span, ...]
    marks: dict[int, tuple[str, ...]]

    def word_at(self, position: int) -> str:
        """Return the word around a position, up to the spaces on both sides."""
        return self.text[self.text.rfind(" ", 0, position) + 1 :].partition(" ")[0]

    @property
    def boundaries(self) -> frozenset[int]:
        """The positions where the style changes, an icon stands, or rules are marked."""
        changes = {at for at, (one, other) in enumerate(pairwise(self.spans), 1) if one is not other}
        return frozenset(changes | self.marks.keys())


def bidi_atoms(spans: Sequence[Span], style: TextStyle, shaper: PieceShaper) -> list[Atom]:
    """Return the atoms of spans in reading order."""
    atoms: list[Atom] = []
    for source in _paragraphs(spans):
        if atoms:
            atoms[-1] = atoms[-1]._replace(after=After.NEWLINE)
        atoms += _atoms(source, style, shaper)
    return atoms


def _paragraphs(spans: Sequence[Span]) -> Iterator[_Source]:
    """Yield the spans as paragraphs between line breaks; blanks become single spaces, and none starts a line."""
    text, owners, marks = "", list[Span](), dict[int, tuple[str, ...]]()
    for span in spans:
        if span.marks:
            marks[len(text)] = (*marks.get(len(text), ()), *span.marks)
            continue
        lines = [OBJECT_REPLACEMENT] if span.icon is not None else _BLANKS.sub(" ", span.text).split("\n")
        for number, line in enumerate(lines):
            if number:
                yield _Source(text, tuple(owners), marks)
                text, owners, marks = "", [], {}
            added = line.lstrip(" ") if not text or text[-1] == " " else line
            text += added
            owners += [span] * len(added)
    yield _Source(text, tuple(owners), marks)


def _atoms(source: _Source, style: TextStyle, shaper: PieceShaper) -> list[Atom]:
    line = bidi_paragraph(source.text, rtl=shaper.rtl)
    atoms: list[Atom] = []
    for piece in line.pieces(source.boundaries):
        if atoms and piece.start in source.marks:
            atoms[-1] = _with_marks(atoms[-1], source.marks[piece.start])
        atoms += _piece(piece, source, line, style, shaper)
    if atoms:
        trailing = (ids for at, ids in source.marks.items() if at >= len(source.text.rstrip(" ")))
        atoms[-1] = _with_marks(atoms[-1], tuple(id_ for ids in trailing for id_ in ids))._replace(after=After.NOTHING)
    return [*map(_with_wider_space, atoms, atoms[1:]), *atoms[-1:]]


def _with_wider_space(atom: Atom, following: Atom) -> Atom:
    """Return an atom with the wider of its and its neighbour's space, which differ between typefaces."""
    return atom._replace(space=following.space) if following.space > atom.space else atom


def _with_marks(atom: Atom, ids: tuple[str, ...]) -> Atom:
    return atom._replace(marks=(*atom.marks, *ids)) if ids else atom


def _piece(piece: Piece, source: _Source, line: BidiParagraph, style: TextStyle, shaper: PieceShaper) -> Iterator[Atom]:
    """Yield the atoms of a piece, the last with what follows the piece."""
    span, text = source.spans[piece.start], source.text[piece.start : piece.end]
    if span.icon is not None:
        found = [shaper.icon_atom(span, style)]
    else:
        found = shaper.shape_piece(text, span, style, piece.direction_features)
        if not all(atom.word is None or atom.word.is_complete for atom in found):
            shaper.record_missing_glyph(source.word_at(piece.start))
    spaced = piece.end < len(source.text) and source.text[piece.end] == " "
    after = After.SPACE if spaced else After.BREAK if piece.can_break_after else After.NOTHING
    for atom in found[:-1]:
        yield _with_level(atom, piece, style)
    for atom in found[-1:]:
        space_level = line.levels[piece.end] if spaced else 0
        yield _with_level(atom, piece, style)._replace(after=after, space_level=space_level)


def _with_level(atom: Atom, piece: Piece, style: TextStyle) -> Atom:
    """Return an atom with its level and script; letters of cursive scripts get no tracking."""
    script = piece.script or "Zyyy"
    if script in CURSIVE_SCRIPTS and style.tracking and atom.word is not None:
        atom = atom._replace(width=atom.word.width * atom.scale)
    return atom._replace(script=script, level=piece.level)

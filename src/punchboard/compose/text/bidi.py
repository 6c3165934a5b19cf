"""Bidirectional and complex-script text: atoms in pieces that do not break, and lines in visual order."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from punchboard.compose.text.atoms import After, Atom, Span
from punchboard.compose.text.scripts import (
    CURSIVE_SCRIPTS,
    OBJECT_REPLACEMENT,
    BidiParagraph,
    Piece,
    bidi_paragraph,
    visual_order,
)
from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Word
from punchboard.scene import Line, Text

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
        atoms = [shaper.icon_atom(span, style)]
    else:
        atoms = shaper.shape_piece(text, span, style, piece.direction_features)
        if not all(atom.word is None or atom.word.is_complete for atom in atoms):
            shaper.record_missing_glyph(source.word_at(piece.start))
    spaced = piece.end < len(source.text) and source.text[piece.end] == " "
    after = After.SPACE if spaced else After.BREAK if piece.can_break_after else After.NOTHING
    for atom in atoms[:-1]:
        yield _with_level(atom, piece, style)
    for atom in atoms[-1:]:
        space_level = line.levels[piece.end] if spaced else 0
        yield _with_level(atom, piece, style)._replace(after=after, space_level=space_level)


def _with_level(atom: Atom, piece: Piece, style: TextStyle) -> Atom:
    """Return an atom with its level and script; letters of cursive scripts get no tracking."""
    script = piece.script or "Zyyy"
    if script in CURSIVE_SCRIPTS and style.tracking and atom.word is not None:
        atom = atom._replace(width=atom.word.width * atom.scale)
    return atom._replace(script=script, level=piece.level)


class PlacedAtom(NamedTuple):
    """An atom and its x in mm."""

    atom: Atom
    x: float


def place_atoms(row: Sequence[Atom], size: float, x: float) -> list[PlacedAtom]:
    """Return the atoms of a line that starts at x, in reading order, each with its position."""
    widths: list[tuple[int | None, float]] = []
    levels: list[int] = []
    for index, atom in enumerate(row):
        widths.append((index, atom.width * size))
        levels.append(atom.level)
        if atom.after is After.SPACE and index < len(row) - 1:
            widths.append((None, atom.space * size))
            levels.append(atom.space_level)
    starts = [x] * len(row)
    for place, width in visual_order(widths, levels):
        if place is not None:
            starts[place] = x
        x += width
    return list(map(PlacedAtom, row, starts))


def style_runs(line: Sequence[PlacedAtom]) -> Iterator[list[PlacedAtom]]:
    """Yield runs that can be drawn together: neighbours of one style and direction. An icon is a run of its own."""
    run: list[PlacedAtom] = []
    for placed in line:
        if run and not _is_one_run(run[-1].atom, placed.atom):
            yield run
            run = []
        run.append(placed)
    if run:
        yield run


def _is_one_run(one: Atom, other: Atom) -> bool:
    return (
        one.face is not None
        and one.face is other.face
        and _look(one) == _look(other)
        and (one.after is not After.SPACE or one.space_level == one.level)
    )


def _look(atom: Atom) -> tuple[object, ...]:
    return atom.scale, atom.colour, atom.link, atom.level, atom.rise, atom.underline


def run_text(run: Sequence[PlacedAtom], style: TextStyle, y: float, *, last: bool) -> Text:
    """Return a run as a text item; the line of a right-to-left run has its text in reading order."""
    first = run[0].atom
    assert first.face is not None
    backwards = first.level % 2 == 1
    words = _words(run, backwards=backwards)
    actual = not backwards and any("" in word.sources for word in words)
    reading_text = " ".join(word.text for word in words) if backwards or actual else ""
    end = run[-1].atom
    space_after = end.after is After.SPACE and end.space_level == end.level and not last and not backwards
    begin = min(placed.x for placed in run)
    line = Line(
        *(round(begin, 3), round(y - first.rise * style.size, 3)),
        tuple(reversed(words)) if backwards else words,
        space_after,
        reading_text,
        actual,
    )
    tracking = 0.0 if first.script in CURSIVE_SCRIPTS else style.tracking * style.size
    return Text(first.face, style.size * first.scale, first.colour or style.colour, (line,), tracking)


def _words(run: Sequence[PlacedAtom], *, backwards: bool) -> tuple[Word, ...]:
    """Return the words of a run in reading order; atoms without a space between them are one word."""
    words = [run[0].atom.word]
    for one, other in pairwise(run):
        if one.atom.after is After.SPACE:
            words.append(other.atom.word)
        else:
            words[-1] = _joined_word(words[-1], other.atom.word, backwards=backwards)
    return tuple(word for word in words if word is not None)


def _joined_word(one: Word | None, other: Word | None, *, backwards: bool) -> Word:
    assert one is not None
    assert other is not None
    left, right = (other, one) if backwards else (one, other)
    offsets = () if not (left.offsets or right.offsets) else (*_offsets(left), *_offsets(right))
    return Word(
        one.text + other.text,
        left.glyphs + right.glyphs,
        left.advances + right.advances,
        left.sources + right.sources,
        left.width + right.width,
        offsets,
    )


def _offsets(word: Word) -> tuple[tuple[int, int], ...]:
    return word.offsets or ((0, 0),) * len(word.glyphs)

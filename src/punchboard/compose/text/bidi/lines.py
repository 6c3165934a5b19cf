"""Lines of bidirectional text: atoms are placed in visual order and drawn in reading order."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from punchboard.compose.text.atoms import After, Atom
from punchboard.compose.text.bidi.levels import visual_order
from punchboard.compose.text.scripts import CURSIVE_SCRIPTS
from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Word
from punchboard.scene import Line, Text


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
        and not one.marks
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

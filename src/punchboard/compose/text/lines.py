"""Line breaking (greedy, optionally balanced or hyphenated), and lines as text items.

Nearly all card text is aligned lines of whole words; neighbouring items are joined.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import fsum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from punchboard.compose.text.atoms import LANGUAGE_PREFIX, After, Atom
from punchboard.compose.text.inline import ICON_WIDTH, Typesetter
from punchboard.compose.text.style import TextStyle
from punchboard.compose.text.text_icons import icon_use, reading_word
from punchboard.fonts import Word
from punchboard.geometry import Affine, Point, Rect
from punchboard.geometry.shapes import rectangle
from punchboard.scene import Anchor, Element, Group, Item, Line, Link, Shape, Text, Use

if TYPE_CHECKING:
    from punchboard.compose.text.hyphenation import WordSplitter


def line_start(align: str, left: float, width: float, line: float) -> float:
    """Return the x in mm at which a line starts.

    Args:
        align: ``left``, ``centre`` or ``right``.
        left: the left edge of the text area, in mm.
        width: the width of the text area, in mm.
        line: the width of the line, in mm.
    """
    if align == "left":
        return left
    return left + ((width - line) / 2 if align == "centre" else width - line)


def aligned_words_text(
    rows: Sequence[tuple[Word, ...]], style: TextStyle, left: float, width: float, first: float
) -> Text:
    """Return lines of words as one text item.

    Args:
        rows: the words of each line.
        style: the text style, with the alignment.
        left: the left edge of the text area, in mm.
        width: the width of the text area, in mm.
        first: the baseline of the first line, in mm.
    """
    baselines = _baselines(first, style.leading, len(rows))
    if style.align == "left":
        x = round(left, 3)
        lines_left = tuple([Line(x, y, row) for y, row in zip(baselines, rows, strict=True)])
        return Text(style.face, style.size, style.colour, lines_left)
    space, size, lines = style.face.space.width, style.size, list[Line]()
    for y, row in zip(baselines, rows, strict=True):
        used = -space
        for word in row:
            used = used + space + word[4]
        lines.append(Line(round(line_start(style.align, left, width, used * size), 3), y, row))
    return Text(style.face, style.size, style.colour, tuple(lines))


@lru_cache(maxsize=4096)
def _baselines(first: float, leading: float, count: int) -> tuple[float, ...]:
    """Return the rounded baselines of ``count`` lines, which most cards of a layout share."""
    return tuple([round(first + index * leading, 3) for index in range(count)])


def merge_texts(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items, with neighbouring texts of one style joined into one item of several lines.

    Neighbouring groups that show the same part of the document become one group.
    """
    result: list[Item] = []
    for item in items:
        before = result[-1] if result else None
        if (
            isinstance(item, Text)
            and isinstance(before, Text)
            and item.face is before.face
            and item.size == before.size
            and item.colour == before.colour
            and item.tracking == before.tracking
        ):
            result[-1] = Text(item.face, item.size, item.colour, (*before.lines, *item.lines), item.tracking)
        elif isinstance(item, Group) and isinstance(before, Group) and _show_one_part(before, item):
            result[-1] = before._replace(items=merge_texts((*before.items, *item.items)))
        else:
            result.append(item)
    return tuple(result)


def _show_one_part(one: Group, other: Group) -> bool:
    return one.element is not None and one == other._replace(items=one.items)


Row = tuple[Atom, ...]

L = TypeVar("L", "AtomLines", "WordLines")

_UNDERLINE: Final = (0.11, 0.055)
"""The distance in em of an underline below the baseline, and its thickness."""

RULE_ANCHOR_PREFIX: Final = "rule-"
"""Prefix of the anchors of rules that the text states; the rule's id follows."""


class AtomLines(NamedTuple):
    """Lines of atoms with their widths in em, and the widest of them."""

    rows: tuple[Row, ...]
    widths: tuple[float, ...]
    widest: float


def break_lines(atoms: Sequence[Atom], width: float, *, balance: bool = False) -> AtomLines:
    """Return the atoms in lines of at most ``width`` em; text that cannot break may be wider."""
    fill = partial(_greedy, atoms)
    return _balanced(fill, width) if balance else fill(width)


def _balanced(fill: Callable[[float], L], width: float) -> L:
    """Return the lines at the smallest width that needs no more lines than ``width`` does."""
    lines = fill(width)
    if len(lines.widths) < 2:
        return lines
    low, high, best = lines.widest / 2, width, lines
    while high - low > 0.25:
        middle = (low + high) / 2
        candidate = fill(middle)
        if len(candidate.widths) == len(lines.widths) and candidate.widest <= middle + 1e-6:
            best, high = candidate, middle
        else:
            low = middle
    return best


def hyphenate_lines(atoms: Sequence[Atom], width: float, split: "WordSplitter") -> AtomLines:
    """Return the atoms in lines of at most ``width`` em, with words hyphenated where a part fits on the line."""
    rows: list[Row] = []
    widths: list[float] = []
    rest = list(atoms)
    while rest:
        row, used = _first_line(rest, width)
        del rest[: len(row)]
        room = width - used - row[-1].space
        parts = split(rest[0], room) if rest and row[-1].after is After.SPACE else None
        if parts is not None:
            used += row[-1].space + parts[0].width
            row, rest[0] = (*row, parts[0]), parts[1]
        rows.append(row)
        widths.append(used)
    return AtomLines(tuple(rows), tuple(widths), max(widths, default=0.0))


def _first_line(atoms: list[Atom], width: float) -> tuple[Row, float]:
    """Return the first line and its width, looking at only as many atoms as needed."""
    count = 32
    while True:
        lines = _greedy(atoms[:count], width)
        if len(lines.rows) > 1 or count >= len(atoms):
            return lines.rows[0], lines.widths[0]
        count *= 4


def _greedy(atoms: Sequence[Atom], width: float) -> AtomLines:
    """Fill each line. This is the hot loop of text layout, so it is written out and compares enums as numbers."""
    limit = width + 1e-6
    rows: list[Row] = []
    widths: list[float] = []
    start = 0  # first atom of the line
    used = 0.0  # width of the line up to `last`
    last = 0  # atoms[start:last] are on the line
    run = 0.0  # width of the line with the current unbreakable chunk
    pending = 0.0  # width of the line up to `last` with the space after it
    for index, (atom_width, space, after, *_) in enumerate(atoms):
        run += atom_width
        if after == 0:
            continue
        if run > limit and last > start:
            rows.append(tuple(atoms[start:last]))
            widths.append(used)
            run -= pending
            start = last
        used, last = run, index + 1
        pending = run + (space if after == 1 else 0.0)
        run = pending
        if after == 3:
            rows.append(tuple(atoms[start:last]))
            widths.append(used)
            start, run, pending, used = last, 0.0, 0.0, 0.0
    if last < len(atoms):
        if run > limit and last > start:
            rows.append(tuple(atoms[start:last]))
            widths.append(used)
            run -= pending
            start = last
        used = run
    if start < len(atoms):
        rows.append(tuple(atoms[start:]))
        widths.append(used)
    return AtomLines(tuple(rows), tuple(widths), max(widths, default=0.0))


class WordLines(NamedTuple):
    """Lines of whole words in one typeface, with their widths in em, and the widest of them."""

    rows: tuple[tuple[Word, ...], ...]
    widths: tuple[float, ...]
    widest: float


def break_words(words: list[Word], space: float, width: float, *, balance: bool = False) -> WordLines:
    """Return words in lines of at most ``width`` em, with ``space`` em between words."""
    fill = partial(_fill_words, words, space)
    return _balanced(fill, width) if balance else fill(width)


def _fill_words(words: list[Word], space: float, width: float) -> WordLines:
    limit = width + 1e-6
    rows: list[tuple[Word, ...]] = []
    widths: list[float] = []
    start, used = 0, -space
    for index, word in enumerate(words):
        needed = used + space + word[4]
        if needed > limit and index > start:
            rows.append(tuple(words[start:index]))
            widths.append(used)
            start, used = index, word[4]
        else:
            used = needed
    if words:
        rows.append(tuple(words[start:]))
        widths.append(used)
    return WordLines(tuple(rows), tuple(widths), max(widths, default=0.0))


def words_line(words: tuple[Word, ...], style: TextStyle, x: float, y: float) -> Text:
    """Return a line of whole words, whose baseline starts at (x, y), as a text item."""
    return Text(style.face, style.size, style.colour, (Line(round(x, 3), round(y, 3), words),))


def line_items(row: Row, style: TextStyle, x: float, y: float) -> Iterator[Item]:
    """Yield the items of one line whose baseline starts at (x, y)."""
    if any(atom.script for atom in row):
        yield from _mixed_line_items(row, style, x, y)
        return
    size = style.size
    run: list[Atom] = []
    begin = x
    for atom in row:
        if run and (atom.face is None or not _is_one_run(run[-1], atom)):
            yield from _run_items(run, style, begin, y)
            run = []
        if not run:
            begin = x
        for mark in atom.marks:
            yield Anchor(f"{RULE_ANCHOR_PREFIX}{mark}", Point(x, y - style.cap_height))
        if atom.icon is not None:
            yield _icon_item(atom, style, x, y)
        else:
            run.append(atom)
        x += _advance_width(atom, size)
    if run:
        yield from _run_items(run, style, begin, y, last=True)


def _mixed_line_items(row: Row, style: TextStyle, x: float, y: float) -> Iterator[Item]:
    """Yield the items of a line of bidirectional or complex-script text."""
    from punchboard.compose.text.bidi import place_atoms, run_text, style_runs  # noqa: PLC0415 - few lines are such

    line = place_atoms(row, style.size, x)
    for run in style_runs(line):
        for placed_atom in run:
            yield from (
                Anchor(f"{RULE_ANCHOR_PREFIX}{mark}", Point(placed_atom.x, y - style.cap_height))
                for mark in placed_atom.atom.marks
            )
        if run[0].atom.icon is not None:
            yield _icon_item(run[0].atom, style, run[0].x, y)
            continue
        text = run_text(run, style, y, last=run[-1] is line[-1])
        begin = min(placed_atom.x for placed_atom in run)
        end = max(placed_atom.x + placed_atom.atom.width * style.size for placed_atom in run)
        yield from _decorated(text, run[0].atom, style, Rect(begin, y, end - begin, 0), end - begin)


def _decorated(text: Text, atom: Atom, style: TextStyle, baseline: Rect, underlined: float) -> Iterator[Item]:
    """Yield the text of a run that begins with an atom: as a link, and with its first mm underlined, if it is so."""
    x, y, width, _ = baseline
    area = Rect(x, y - style.cap_height, width, style.cap_height + style.descent)
    yield linked((text,), area, atom.link) if atom.link else text
    if atom.underline:
        yield underline(atom, style, x, y, underlined)


def linked(items: tuple[Item, ...], area: Rect, target: str) -> Group:
    """Return items as a link: the link's area in mm covers them, and its part of the document contains them.

    A target such as ``lang:fr`` links to nothing: it says in which language the items are read.
    """
    if target.startswith(LANGUAGE_PREFIX):
        language = target.removeprefix(LANGUAGE_PREFIX)
        return Group(items, element=Element("Span", f"{area.x:.2f},{area.y:.2f}", language=language))
    return Group((*items, Link(area, target)), element=Element("Link", f"{area.x:.2f},{area.y:.2f}"))


def _advance_width(atom: Atom, size: float) -> float:
    return (atom.width + (atom.space if atom.after is After.SPACE else 0.0)) * size


def _is_one_run(one: Atom, other: Atom) -> bool:
    """Tell whether two neighbouring atoms can be in one run; a run has a space between all its words."""
    return (
        one.after is After.SPACE
        and one.face is other.face
        and one.scale == other.scale
        and one.colour == other.colour
        and one.link == other.link
        and one.rise == other.rise
        and one.underline == other.underline
    )


def _run_items(atoms: list[Atom], style: TextStyle, x: float, y: float, *, last: bool = False) -> Iterator[Item]:
    """Yield the items of a run; the space after the last run of a line is no part of it."""
    first = atoms[0]
    size = style.size * first.scale
    words = tuple(atom.word for atom in atoms if atom.word is not None)
    space = atoms[-1].space * style.size if atoms[-1].after is After.SPACE else 0.0
    space_after = atoms[-1].after is After.SPACE and not last
    line = Line(round(x, 3), round(y - first.rise * style.size, 3), words, space_after)
    assert first.face is not None
    text = Text(first.face, size, first.colour or style.colour, (line,), style.tracking * style.size)
    width = fsum(_advance_width(atom, style.size) for atom in atoms)
    yield from _decorated(text, first, style, Rect(x, y, width - space * last, 0), width - space)


def _icon_item(atom: Atom, style: TextStyle, x: float, y: float) -> Use:
    """Return an inline icon, centred on half the height of the capitals."""
    assert atom.icon is not None
    assert atom.token
    bounds = atom.icon.bounds
    height = atom.scale * style.size
    scale = height / max(bounds.width, bounds.height, 1)
    middle = y - style.cap_height / 2
    left = x + max(0.0, (ICON_WIDTH * style.size - bounds.width * scale) / 2)
    place = (
        Affine.move(left, middle - bounds.height * scale / 2) @ Affine.scale(scale) @ Affine.move(-bounds.x, -bounds.y)
    )
    colour, face = atom.colour or style.colour, style.face
    line = Line(round(x, 3), round(y, 3), (reading_word(atom.token, face, max(ICON_WIDTH, atom.scale)),))
    reading = Text(face, style.size, colour, (line,))
    return icon_use(atom.icon, colour, place)._replace(reading=reading, text=atom.alt)


def underline(atom: Atom, style: TextStyle, x: float, y: float, width: float) -> Shape:
    """Return the line under a run of a width in mm that begins at (x, y) with an atom."""
    below, thickness = (part * style.size for part in _UNDERLINE)
    top = y - atom.rise * style.size + below
    return Shape(
        rectangle(Rect(round(x, 3), round(top, 3), round(width, 3), round(thickness, 3))), atom.colour or style.colour
    )


_MAX_WIDTH = 10_000
"""A width in em that no line reaches."""


class OneLine(NamedTuple):
    """The items of a line, and its width in mm."""

    items: tuple[Item, ...]
    width: float


def one_line(text: str, style: TextStyle, setter: Typesetter, x: float = 0.0, y: float = 0.0) -> OneLine:
    """Return a text as one line whose baseline starts at (x, y) in mm."""
    line = break_lines(setter.plain_atoms(text, style), _MAX_WIDTH)
    items = tuple(item for row in line.rows for item in line_items(row, style, x, y))
    return OneLine(items, line.widest * style.size)

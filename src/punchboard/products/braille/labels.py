"""Labels: number and name of each component in Braille, within its shape; and the sheets that they lie on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from punchboard.compose.net_sheets import arrange_in_rows, fold_sheet
from punchboard.compose.sheets.marks import CUT_LINE, Marker
from punchboard.compose.text.hyphenation import syllables
from punchboard.compose.text.lines import one_line
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Affine, Point, Rect, Size, ellipse, join_outlines, rectangle
from punchboard.load.liblouis import BLANK
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Problem, ProblemsFound
from punchboard.products.braille.cells import HYPHEN, MARBURG, Translate, dots
from punchboard.products.expected import expected_paper
from punchboard.products.game.component_words import Words
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Element, Group, Item, Page, Shape, Symbol, Use

MARGIN: Final = 1.5
"""Mm between a label and the edge of its component."""

EDGE: Final = 2.5
"""Mm between the centre of a dot and the edge of its label."""

MOST_LINES: Final = 4
MOST_WIDTH: Final = 80.0
"""The most lines of a label, and its largest width in mm, for boards and mats."""

NUMBER_ONLY: Final = 0
"""The grade of a label without a name."""

Division = tuple[tuple[str, ...], ...]
"""Words in cells, each as the parts between which it may be divided."""


class Label(NamedTuple):
    """The label of one component: its lines of cells, and its size in mm."""

    words: Words
    lines: tuple[str, ...]
    size: Size
    grade: int
    """The grade of its name, or `NUMBER_ONLY`."""


FIRST_DOT: Final = Point(EDGE, EDGE)
"""The centre of dot 1 of the first cell, from the top left corner of a label."""


def labels(words: Sequence[Words], grades: Mapping[int, Translate], language: str) -> tuple[Label, ...]:
    """Return the labels of components, each name in the highest grade in which it fits.

    A name that fits in none is divided between syllables in grade 1, where letters are spelled; one that does not fit
    so either is left out. A component that is too small for its number has no label.

    Args:
        words: the components.
        grades: the function that translates to each grade; there is a grade 1.
        language: the language of the names.
    """
    numbers = grades[1]([str(one.number) for one in words])
    candidates: list[list[tuple[int, Division]]] = [[] for _ in words]
    for grade in sorted(grades, reverse=True):
        for names, cells in zip(candidates, grades[grade]([one.name for one in words]), strict=True):
            names.append((grade, tuple((word,) for word in cells.split(BLANK) if word)))
    for names, divided in zip(candidates, _divided([one.name for one in words], grades[1], language), strict=True):
        names += [(1, divided), (NUMBER_ONLY, ())]
    made = (_label(one, number, names) for one, number, names in zip(words, numbers, candidates, strict=True))
    return tuple(label for label in made if label is not None)


def _divided(names: Sequence[str], translate: Translate, language: str) -> Iterator[Division]:
    """Yield each name with its words divided; each part is translated by itself."""
    divided = [[syllables(word, language) for word in name.split()] for name in names]
    cells = iter(translate([part for name in divided for word in name for part in word]))
    for name in divided:
        yield tuple(tuple(next(cells) for _ in word) for word in name)


def _label(entry: Words, number: str, names: Sequence[tuple[int, Division]]) -> Label | None:
    for grade, name in names:
        for count in range(1, MOST_LINES + 1):
            size = label_room(entry.trim, count)
            room = int((size.width - 2 * EDGE - MARBURG.dot) // MARBURG.cell) + 1
            lines = fitted(((number,), *name), room)
            if lines is not None and len(lines) <= count:
                return Label(entry, lines, label_room(entry.trim, len(lines)), grade)
    return None


def fitted(words: Division, room: int) -> tuple[str, ...] | None:
    """Return words as lines of at most ``room`` cells, divided with a hyphen where needed; None if a part is wider."""
    lines = [""]
    for word in words:
        whole = "".join(word)
        parts = (whole,) if len(whole) <= room else word
        for index, part in enumerate(parts):
            blank = BLANK if lines[-1] and not index else ""
            after = index < len(parts) - 1  # a part needs a cell for the hyphen after it, unless it ends the word
            if len(lines[-1] + blank + part) + after <= room:
                lines[-1] += blank + part
            elif len(part) + after > room:
                return None
            else:
                lines[-1] += HYPHEN if index else ""
                lines.append(part)
    return tuple(lines)


def label_room(trim: Trim, lines: int) -> Size:
    """Return the size of the largest label of some lines in a shape; it has no width where it does not fit."""
    height = 2 * EDGE + 2 * MARBURG.dot + (lines - 1) * MARBURG.line
    width = _ROOMS.get(trim.form, _room_in_frame)(trim.size.grown(-MARGIN), height)
    return Size(min(max(0.0, width), MOST_WIDTH), height)


def _room_in_frame(size: Size, height: float) -> float:
    return size.width if height <= size.height else 0.0


def _room_in_circle(size: Size, height: float) -> float:
    return sqrt(max(0.0, size.width**2 - height**2))


def _room_in_hexagon(size: Size, height: float) -> float:
    """Return the width between the upright sides, which are half as long as the hexagon is high."""
    return size.width if height <= size.height / 2 else 0.0


def _room_in_triangle(size: Size, height: float) -> float:
    return size.width * (1 - height / size.height)


_ROOMS: Final[Mapping[str, Callable[[Size, float], float]]] = {
    "circle": _room_in_circle,
    "hex": _room_in_hexagon,
    "triangle": _room_in_triangle,
}
"""The width of the widest rectangle of a height in a shape; others fill their frame."""


CAPTION: Final = 4.0
"""Mm below a label for its words in print."""

GAP: Final = 4.0
"""Mm between labels."""

INK: Final = "#000000"


def label_sheets(composed: ComposedGame, labels: Sequence[Label]) -> Iterator[Product]:
    """Yield a file for each paper, with a label of each copy of each component."""
    all_labels = [label for label in labels for _ in range(composed.copies(label.words.component))]
    symbols = {label.words.number: _symbol(label) for label in labels}
    for name, paper in composed.papers.items() if all_labels else ():
        pages = tuple(_pages(composed, all_labels, symbols, paper))
        document = composed.document(pages, subject="Braille labels")
        yield Product(
            f"braille/{name}-labels{composed.suffix}.pdf",
            document,
            pieces=len(all_labels),
            is_home_print=True,
            expected=expected_paper(paper),
        )


def _symbol(label: Label) -> Symbol:
    """Return a label: a line to cut it out, and its dots."""
    area, half = Rect(0, 0, *label.size), MARBURG.base / 2
    circles = (ellipse(Rect(x - half, y - half, MARBURG.base, MARBURG.base)) for x, y in dots(label.lines, FIRST_DOT))
    items = (Shape(rectangle(area), stroke=CUT_LINE), Shape(join_outlines(circles), INK))
    return Symbol(f"label {label.words.number}", area, items)


def _pages(
    composed: ComposedGame, labels: Sequence[Label], symbols: dict[int, Symbol], paper: PaperFile
) -> Iterator[Page]:
    """Yield the pages of a paper.

    Raises:
        ProblemsFound: SHEET001 for the first label that is larger than the paper's printable area.
    """
    tools, words = composed.composer.tools, composed.game.words
    sheet = fold_sheet(paper, composed.print_options.printer)
    sizes = [Size(label.size.width, label.size.height + CAPTION) for label in labels]
    for label, size in zip(labels, sizes, strict=True):
        if size.width > sheet.block.width or size.height > sheet.block.height:
            message = f"the Braille label of {label.words.name!r} does not fit on {paper.name}"
            raise ProblemsFound((Problem("SHEET001", label.words.component.place, message, "choose a larger paper"),))
    marker = Marker(SheetFile(), tools.styles.get("label"), tools.setter)
    pages = arrange_in_rows(sizes, sheet.block, GAP)
    for number, laid in enumerate(pages, 1):
        items: list[Item] = [*marker.ruler(sheet)]
        for index, at in laid:
            items.append(Use(symbols[labels[index].words.number], Affine.move(*at)))
            items.append(Group(tuple(_caption(composed, labels[index], at)), element=Element("P", index)))
        text = phrase(words, "braille page", page=number, pages=len(pages))
        items += marker.label(sheet, f"{composed.label} · {text}")
        yield Page(sheet.paper, tuple(items), label=str(number))


def _caption(composed: ComposedGame, label: Label, at: Point) -> Iterator[Item]:
    """Yield the words of a label in print, made narrower to fit below it."""
    tools, words = composed.composer.tools, label.words
    name = words.name
    if label.grade == NUMBER_ONLY:
        name = phrase(composed.game.words, "braille number only", name=name)
    line = one_line(f"{words.number} {name}", tools.styles.get("label"), tools.setter)
    scale = min(1.0, label.size.width / line.width)
    yield Group(line.items, Affine.move(at.x, at.y + label.size.height + CAPTION - 1.2) @ Affine.scale(scale))

"""Sheets of labels at true size, for each paper: the dots of each label, and its words in print below."""

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.compose.net_sheets import arrange_in_rows, fold_sheet
from punchboard.compose.sheets.marks import CUT_LINE, Marker
from punchboard.compose.text.lines import one_line
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Affine, Point, Rect, Size, ellipse, join_outlines, rectangle
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Problem, ProblemsFound
from punchboard.products.braille.cells import MARBURG, dots
from punchboard.products.braille.labels import FIRST_DOT, NUMBER_ONLY, Label
from punchboard.products.expected import expected_paper
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document, Element, Group, Item, Page, Shape, Symbol, Use

CAPTION: Final = 4.0
"""Mm below a label for its words in print."""

GAP: Final = 4.0
"""Mm between labels."""

INK: Final = "#000000"


def label_sheets(composed: ComposedGame, labels: Sequence[Label]) -> Iterator[Product]:
    """Yield a file for each paper, with a label of each copy of each component."""
    all_labels = [label for label in labels for _ in range(composed.copies(label.words.component))]
    game, symbols = composed.game, {label.words.number: _symbol(label) for label in labels}
    for name, paper in composed.papers.items() if all_labels else ():
        pages = tuple(_pages(composed, all_labels, symbols, paper))
        document = Document(game.title, pages, subject="Braille labels", language=game.file.language)
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

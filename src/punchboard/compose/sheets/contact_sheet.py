"""A contact sheet: faces beside each other, each with a label below it, on A4 pages."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.boxes.tools import Tools
from punchboard.geometry import Affine, Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import Box
from punchboard.scene import Document, Group, Item, Page, Use

PAGE: Final = Size(210.0, 297.0)
MARGIN: Final = 10.0
GAP: Final = 4.0
LABEL: Final = 6.0
"""Height in mm of the label below a face."""

COLUMNS: Final = 6


class ContactCard(NamedTuple):
    """A face, the label below it, and the tools that set the label."""

    label: str
    face: Face
    tools: Tools


def contact_sheet(title: str, cards: Sequence[ContactCard]) -> Document:
    """Return the pages of a contact sheet, all faces scaled to the width of a column."""
    width = (PAGE.width - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    scales = [width / card.face.trim.size.width for card in cards]
    step = max((scale * card.face.trim.size.height for scale, card in zip(scales, cards, strict=True)), default=1.0)
    rows = max(1, int((PAGE.height - 2 * MARGIN + GAP) / (step + LABEL + GAP)))
    pages: list[Page] = []
    for first in range(0, len(cards), rows * COLUMNS):
        items: list[Item] = []
        for place, card in enumerate(cards[first : first + rows * COLUMNS]):
            row, column = divmod(place, COLUMNS)
            x, y = MARGIN + column * (width + GAP), MARGIN + row * (step + LABEL + GAP)
            items += _placed(card, Rect(x, y, width, step))
        pages.append(Page(PAGE, tuple(items), label=str(len(pages) + 1)))
    return Document(title, tuple(pages))


def _placed(card: ContactCard, area: Rect) -> list[Item]:
    trim = card.face.trim
    scale = Affine.move(area.x, area.y) @ Affine.scale(area.width / trim.size.width)
    clipped = Group((Use(card.face.symbol),), clip=trim.outline(trim.frame()))
    box = Box.model_construct(size=(area.width, LABEL), fit=5.0, one_line=True, text="", align="centre")
    style = card.tools.styles.get("label", "#000000", "centre")
    below = Rect(area.x, area.bottom + 1.0, area.width, LABEL - 1.0)
    label = text_in_box("label", box, below, card.label, style, card.tools.setter)
    return [Group((clipped,), scale), *label.items]

"""The texts of the calibration target: paragraphs and labels, set from templates."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from punchboard.compose.calibration.marks import LabelSetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.markdown import parse_inline
from punchboard.expression import template
from punchboard.geometry import Point, Rect
from punchboard.scene import Item


class SetText(NamedTuple):
    """The items of a text that was set, and the y in mm where it ends."""

    items: Sequence[Item]
    bottom: float


class TextSetter(NamedTuple):
    """Sets the texts of the target; ``words`` are the templates by name, ``values`` fill them."""

    labels: LabelSetter
    words: Mapping[str, Any]
    values: Mapping[str, str]

    def fill(self, text: str) -> str:
        """Return a template filled with the values."""
        return str(template(text)(self.values))

    def named_text(self, name: str, style: str, area: Rect) -> SetText:
        """Return the text with this name, set from the top of an area in its width."""
        return self.paragraph(self.words[name], style, area)

    def paragraph(self, text: str, style_name: str, area: Rect) -> SetText:
        """Return a paragraph of Markdown, set from the top of an area in its width."""
        style = self.labels.styles.get(style_name)
        atoms = self.labels.setter.atoms(parse_inline(self.fill(text)), style)
        items: list[Item] = []
        rows = break_lines(atoms, area.width / style.size).rows
        for index, row in enumerate(rows):
            items += line_items(row, style, area.x, area.y + style.cap_height + index * style.leading)
        return SetText(items, area.y + len(rows) * style.leading)

    def centred(self, text: str, middle: Point, style: str = "calibrate-figure") -> Iterator[Item]:
        """Yield a word centred on a point."""
        return self.labels.centred(text, self.labels.styles.get(style), middle)

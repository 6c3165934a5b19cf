"""Sets the words of the calibration target: paragraphs from templates, single words about a point."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from punchboard.compose.calibration.marks import Figures
from punchboard.compose.text.lines import broken, set_row
from punchboard.compose.text.markdown import inline
from punchboard.expression import template
from punchboard.geometry import Point, Rect
from punchboard.scene import Item


class Set(NamedTuple):
    """Items that were set, and where they end."""

    items: Sequence[Item]
    bottom: float


class Texts(NamedTuple):
    """Sets the words of the pages."""

    figures: Figures
    words: Mapping[str, Any]
    values: Mapping[str, str]

    def say(self, text: str) -> str:
        """Return a template worked out."""
        return str(template(text)(self.values))

    def named(self, name: str, style: str, area: Rect) -> Set:
        """Return the text of a name set from the top of an area, in its width."""
        return self.lines(self.words[name], style, area)

    def lines(self, text: str, style_name: str, area: Rect) -> Set:
        """Return a paragraph set from the top of an area, in its width."""
        style = self.figures.styles.get(style_name)
        atoms = self.figures.setter.atoms(inline(self.say(text)), style)
        items: list[Item] = []
        rows = broken(atoms, area.width / style.size).rows
        for index, row in enumerate(rows):
            items += set_row(row, style, area.x, area.y + style.rise + index * style.leading)
        return Set(items, area.y + len(rows) * style.leading)

    def figure(self, text: str, middle: Point, style: str = "calibrate-figure") -> Iterator[Item]:
        """Yield a word with the middle of its capitals at a point."""
        return self.figures.at(text, self.figures.styles.get(style), middle)

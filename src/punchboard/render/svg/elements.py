"""SVG leaf elements written as text: shapes, lines of text, uses.

They make up nearly all of a file, and svgwrite takes four times as long for them. The text is exactly what svgwrite
would write. `LeafElements` is their placeholder among svgwrite's elements, and `insert_leaves` puts the text there.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final
from xml.etree import ElementTree as ET

from punchboard.geometry import path_to_svg
from punchboard.scene import Shape, Stroke
from punchboard.units import format_number

_MARK: Final = re.compile(r"<!--leaves (\d+)-->")
_IN_TEXT: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES: Final = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


class LeafElements:
    """Placeholder among the elements of a drawing for elements written as text."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.written: list[str] = []

    def get_xml(self) -> Any:
        """Return a comment that marks their place. Text from a catalog cannot contain a comment."""
        return ET.Comment(f"leaves {self._number}")


def insert_leaves(xml: str, leaves: list[LeafElements]) -> str:
    """Return a drawing with its placeholders replaced by the elements."""
    return _MARK.sub(lambda found: "".join(leaves[int(found[1])].written), xml)


def path_element(d: str, paint: str) -> str:
    """Return a path element with path data; ``paint`` contains its other attributes."""
    return f'<path d="{d}"{paint} />' if d else f"<path{paint} />"


@lru_cache(maxsize=16384)
def shape_element(item: Shape) -> str:
    """Return the path element of a shape, cached because backgrounds and icons are on every face."""
    return path_element(path_to_svg(item.outline), paint_text(item.fill, item.stroke, even_odd=item.even_odd))


def text_element(words: str, transform: str, colour: str, d: str) -> str:
    """Return a line of text as outlines, with its words for screen readers."""
    words = words.strip()  # a line that goes on with an icon ends with a no-break space
    quoted, text = words.translate(_IN_QUOTES), words.translate(_IN_TEXT)
    title = f"<title>{text}</title>" if text else "<title />"
    label = f' aria-label="{quoted}"'
    return f'<g fill="{colour}" transform="{transform}"{label} role="img">{title}{path_element(d, "")}</g>'


def use_element(name: str, transform: str) -> str:
    """Return an element that places a symbol by its id."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<use{moved} xlink:href="#{name}" />'


@lru_cache(maxsize=4096)
def paint_text(fill: str | None, stroke: Stroke | None, *, even_odd: bool) -> str:
    """Return the fill and stroke attributes of a path as text, in svgwrite's order."""
    attributes = {"fill": fill or "none"} | (_line(stroke) if stroke is not None else {})
    if even_odd:
        attributes["fill-rule"] = "evenodd"
    return "".join(f' {name}="{value}"' for name, value in sorted(attributes.items()))


def _line(stroke: Stroke) -> dict[str, str]:
    style = {"stroke": stroke.colour, "stroke-width": format_number(stroke.width)}
    if stroke.dash:
        style["stroke-dasharray"] = " ".join(map(format_number, stroke.dash))
    if stroke.round:
        style |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return style

"""Elements of SVG without children of ours, written as text: shapes, lines of text, uses.

They are nearly all of a file, and svgwrite's objects for them take four times as long as the text of them. Each is
what svgwrite writes, letter for letter. `Leaves` stand for them among its elements; `filled` puts them in their places.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
    """Stands among the elements of a drawing for some that are written already."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.written: list[str] = []

    def get_xml(self) -> Any:
        """Return a comment that tells where they stand; no text of a catalog can be one."""
        return ET.Comment(f"leaves {self._number}")


def insert_leaves(xml: str, leaves: list[LeafElements]) -> str:
    """Return a drawing with its leaves in their places."""
    return _MARK.sub(lambda found: "".join(leaves[int(found[1])].written), xml)


def path(d: str, painted: str) -> str:
    """Return a path of some path data; ``painted`` are its other attributes."""
    return f'<path d="{d}"{painted} />' if d else f"<path{painted} />"


@lru_cache(maxsize=16384)
def shape(item: Shape) -> str:
    """Return the path of a shape; those of grounds and icons come again on every face."""
    return path(path_to_svg(item.outline), painted(item.fill, item.stroke, even_odd=item.even_odd))


def spoken(words: str, transform: str, colour: str, d: str) -> str:
    """Return a line of text: its outlines, read out as its words."""
    told, said = words.translate(_IN_QUOTES), words.translate(_IN_TEXT)
    title = f"<title>{said}</title>" if said else "<title />"
    label = f' aria-label="{told}"'
    return f'<g fill="{colour}" transform="{transform}"{label} role="img">{title}{path(d, "")}</g>'


def use(name: str, transform: str) -> str:
    """Return a symbol that is placed, by its id."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<use{moved} xlink:href="#{name}" />'


def paint_attributes(fill: str | None, stroke: Stroke | None, *, even_odd: bool) -> Mapping[str, str]:
    """Return what a path is painted with, by svgwrite's names of attributes."""
    style = {"fill": fill or "none"}
    if even_odd:
        style["fill_rule"] = "evenodd"
    return style | (_line(stroke) if stroke is not None else {})


@lru_cache(maxsize=4096)
def painted(fill: str | None, stroke: Stroke | None, *, even_odd: bool) -> str:
    """Return what a path is painted with as attributes, in svgwrite's order."""
    attributes = paint_attributes(fill, stroke, even_odd=even_odd)
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in sorted(attributes.items()))


def _line(stroke: Stroke) -> dict[str, str]:
    style = {"stroke": stroke.colour, "stroke_width": format_number(stroke.width)}
    if stroke.dash:
        style["stroke_dasharray"] = " ".join(map(format_number, stroke.dash))
    if stroke.round:
        style |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return style

"""An SVG file as drawing programs save it, made ready to be one outline: what draws nothing is taken away.

Programs write names, notes and views of their own into a file, and say paint in ``style``. None of it draws. What does
draw, or could run or fetch something, stays, and is judged as any drawing is (`punchboard.load.icons.svg_outline`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from punchboard.geometry import IDENTITY, Outline, Rect
from punchboard.load.icons.svg_outline import INHERITED_PAINT, SVG, UnusableIconError, outline_from_element, svg_number

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from punchboard.load.icons.style_sheet import Rule

_SHOWN: Final[tuple[str, ...]] = ("display", "visibility")
_HIDDEN: Final = frozenset({"hidden", "collapse"})
_SILENT: Final = frozenset({f"{SVG}{name}" for name in ("title", "desc", "metadata", "defs", "style")})
"""Elements of SVG that draw nothing themselves."""

_ROOT: Final = frozenset(
    {"viewBox", "width", "height", "version", "id", "class", "x", "y", "preserveAspectRatio", "baseProfile"}
)
"""Attributes of ``<svg>`` besides paint."""

_IDLE: Final = re.compile(r"\{.*|aria-[a-z]+|data-[a-z-]+|role|focusable|tabindex|style|display|visibility")
"""Attributes that draw nothing: those of other namespaces, what tells browsers how to speak of a picture, and what has
been read when they are taken away."""

_DRAWS: Final = ("clip-path", "mask", "filter", "transform", "d")
"""What a style may say besides paint, and no outline shows."""

_NUMBERS: Final = re.compile(r"\s*[\s,]\s*")
_LARGEST: Final = 1e6


def outline_from_file(root: Element) -> Outline:
    """Return the outline of an SVG file on the grid of 512 units.

    Args:
        root: its parsed ``<svg>``; it is changed.

    Raises:
        UnusableError: for drawings that are more than filled shapes of one colour.
    """
    _clean(root)
    for name in sorted(set(root.keys()) - _ROOT - set(INHERITED_PAINT)):
        raise UnusableIconError(f"its <svg> has {name.rpartition('}')[2]!r}, which no drawing needs")
    return outline_from_element(root, _shown(root), IDENTITY)


def _shown(root: Element) -> Rect:
    """Return the part of the plane that a file shows."""
    said = root.get("viewBox")
    if said is None:
        sides = [root.get(name, "") for name in ("width", "height")]
        numbers = [0.0, 0.0, *(svg_number(side, "px|mm|pt") for side in sides if side and not side.endswith("%"))]
    else:
        numbers = [svg_number(part, "") for part in _NUMBERS.split(said.strip())]
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise UnusableIconError("its <svg> says neither 'viewBox' nor 'width' and 'height'")
    if max(map(abs, numbers)) > _LARGEST:
        raise UnusableIconError(f"{said or 'its size'!r} is too large for a viewBox")
    return Rect(*numbers)


def _clean(root: Element) -> None:
    """Take away what draws nothing and what is hidden, and say paint in attributes.

    What is not displayed is not, with all that is in it; what is in something that is not visible may be so itself.
    """
    sheets = [text for one in root.iter(f"{SVG}style") if (text := one.text or "").strip()]
    rules: tuple[Rule, ...] = ()
    if sheets:
        from punchboard.load.icons.style_sheet import style_rules

        rules = style_rules(sheets)
    waiting = [(root, _settled(root, rules).get("visibility") in _HIDDEN)]
    while waiting:
        element, hidden = waiting.pop()
        for child in tuple(element):
            if child.tag in _SILENT or not str(child.tag).startswith(SVG):
                element.remove(child)
                continue
            said = _settled(child, rules)
            unseen = said.get("visibility", "hidden" if hidden else "") in _HIDDEN
            if said.get("display") == "none" or (unseen and not len(child)):
                element.remove(child)
            else:
                waiting.append((child, unseen))


def _settled(element: Element, rules: Sequence[Rule]) -> Mapping[str, str]:
    """Return what an element and the rules for it say of how it is shown, with its paint said in attributes."""
    said: dict[str, str] = {name: element.attrib[name].strip() for name in _SHOWN if name in element.attrib}
    for rule in rules:
        if rule.selector.matches(element):
            said |= rule.declarations
    for part in element.get("style", "").split(";"):
        key, colon, value = (side.strip() for side in part.partition(":"))
        if colon:
            said[key] = value
    for key, value in said.items():
        if key in _DRAWS and value != "none":
            name = str(element.tag).removeprefix(SVG)
            raise UnusableIconError(
                f"its <{name}> has {key!r} in its style, which cannot be drawn as one outline", f"{key}:"
            )
        if key in INHERITED_PAINT:
            element.set(key, value)
    for name in [name for name in element.keys() if _IDLE.fullmatch(name)]:
        del element.attrib[name]
    return said

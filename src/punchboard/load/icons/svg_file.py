"""SVG files as drawing programs save them, cleaned up and turned into one outline.

Drawing programs add names, notes and editor settings to a file, and write paint in ``style``. Whatever draws nothing is
removed. The rest, including anything that could run or fetch something, is checked by
`punchboard.load.icons.svg_outline`.
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

_VISIBILITY: Final[tuple[str, ...]] = ("display", "visibility")
_HIDDEN: Final = frozenset({"hidden", "collapse"})
_INVISIBLE: Final = frozenset({f"{SVG}{name}" for name in ("title", "desc", "metadata", "defs", "style")})
"""SVG elements that draw nothing themselves."""

_ROOT_ATTRIBUTES: Final = frozenset(
    {"viewBox", "width", "height", "version", "id", "class", "x", "y", "preserveAspectRatio", "baseProfile"}
)
"""Allowed attributes of ``<svg>`` besides paint."""

_UNDRAWN: Final = re.compile(r"\{.*|aria-[a-z]+|data-[a-z-]+|role|focusable|tabindex|style|display|visibility")
"""Attributes that draw nothing: those of other namespaces, accessibility attributes, and those already applied when
these are removed."""

_UNSUPPORTED_STYLES: Final = (
    *("clip-path", "mask", "filter", "transform", "d", "mix-blend-mode"),
    *("marker", "marker-start", "marker-mid", "marker-end"),
)
"""Properties of a style that an outline cannot show."""

_NUMBERS: Final = re.compile(r"\s*[\s,]\s*")
_MAX_VIEW_BOX: Final = 1e6
MAX_MATCHES: Final = 1_000_000
"""Most rules of a style sheet times elements, each of which is compared."""


def outline_from_file(root: Element) -> Outline:
    """Return the outline of an SVG file on the grid of 512 units.

    Args:
        root: its parsed ``<svg>``, which is modified.

    Raises:
        UnusableIconError: when the drawing is more than filled shapes of one colour.
    """
    return outline_from_element(root, plain_view(root), IDENTITY)


def plain_view(root: Element) -> Rect:
    """Return the view box of a file, from ``viewBox`` or from ``width`` and ``height``.

    What draws nothing is removed from the file, and its styles become attributes.

    Raises:
        UnusableIconError: for styles and attributes that are not on the allow list.
    """
    _remove_hidden(root)
    for name in sorted(set(root.keys()) - _ROOT_ATTRIBUTES - set(INHERITED_PAINT)):
        raise UnusableIconError(f"its <svg> has the attribute {name.rpartition('}')[2]!r}, which is not allowed")
    view_box = root.get("viewBox")
    if view_box is None:
        sides = [root.get(name, "") for name in ("width", "height")]
        numbers = [0.0, 0.0, *(svg_number(side, "px|mm|pt") for side in sides if side and not side.endswith("%"))]
    else:
        numbers = [svg_number(part, "") for part in _NUMBERS.split(view_box.strip())]
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise UnusableIconError("its <svg> has neither 'viewBox' nor 'width' and 'height'")
    if max(map(abs, numbers)) > _MAX_VIEW_BOX:
        raise UnusableIconError(f"{view_box or 'its size'!r} is too large for a viewBox")
    return Rect(*numbers)


def _remove_hidden(root: Element) -> None:
    """Remove elements that draw nothing or are hidden, and move paint from styles to attributes.

    ``display: none`` hides an element with all its children. A child of an invisible element may be visible again.
    """
    sheets = [text for element in root.iter(f"{SVG}style") if (text := element.text or "").strip()]
    rules: tuple[Rule, ...] = ()
    if sheets:
        from punchboard.load.icons.style_sheet import style_rules  # noqa: PLC0415 - few icons have a style sheet

        rules = style_rules(sheets)
        if len(rules) * sum(1 for _ in root.iter()) > MAX_MATCHES:
            raise UnusableIconError("its style sheet has too many rules for the number of its shapes")
    waiting = [(root, _apply_style(root, rules).get("visibility") in _HIDDEN)]
    while waiting:
        element, hidden = waiting.pop()
        for child in tuple(element):
            if child.tag in _INVISIBLE or not str(child.tag).startswith(SVG):
                element.remove(child)
                continue
            style = _apply_style(child, rules)
            invisible = style.get("visibility", "hidden" if hidden else "") in _HIDDEN
            if style.get("display") == "none" or (invisible and not len(child)):
                element.remove(child)
            else:
                waiting.append((child, invisible))


def _apply_style(element: Element, rules: Sequence[Rule]) -> Mapping[str, str]:
    """Return the style of an element from its attributes, matching rules and ``style``; set its paint as attributes."""
    style: dict[str, str] = {name: element.attrib[name].strip() for name in _VISIBILITY if name in element.attrib}
    for rule in rules:
        if rule.selector.matches(element):
            style |= rule.declarations
    if "style" in element.attrib:
        from punchboard.load.icons.style_sheet import style_declarations  # noqa: PLC0415 - few icons have styles

        style |= style_declarations(element.attrib["style"])
    for key, value in style.items():
        if key in _UNSUPPORTED_STYLES and value not in {"none", "normal"}:
            name = str(element.tag).removeprefix(SVG)
            message = f"its <{name}> has {key!r} in its style, which cannot be drawn as one outline"
            raise UnusableIconError(message, f"{key}:")
        if key in INHERITED_PAINT:
            element.set(key, value)
    for name in [name for name in element.keys() if _UNDRAWN.fullmatch(name)]:  # noqa: SIM118 - an element is not a mapping
        del element.attrib[name]
    return style

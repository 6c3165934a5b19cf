"""The drawings of a page: numbered figures, and icons as SVG symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from punchboard.compose.text.layout.column import Figure
from punchboard.geometry import Outline, Size, path_to_svg
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import spoken_name
from punchboard.products.product import DRAWING_PLACEHOLDER
from punchboard.scene import Page
from punchboard.units import format_number

PIXELS: Final = 6.5
"""Pixels per mm of the printed column on a wide screen. Narrow screens scale figures down."""


class Drawings:
    """Collects the drawings of a page in order of appearance."""

    def __init__(self) -> None:
        self._pages: list[Page] = []

    def svg(self, figure: Figure, label: str) -> Markup:
        """Return the SVG element of a figure, with a label for screen readers."""
        number_ = len(self._pages)
        self._pages.append(Page(Size(figure.width, figure.height), tuple(figure.draw(0.0, 0.0))))
        size = {"width": round(figure.width * PIXELS), "height": round(figure.height * PIXELS)}
        return Markup(
            '<svg class="drawing" width="{width}" height="{height}" viewBox="0 0 {across} {down}" role="img"'
            ' aria-label="{label}">{drawing}</svg>'
        ).format(
            **size,
            across=format_number(figure.width),
            down=format_number(figure.height),
            label=label,
            drawing=Markup(DRAWING_PLACEHOLDER.format(number_)),  # noqa: S704 - a number in a comment
        )

    def pages(self) -> tuple[Page, ...]:
        """Return all drawings in order."""
        return tuple(self._pages)


class Icons:
    """Collects the icons of a page as symbols, each with a label."""

    def __init__(self, game: Game, icons: Mapping[str, Outline]) -> None:
        self._icons = icons
        self._used: dict[str, Outline] = {}
        entries = (entry for entries in game.lists.values() for entry in entries)
        self._names = {
            str(one.properties["icon"]): str(one.properties["name"]) for one in entries if "icon" in one.properties
        }

    def svg(self, name: str) -> Markup:
        """Return an icon for use in text. Its label is the list entry that has this icon, or else the icon's name.

        Raises:
            KeyError: when there is no icon of this name.
        """
        self._used[name] = self._icons[name]
        label = self._names.get(name, spoken_name(name))
        element = Markup('<svg class="icon" role="img" aria-label="{}"><use href="#{}"/></svg>')
        return element.format(label, _id(name))

    def html(self) -> Markup:
        """Return the symbols of all icons used so far."""
        return Markup("").join(_symbol(name, outline) for name, outline in self._used.items())


def _id(name: str) -> str:
    return f"i-{name.replace(':', '--')}"


def _symbol(name: str, outline: Outline) -> Markup:
    bounds = outline.bounds
    side = max(bounds.width, bounds.height, 1.0)
    box = (bounds.centre.x - side / 2, bounds.centre.y - side / 2, side, side)
    return Markup('<symbol id="{}" viewBox="{}"><path d="{}"/></symbol>').format(
        _id(name), " ".join(map(format_number, box)), path_to_svg(outline)
    )

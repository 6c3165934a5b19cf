"""What a page draws: its figures, which are numbered, and its icons, which are symbols of the page."""

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
"""Pixels that a mm of the printed column has on a wide screen; narrower ones make it smaller."""


class Drawings:
    """The drawings of a page, each once for each place."""

    def __init__(self) -> None:
        self._pages: list[Page] = []

    def svg(self, figure: Figure, label: str) -> Markup:
        """Return the element of a figure, with what it shows in words."""
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
            drawing=Markup(DRAWING_PLACEHOLDER.format(number_)),
        )

    def pages(self) -> tuple[Page, ...]:
        """Return all drawings in their order."""
        return tuple(self._pages)


class Icons:
    """The icons of a page: symbols, and what each is called."""

    def __init__(self, game: Game, icons: Mapping[str, Outline]) -> None:
        self._icons = icons
        self._used: dict[str, Outline] = {}
        entries = (entry for entries in game.lists.values() for entry in entries)
        self._names = {
            str(one.properties["icon"]): str(one.properties["name"]) for one in entries if "icon" in one.properties
        }

    def svg(self, name: str) -> Markup:
        """Return an icon within a text; it is read out as the choice whose icon it is, or else by its name.

        Raises:
            KeyError: when there is none of this name.
        """
        self._used[name] = self._icons[name]
        label = self._names.get(name, spoken_name(name))
        element = Markup('<svg class="icon" role="img" aria-label="{}"><use href="#{}"/></svg>')
        return element.format(label, _id(name))

    def html(self) -> Markup:
        """Return the symbols of all icons that were used."""
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

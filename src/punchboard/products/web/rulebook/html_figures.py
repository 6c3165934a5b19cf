"""The drawings of a page: numbered figures, and icons as SVG symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from punchboard.compose.text.column import Figure
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
        self._names = game.icon_names

    def label(self, name: str) -> str:
        """Return what is read for an icon: what the game calls it, or else the icon's name."""
        return self._names.get(name, spoken_name(name))

    def svg(self, name: str, *, is_said: bool = False) -> Markup:
        """Return an icon for use in text; decoration if the words beside it say its label.

        A missing icon is left out, as on the pages of the book, which report it.
        """
        try:
            outline = self._icons[name]
        except KeyError:
            return Markup("")
        label = "" if is_said else self.label(name)
        read_as = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
        return self._element(name, outline, read_as)

    def _element(self, name: str, outline: Outline, reading: Markup) -> Markup:
        self._used[name] = outline
        return Markup('<svg class="icon" {}><use href="#{}"/></svg>').format(reading, _id(name))

    def html(self) -> Markup:
        """Return the symbols of all icons used so far."""
        return Markup("").join(_symbol(name, outline) for name, outline in self._used.items())


def _id(name: str) -> str:
    return f"i-{name.replace(':', '--')}"


def _symbol(name: str, outline: Outline) -> Markup:
    return Markup('<symbol id="{}" viewBox="{}"><path d="{}"/></symbol>').format(
        _id(name), square_view(outline), path_to_svg(outline)
    )


def square_view(outline: Outline) -> str:
    """Return the viewBox of a square around an icon."""
    bounds = outline.bounds
    side = max(bounds.width, bounds.height, 1.0)
    box = (bounds.centre.x - side / 2, bounds.centre.y - side / 2, side, side)
    return " ".join(map(format_number, box))

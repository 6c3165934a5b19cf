"""Looks and slabs for the tests of columns."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from punchboard.compose.text.column import Figure, Look, Slab
from punchboard.compose.text.markdown import Directive
from punchboard.geometry import Point, Rect, rectangle
from punchboard.scene import Anchor, Shape


@pytest.fixture(scope="session")
def slab() -> Callable[..., Slab]:
    """Return a slab of a height that draws an anchor of its name where it stands."""

    def slab(name: str, height: float = 10.0, **changes: object) -> Slab:
        return Slab(height, lambda x, y: iter((Anchor(name, Point(x, y)),)), **changes)  # type: ignore[arg-type]

    return slab


@pytest.fixture(scope="session")
def look(setter, text_style) -> Look:
    """A look of one style; a directive is a slab of 20 mm, one named ``aside`` a figure of 20 x 30 mm."""

    def square(x: float, y: float) -> object:
        return iter((Shape(rectangle(Rect(x, y, 20, 30)), "#000000"),))

    def directive(directive: Directive, width: float) -> object:
        return iter((Slab(20, lambda x, y: iter((Anchor(directive.name, Point(x, y)),))),))

    def aside(directive: Directive, width: float) -> Figure | None:
        return Figure(20, 30, square) if directive.name == "aside" else None

    return SimpleNamespace(
        setter=setter,
        style=lambda role: text_style(name=role, bold=role.startswith("h"), space_after=1.0),
        colour=lambda paint: "#123456",
        fill=lambda paint: "#abcdef",
        icon=setter.icon,
        directive=directive,
        side_figure=aside,
        picture=lambda picture, width: iter(()),
        heading=lambda heading, width: None,
    )

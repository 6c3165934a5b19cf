"""What the page may ask of a theme, as models: anything else is refused before a file is touched."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from punchboard.model.values import Model
from punchboard.server.studio.requests import LookRequest

ThemePath = Annotated[tuple[str, ...], Field(min_length=1, max_length=3)]
"""The keys that lead to a value of a theme: ``colours``, ``ink``."""


class NameTheme(Model):
    """Name another theme in game.yaml."""

    do: Literal["theme"]
    theme: str


class SetTheme(Model):
    """Set a value in the game's own theme.yaml."""

    do: Literal["set"]
    path: ThemePath
    value: Any


class ResetTheme(Model):
    """Remove a value from the game's own theme.yaml: it is that of the named theme again."""

    do: Literal["reset"]
    path: ThemePath


ThemeEdit = Annotated[NameTheme | SetTheme | ResetTheme, Field(discriminator="do")]


class ThemeRequest(LookRequest):
    """Edits of the theme that are one step for undo, and what the page calls them.

    ``gesture`` names what a person is still doing, such as one drag: requests with the same one are one step.
    """

    label: Annotated[str, Field(max_length=200)]
    gesture: Annotated[str, Field(max_length=60)] = ""
    edits: Annotated[tuple[ThemeEdit, ...], Field(min_length=1, max_length=400)]

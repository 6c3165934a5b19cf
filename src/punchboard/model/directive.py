"""Fenced directives of a rulebook: what their YAML bodies may hold."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field

from punchboard.model.values import Length, Measure, Model, Prose

Shown = str | tuple[str, ...]
"""An expression that selects components, or their ids."""


class ComponentsDirective(Model):
    """The list of what is in the box: a picture, a count and a word on each kind."""

    picture: Annotated[float, Field(ge=5, le=60)] = 15.0
    columns: Annotated[int, Field(ge=1, le=4)] = 1


class SetupDirective(Model):
    """The numbered set-up, made from data."""


class CardsDirective(Model):
    """A row of components in true proportions; one alone stands beside the text that follows."""

    show: Shown
    width: Measure = 22.0
    caption: Prose = ""
    side: Literal["front", "back"] = "front"
    beside: bool | None = None


class SceneItem(Model):
    """A component or an icon lying in a picture of the table; ``at`` is its top left corner before it is turned."""

    show: str | None = None
    icon: str | None = None
    colour: str = "ink"
    at: tuple[Length, Length]
    width: Measure
    turn: float = 0.0
    side: Literal["front", "back"] = "front"
    label: Prose = ""


class SceneDirective(Model):
    """A picture of the table."""

    size: tuple[Measure, Measure]
    items: tuple[SceneItem, ...]
    caption: Prose = ""


class PrintedDirective(Model):
    """A passage printed from game.yaml: variants, open questions, standings, credits."""


DIRECTIVES: Mapping[str, type[Model]] = MappingProxyType(
    {
        "components": ComponentsDirective,
        "setup": SetupDirective,
        "cards": CardsDirective,
        "scene": SceneDirective,
        "variants": PrintedDirective,
        "open": PrintedDirective,
        "standings": PrintedDirective,
        "credits": PrintedDirective,
    }
)
"""The directives by the word after the fence."""

"""Fenced directives of a rulebook: what their YAML bodies may hold."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from punchboard.model.values import Length, Measure, Model, Prose

ShownComponents = str | tuple[str, ...]
"""An expression that selects components, or their ids."""


class ComponentsDirective(Model):
    """The list of what is in the box: a picture, a count and a word on each kind."""

    picture: Annotated[float, Field(ge=5, le=60)] = 15.0
    columns: Annotated[int, Field(ge=1, le=4)] = 1


class SetupDirective(Model):
    """The numbered set-up, made from data."""


class CardsDirective(Model):
    """A row of components in true proportions; one alone stands beside the text that follows."""

    show: ShownComponents
    width: Measure = 22.0
    caption: Prose = ""
    side: Literal["front", "back"] = "front"
    beside: bool | None = None


class SceneItem(Model):
    """A component, a die or an icon in a picture of the table; ``at`` is its top left corner before it is turned."""

    show: str | None = None
    die: str | None = None
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
    width: Measure | None = None
    """How wide it is drawn where the column is that wide; in its own millimetres when not given."""
    items: tuple[SceneItem, ...]
    caption: Prose = ""


class SeatsDirective(Model):
    """What each seat takes for each number of players, as a table made from the set-up."""


class PilesDirective(Model):
    """What lies in each pile after set-up for each number of players, as tables from the set-up walked to its end."""

    columns: Annotated[int, Field(ge=1, le=3)] = 1
    """In one, all piles stand in one table; in more, what changes with the players, what does not and what each
    player has stand beside one another."""
    seats: bool = False
    """Whether the table of what each seat takes stands before them."""
    variants: bool = False
    """Whether a table of what is otherwise in it follows for each variant that changes the set-up."""
    caption: Prose = ""


class TallyRow(Model):
    """A row of a tally: its name, a remark beneath it; a total stands out."""

    name: Prose
    note: Prose = ""
    total: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_short(cls, value: Any) -> Any:
        """Take ``Tricks`` for a name, and ``{total: Score}`` for the name of a total."""
        if not isinstance(value, dict):
            return {"name": str(value)}
        short = isinstance(value.get("total"), str) and "name" not in value
        return {**value, "name": value["total"], "total": True} if short else value


class TallyDirective(Model):
    """A grid to fill in by hand: a column for each head, or for each seat with a blank to write a name in."""

    columns: Literal["seats"] | Annotated[tuple[Prose, ...], Field(min_length=1, max_length=24)] = "seats"
    rows: tuple[TallyRow, ...] = ()
    lines: Annotated[int, Field(ge=0, le=60)] = 0
    """Blank lines of a grid whose rows have no names."""
    corner: Prose = ""
    """What stands above the names of the rows."""
    height: Measure = 9.0
    first: Measure = 42.0
    """Width in mm of the column of names."""

    @field_validator("columns", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        """Take the number of a round for its name, as rows do."""
        return tuple(map(str, value)) if isinstance(value, list | tuple) else value


class PrintedDirective(Model):
    """A passage printed from game.yaml: variants, open questions, standings, credits."""


DIRECTIVES: Mapping[str, type[Model]] = MappingProxyType(
    {
        "components": ComponentsDirective,
        "setup": SetupDirective,
        "cards": CardsDirective,
        "scene": SceneDirective,
        "seats": SeatsDirective,
        "piles": PilesDirective,
        "tally": TallyDirective,
        "variants": PrintedDirective,
        "open": PrintedDirective,
        "standings": PrintedDirective,
        "credits": PrintedDirective,
    }
)
"""The directives by the word after the fence."""

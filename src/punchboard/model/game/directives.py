"""Models of the fenced directives in rulebooks: the keys of their YAML bodies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from punchboard.model.values import Length, Measure, Model, Prose

ShownComponents = str | tuple[str, ...]
"""An expression that selects components, or their ids."""


class ComponentsDirective(Model):
    """The list of what is in the box: a picture, a count and a short description of each kind."""

    picture: Annotated[float, Field(ge=5, le=60)] = 15.0
    columns: Annotated[int, Field(ge=1, le=4)] = 1


class SetupDirective(Model):
    """The numbered set-up steps, written from ``setup`` in game.yaml."""


class CardsDirective(Model):
    """A row of components in true proportions. A single component stands beside the text that follows."""

    show: ShownComponents
    width: Measure = 22.0
    caption: Prose = ""
    side: Literal["front", "back"] = "front"
    beside: bool | None = None


class AnatomyDirective(Model):
    """One component, large, with a numbered call-out to each part of its layout that is explained."""

    show: str
    scale: Annotated[int, Field(ge=70, le=100)] = 80
    """The printed size, in per cent of the component's own."""
    parts: Annotated[Mapping[str, Prose], Field(min_length=1, max_length=16)]
    """What each part is, by the name of its box in the layout, in the order of the numbers."""
    legend: Literal["beside", "below"] | None = None
    side: Literal["front", "back"] = "front"
    caption: Prose = ""


class SceneItem(Model):
    """A component, a die, an icon or a number in a picture; ``at`` is its top left corner before the turn."""

    show: str | None = None
    die: str | None = None
    icon: str | None = None
    number: Annotated[int, Field(ge=1, le=99)] | None = None
    """A number in a disc, such as that of the step that it belongs to."""
    colour: str = "ink"
    at: tuple[Length, Length]
    width: Measure = 4.6
    turn: float = 0.0
    side: Literal["front", "back"] = "front"
    label: Prose = ""
    group: Prose = ""
    """A label for all items with the same group, centred below them."""


class SceneDirective(Model):
    """A picture of the table."""

    size: tuple[Measure, Measure]
    width: Measure | None = None
    """The printed width, where the column is that wide. Without it, the picture is printed at its own size."""
    items: tuple[SceneItem, ...]
    caption: Prose = ""


class SeatsDirective(Model):
    """A table of what each seat takes for each number of players, computed from the set-up."""


class PilesDirective(Model):
    """Tables of what lies in each pile after the set-up, for each number of players; the set-up is played through."""

    columns: Annotated[int, Field(ge=1, le=3)] = 1
    """With 1, one table lists all piles. With more, separate tables stand side by side: piles that change with the
    number of players, piles that do not, and what each player has."""
    seats: bool = False
    """Whether a table of what each seat takes comes first."""
    variants: bool = False
    """Whether a table of the differences follows for each variant that changes the set-up."""
    caption: Prose = ""


class TallyRow(Model):
    """A row of a tally: its name, a note below the name, and whether it is a total, which stands out."""

    name: Prose
    note: Prose = ""
    total: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_short(cls, value: Any) -> Any:
        """Read ``Tricks`` as a name, and ``{total: Score}`` as the name of a total."""
        if not isinstance(value, dict):
            return {"name": str(value)}
        short = isinstance(value.get("total"), str) and "name" not in value
        return {**value, "name": value["total"], "total": True} if short else value


class TallyDirective(Model):
    """A grid to fill in by hand: one column for each header, or for each seat with a blank for the player's name."""

    columns: Literal["seats"] | Annotated[tuple[Prose, ...], Field(min_length=1, max_length=24)] = "seats"
    rows: tuple[TallyRow, ...] = ()
    lines: Annotated[int, Field(ge=0, le=60)] = 0
    """The number of blank lines, for a grid whose rows have no names."""
    corner: Prose = ""
    """The text above the names of the rows."""
    height: Measure = 9.0
    first: Measure = 42.0
    """The width in mm of the column with the names."""

    @field_validator("columns", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        """Read numbers as text, so that the number of a round can be a column header."""
        return tuple(map(str, value)) if isinstance(value, list | tuple) else value


class PrintedDirective(Model):
    """A passage generated from game.yaml: variants, open questions, standings or credits."""


AnyDirective = (
    ComponentsDirective
    | SetupDirective
    | CardsDirective
    | AnatomyDirective
    | SceneDirective
    | SeatsDirective
    | PilesDirective
    | TallyDirective
    | PrintedDirective
)
"""Every model. Book and web page each match on it, and the type checker asks for a case for every model in both."""

DIRECTIVES: Mapping[str, type[AnyDirective]] = MappingProxyType(
    {
        "components": ComponentsDirective,
        "setup": SetupDirective,
        "cards": CardsDirective,
        "anatomy": AnatomyDirective,
        "scene": SceneDirective,
        "seats": SeatsDirective,
        "piles": PilesDirective,
        "tally": TallyDirective,
        **dict.fromkeys(("variants", "open", "standings", "credits"), PrintedDirective),
    }
)
"""Directives by the word that follows the fence."""

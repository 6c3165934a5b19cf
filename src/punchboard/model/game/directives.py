"""Models of the fenced directives in rulebooks: the keys of their YAML bodies."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, Field, field_validator, model_validator

from punchboard.geometry import Point
from punchboard.model.layout.grid_map import Cell, Grid
from punchboard.model.values import FaultAtKeyError, Length, Measure, Model, Prose, one_or_more

_ADD_GRID: Final = "write 'grid: hex' or 'grid: square' above 'items'"

ShownComponents = str | tuple[str, ...]
"""An expression that selects components, or their ids."""


class ComponentsDirective(Model):
    """The list of what is in the box: a picture, a count and a short description of each kind."""

    picture: Annotated[float, Field(ge=5, le=60)] = 15.0
    columns: Annotated[int, Field(ge=1, le=4)] = 1


class SetupDirective(Model):
    """The numbered set-up steps, written from ``setup`` in game.yaml."""

    columns: Annotated[int, Field(ge=1, le=2)] = 1


class CardsDirective(Model):
    """A row of components in true proportions. A single component stands beside the text that follows."""

    show: ShownComponents
    width: Measure = 22.0
    caption: Prose = ""
    side: Literal["front", "back"] = "front"
    beside: bool | None = None


class NoteDirective(Model):
    """A rule that is often missed, in a narrow column beside the text that follows."""

    text: Prose


class AnatomyDirective(Model):
    """One component, large, with a numbered call-out to each part of its layout that is explained."""

    show: str
    scale: Annotated[int, Field(ge=70, le=100)] = 80
    parts: Annotated[Mapping[str, Prose], Field(min_length=1, max_length=16)]
    """What each part is, by the name of its box in the layout, in the order of the numbers."""
    legend: Literal["beside", "below"] | None = None
    side: Literal["front", "back"] = "front"
    caption: Prose = ""


PlaceLength = Annotated[Measure, Field(gt=0)]
StepNumber = Annotated[int, Field(ge=1, le=99)]


class SceneItem(Model):
    """A component, a die, an icon, an empty place or a number; ``at`` is its top left corner before the turn."""

    show: str | None = None
    die: str | None = None
    icon: str | None = None
    number: StepNumber | None = None
    place: tuple[PlaceLength, PlaceLength] | None = None
    """The width and height of a dotted frame around a place where nothing lies; its label is in its middle."""
    step: Annotated[tuple[StepNumber, ...], BeforeValidator(one_or_more), Field(max_length=6)] = ()
    """The steps that lay it out: their numbers stand beside it, or beside all items of its group."""
    colour: str = "ink"
    at: tuple[Length, Length] | None = None
    cell: Annotated[tuple[str, ...], BeforeValidator(one_or_more), Field(max_length=6)] = ()
    """The cell in whose middle it lies, such as ``B3``; on ``[B3, C3]`` it lies between both, on their edge."""
    shift: tuple[Length, Length] = (0.0, 0.0)
    """How far it lies to the right and below the middle of its cell."""
    width: Measure = 4.6
    turn: float = 0.0
    side: Literal["front", "back"] = "front"
    label: Prose = ""
    group: Prose = ""

    @model_validator(mode="after")
    def _lies_somewhere(self) -> Self:
        if self.at is not None and self.cell:
            raise FaultAtKeyError("'at' and 'cell' both say where it lies; keep one of them", "at")
        if self.at is None and not self.cell:
            raise ValueError("it has no place; write 'at: [10, 5]', or 'cell: B3' on a grid")
        if self.at is not None and self.shift != (0.0, 0.0):
            raise FaultAtKeyError("'shift' moves what lies on a cell; change 'at' instead", "shift")
        return self


class SceneDirective(Model):
    """A picture of the table."""

    size: tuple[Measure, Measure]
    width: Measure | None = None
    """The printed width, where the column is that wide. Without it, the picture is printed at its own size."""
    grid: Literal["hex", "flat hex", "square"] | None = None
    """The cells that items lie on: hexagons with a point at the top or with a flat top, or squares."""
    cell_size: Annotated[Measure, Field(gt=0)] | None = Field(None, alias="cell size")
    grid_at: tuple[Length, Length] = Field((0.0, 0.0), alias="grid at")
    """Where the first cell, A1, begins: its distance to the right and down, in mm."""
    gaps: Mapping[str, Measure] = Field(default_factory=dict)
    """Room before columns, by their letters, so that two pictures share a scene: ``{D: 3mm}``."""
    items: tuple[SceneItem, ...]
    caption: Prose = ""

    @model_validator(mode="after")
    def _lies_on_the_grid(self) -> Self:
        if self.grid is None and (loose := self.model_fields_set & {"cell_size", "grid_at", "gaps"}):
            key = min(loose).replace("_", " ")
            raise FaultAtKeyError(f"there is no grid; {_ADD_GRID}", key)
        if self.grid is not None and self.cells is None:
            raise FaultAtKeyError("the cells have no size; write 'cell size: 15mm'", "grid")
        for column in self.gaps:
            if _cell(f"{column}1") is None:
                raise FaultAtKeyError(f"{column!r} is no column; write its letter, such as 'D: 3mm'", "gaps", column)
        for index, item in enumerate(self.items):
            for number, name in enumerate(item.cell):
                if fault := self._fault(name):
                    raise FaultAtKeyError(fault, "items", index, "cell", number, is_of_value=True)
        return self

    def _fault(self, name: str) -> str:
        """Return what is wrong with the name of a cell; empty for nothing."""
        if self.cells is None:
            return f"there is no grid for 'cell'; {_ADD_GRID}"
        if (cell := _cell(name)) is None:
            return f"{name!r} is no cell; write its column and row, such as 'B3'"
        if not all(0 <= at <= room for at, room in zip(self._centre(self.cells, cell), self.size, strict=True)):
            return f"cell {name!r} lies outside the picture; make its 'size' larger, or choose another cell"
        return ""

    @property
    def cells(self) -> Grid | None:
        """The cells of its grid: of ``cell size``, or as wide as the first component on a cell; None without them."""
        if self.grid is None:
            return None
        widths = (item.width for item in self.items if item.cell and item.show and "width" in item.model_fields_set)
        if (size := self.cell_size) is None and (width := next(widths, None)):
            size = width / Grid(grid=self.grid, size=1).area(Cell(0, 0)).width
        return None if size is None else Grid(grid=self.grid, size=size)

    def _centre(self, cells: Grid, cell: Cell) -> Point:
        gaps = sum(
            gap
            for column, gap in self.gaps.items()
            if (first := _cell(f"{column}1")) is not None and first.column <= cell.column
        )
        x, y = cells.area(cell).centre
        return Point(self.grid_at[0] + gaps + x, self.grid_at[1] + y)

    def middle(self, item: SceneItem) -> Point | None:
        """Return the point that an item on the grid has in its middle; None for one that is placed in mm."""
        if self.cells is None or not item.cell:
            return None
        centres = [self._centre(self.cells, cell) for name in item.cell if (cell := _cell(name))]
        x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
        return Point(x + item.shift[0], y + item.shift[1])

    def width_of(self, item: SceneItem) -> float:
        """Return the width of an item; a component on a cell fills it if its width is not given."""
        if item.place is not None:
            return item.place[0]
        fills = item.cell and item.show and "width" not in item.model_fields_set
        return self.cells.area(Cell(0, 0)).width if self.cells and fills else item.width


def _cell(name: str) -> Cell | None:
    cell = Grid(size=1).cell(name)
    return cell if cell and cell.row >= 0 else None


class Diagram(Model):
    """A figure that is drawn from what it says, with a caption."""

    caption: Prose = ""


class BeforeAfterDirective(Diagram):
    """Two pictures of the table side by side, with an arrow from the first to the second."""

    before: SceneDirective
    after: SceneDirective


class SetUpPictureDirective(Model):
    """The table after the set-up, drawn from the set-up: shared piles in rows, and below them those of each player."""

    players: Annotated[int, Field(ge=1)] | None = None
    """The number of players; by default, the most that the game is for."""
    without: tuple[str, ...] = ()
    caption: Prose = ""


class TurnTrackDirective(Diagram):
    """The phases of a turn as a strip, in the order of a list of the game; its entries may have icons."""

    phases: str
    now: str | None = None


class ComparisonPair(Model):
    """Two components that are compared, the sign between them, and what follows from it."""

    left: str
    right: str
    sign: Prose = ">"
    note: Prose = ""
    compare: Annotated[tuple[str, ...], BeforeValidator(one_or_more), Field(max_length=2)] = ()


class ComparisonDirective(Diagram):
    """Components in pairs, with rings around what is compared, and the outcome beside each pair."""

    pairs: Annotated[tuple[ComparisonPair, ...], Field(min_length=1, max_length=8)]
    width: Measure = 22.0


class Decision(Model):
    """A question, and what each answer leads to: an outcome, or another question."""

    ask: Prose
    answers: Annotated[Mapping[str, "Prose | Decision"], Field(min_length=2, max_length=5)]


class DecisionDirective(Decision, Diagram):
    """A chart of questions that leads to an outcome."""


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


AnyDiagram = BeforeAfterDirective | TurnTrackDirective | ComparisonDirective | DecisionDirective
AnyDirective = (
    ComponentsDirective
    | SetupDirective
    | CardsDirective
    | NoteDirective
    | AnatomyDirective
    | SceneDirective
    | AnyDiagram
    | SeatsDirective
    | PilesDirective
    | TallyDirective
    | PrintedDirective
)
"""Every model, but that of the picture of the set-up, which becomes a scene.

Book and web page each match on it, and the type checker asks for a case for every model in both.
"""

DIRECTIVES: Mapping[str, type[AnyDirective | SetUpPictureDirective]] = {
    "components": ComponentsDirective,
    "setup": SetupDirective,
    "cards": CardsDirective,
    "note": NoteDirective,
    "anatomy": AnatomyDirective,
    "scene": SceneDirective,
    "set-up-picture": SetUpPictureDirective,
    "before-after": BeforeAfterDirective,
    "turn-track": TurnTrackDirective,
    "comparison": ComparisonDirective,
    "decision": DecisionDirective,
    "seats": SeatsDirective,
    "piles": PilesDirective,
    "tally": TallyDirective,
    **dict.fromkeys(("variants", "open", "standings", "credits"), PrintedDirective),
}
"""Directives by the word that follows the fence."""

"""Models of cutting machines: registration marks, cut paths and their layers. Lengths in mm."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from punchboard.model.printing.sheet import SheetFile
from punchboard.model.values import ColourText, Label, Measure, Model, Prose

MIN_ROUNDED_GAP = 2.0
"""The smallest gap in mm between components with rounded corners, which share no cut: a narrower strip tears."""

Layer = Literal["cut", "fold", "marks", "page"]
"""The purpose of a line in a cut file."""

_COLOURS: dict[Layer, str] = {"cut": "#ff0000", "fold": "#0000ff", "marks": "#000000", "page": "#808080"}


class RegistrationFile(Model):
    """Three registration marks for the machine's sensor: a square at the top left, an L at two corners."""

    inset: Annotated[Measure, Field(ge=3)] = 10.0
    """The distance in mm from the paper's edges to the outer edges of the marks."""
    square: Annotated[Measure, Field(ge=1)] = 5.0
    length: Annotated[Measure, Field(ge=1)] = 20.0
    """The length in mm of each arm of an L."""
    line: Annotated[Measure, Field(gt=0, le=5)] = 0.3
    keep_out: Measure = Field(2.0, alias="keep out")
    """The width in mm of the area around each mark that stays blank."""


class FormFile(Model):
    """How components of one form are cut: the corner radius and the gap between neighbours, in mm."""

    radius: Measure = 0.0
    gap: Measure = 0.0

    @model_validator(mode="after")
    def _rounded_apart(self) -> Self:
        if self.radius and self.gap < MIN_ROUNDED_GAP:
            raise ValueError(
                f"corners with a radius of {self.radius:g} mm share no cut; 'gap' must be at least"
                f" {MIN_ROUNDED_GAP:g} mm, not {self.gap:g} mm"
            )
        return self


class MachineFile(Model):
    """A machine that cuts printed sheets, or a shop that has one."""

    about: Prose = ""
    extends: str | None = None
    sheet: SheetFile = SheetFile()
    """The arrangement of components; ``forms`` overrides the gap."""
    forms: dict[str, FormFile] = Field(default_factory=dict)
    """Settings by the form of the trim: card, square, board, hex, circle."""
    cut: Literal["files", "spot"] = "files"
    """Whether the cut paths are separate files, or a spot-colour plate in the printed file."""
    plate: Label = "CutContour"
    files: tuple[Literal["svg", "dxf"], ...] = ("svg", "dxf")
    registration: RegistrationFile | None = None
    line: Annotated[Measure, Field(gt=0, le=2)] = 0.1
    """The line width of paths in mm, in SVG and on the plate; DXF lines have no width."""
    colours: dict[Layer, ColourText] = Field(default_factory=dict)
    steps: tuple[Prose, ...] = ()
    """Instructions for the user, one template for each step. They can use paper, width, height, the names of files,
    inset, square, length and line."""

    def form(self, name: str) -> FormFile:
        """Return the settings of a form; by default sharp corners and the gap of the sheet."""
        return self.forms.get(name) or FormFile(radius=0.0, gap=self.sheet.gap)

    def colour(self, layer: Layer) -> str:
        """Return the colour of a layer's lines."""
        return self.colours.get(layer, _COLOURS[layer])

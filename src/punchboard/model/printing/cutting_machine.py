"""Cutting machines: what is printed for them to find their way by, and what they are given to cut along."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from punchboard.model.printing.sheet import SheetFile
from punchboard.model.values import ColourText, Label, Measure, Model, Prose

MIN_ROUNDED_GAP = 2.0
"""Mm between two rounded components at least: they share no cut, and a sliver between them would tear."""

Layer = Literal["cut", "fold", "marks", "page"]
"""What a line in a cut file is for."""

_COLOURS: dict[Layer, str] = {"cut": "#ff0000", "fold": "#0000ff", "marks": "#000000", "page": "#808080"}


class RegistrationFile(Model):
    """Three marks for a machine's eye: a filled square at the top left, an L at each of the corners beside it."""

    inset: Annotated[Measure, Field(ge=3)] = 10.0
    """Mm from the paper's edges to the outer edges of the marks."""
    square: Annotated[Measure, Field(ge=1)] = 5.0
    length: Annotated[Measure, Field(ge=1)] = 20.0
    """Mm that each arm of an L is long."""
    line: Annotated[Measure, Field(gt=0, le=5)] = 0.3
    keep_out: Measure = Field(2.0, alias="keep out")
    """Mm round each mark that nothing is printed in."""


class FormFile(Model):
    """How components of a form are cut: the radius of their corners and the gap between neighbours, in mm."""

    radius: Measure = 0.0
    gap: Measure = 0.0

    @model_validator(mode="after")
    def _rounded_apart(self) -> Self:
        if self.radius and self.gap < MIN_ROUNDED_GAP:
            raise ValueError(
                f"corners with a radius of {self.radius:g} mm share no cut: 'gap' must be {MIN_ROUNDED_GAP:g} mm at least,"
                f" not {self.gap:g} mm"
            )
        return self


class MachineFile(Model):
    """A machine that cuts printed sheets, or a shop that has one."""

    about: Prose = ""
    extends: str | None = None
    sheet: SheetFile = SheetFile()
    """How components lie; the gap is that of their form where ``forms`` has it."""
    forms: dict[str, FormFile] = Field(default_factory=dict)
    """By the form of the trim: card, square, board, hex, circle."""
    cut: Literal["files", "spot"] = "files"
    """Whether the paths are files beside the print, or a plate of their own within it."""
    plate: Label = "CutContour"
    files: tuple[Literal["svg", "dxf"], ...] = ("svg", "dxf")
    registration: RegistrationFile | None = None
    line: Annotated[Measure, Field(gt=0, le=2)] = 0.1
    """Mm that paths are wide in SVG and on the plate; DXF lines have no width."""
    colours: dict[Layer, ColourText] = Field(default_factory=dict)
    steps: tuple[Prose, ...] = ()
    """What to do, step by step, as templates: paper, width, height, the names of files, inset, square, length, line."""

    def form(self, name: str) -> FormFile:
        """Return how a form is cut; as the sheet lays it, with sharp corners, when the file says nothing of it."""
        return self.forms.get(name) or FormFile(radius=0.0, gap=self.sheet.gap)

    def colour(self, layer: Layer) -> str:
        """Return the colour of a layer's lines."""
        return self.colours.get(layer, _COLOURS[layer])

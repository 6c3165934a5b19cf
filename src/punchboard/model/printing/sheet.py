"""Models of paper sizes, margins and sheet layouts, which arrange components on paper. Lengths in mm."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from punchboard.geometry import Rect, Size
from punchboard.model.values import Measure, Model, Prose, admits, did_you_mean
from punchboard.units import size_to_mm

Flip = Literal["long edge", "short edge"]
Count = Annotated[int, Field(ge=1, le=200)]

MIN_PAPER_SIDE: Final = 50.0
MAX_PAPER_SIDE: Final = 2000.0
"""The smallest and the largest side of a paper, in mm."""


class Margins(NamedTuple):
    """The blank margins of a paper in mm, in the order in which printers name them."""

    top: float
    right: float
    bottom: float
    left: float

    def larger(self, other: tuple[float, float, float, float]) -> "Margins":
        """Return the larger of two margins on each side."""
        return Margins(*map(max, self, other))

    def for_both_sides(self, flip: str) -> "Margins":
        """Return margins for the front that also keep the back printable after the paper is flipped."""
        top, right, bottom, left = self
        if flip == "long edge":
            return Margins(top, max(left, right), bottom, max(left, right))
        return Margins(max(top, bottom), right, max(top, bottom), left)

    def printable_area(self, paper: Size) -> Rect:
        """Return the part of a paper within the margins."""
        width, height = paper.width - self.left - self.right, paper.height - self.top - self.bottom
        return Rect(self.left, self.top, width, height)

    def __str__(self) -> str:
        """Return ``5 mm``, or the four sides where they differ."""
        if len(set(self)) == 1:
            return f"{self.top:g} mm"
        return f"{', '.join(f'{side:g}' for side in self)} mm (top, right, bottom, left)"


@admits({"type": ["number", "string"]})
def _four(value: object) -> object:
    return (value,) * 4 if isinstance(value, int | float | str) else value


class SheetFile(Model):
    """How components are arranged on printed sheets.

    ``faces``: only ``fronts``; ``duplex``, with backs on the other side of the paper; or ``gutterfold``, with backs
    beside their fronts across a fold in the middle. ``flip`` is the edge about which the printer turns a duplex sheet;
    for ``gutterfold``, the edge about which a card is turned to read its back. ``margin`` is one length for all sides,
    or four for top, right, bottom and left. ``columns`` and ``rows`` set the grid: more than fits is an error.
    ``decks: apart`` prints each kind of back on sheets of its own. ``extra`` layouts are made only with ``--all`` or
    when they are named.
    """

    about: Prose = ""
    extra: bool = False
    faces: Literal["fronts", "duplex", "gutterfold"] = "fronts"
    flip: Flip = "long edge"
    order: Literal["front-back", "back-front"] = "front-back"
    decks: Literal["together", "apart"] = "together"
    gap: Measure = 0.0
    bleed: Measure = 3.0
    margin: Annotated[tuple[Measure, Measure, Measure, Measure], BeforeValidator(_four)] = (6.0, 6.0, 6.0, 6.0)
    columns: Count | None = None
    rows: Count | None = None
    marks: Literal["none", "crop", "ticks", "lines"] = "crop"
    """``crop`` marks at the ends of each cut, ``ticks`` at the corners of each component, or ``lines`` across the
    sheet."""
    marks_on: Literal["fronts", "backs", "both"] = Field(default="both", alias="marks on")
    cut_lines: bool = True
    """Whether tiles and tokens have hairlines around them, with any kind of marks."""
    ruler: Measure = 50.0
    """The length of the horizontal and the vertical ruler. A ruler that does not fit beside the components is left
    out."""


class PaperFile(Model):
    """A sheet of paper."""

    name: str
    width: Measure
    height: Measure

    @property
    def size(self) -> Size:
        """Width and height."""
        return Size(self.width, self.height)

    @property
    def rotated(self) -> "PaperFile":
        """The paper turned by a quarter."""
        return PaperFile(name=self.name, width=self.height, height=self.width)


def paper_from_text(text: str) -> tuple[str, PaperFile]:
    """Return the paper for a size such as ``320x450mm`` or ``12 x 18in``, and its name for file names.

    Raises:
        ValueError: for any other text, and for sides shorter than 50 mm or longer than two metres.
    """
    sides = size_to_mm(text)
    if sides is None:
        raise ValueError(f"{text!r} is not a paper size")
    size = Size(*sides)
    if not all(MIN_PAPER_SIDE <= side <= MAX_PAPER_SIDE for side in size):
        raise ValueError(f"{text!r} has a side shorter than {MIN_PAPER_SIDE:g} mm or longer than {MAX_PAPER_SIDE:g} mm")
    name = text.replace(" ", "")
    return name, PaperFile(name=name, width=size.width, height=size.height)


def find_paper(text: str, known: Mapping[str, PaperFile]) -> tuple[str, PaperFile]:
    """Return the name and the paper for a value of ``--paper``: a paper's name or printed name in any case, or a size.

    Raises:
        ValueError: when it is neither; the first argument is the message, the second the hint.
    """
    names = {paper.name.casefold(): name for name, paper in known.items()} | {name.casefold(): name for name in known}
    name = text if text in known else names.get(text.casefold())
    if name is not None:
        return name, known[name]
    try:
        return paper_from_text(text)
    except ValueError as error:
        raise ValueError(str(error), f"{did_you_mean(text.casefold(), known)} (or write a size: 320x450mm)") from error

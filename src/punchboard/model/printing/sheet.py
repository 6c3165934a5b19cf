"""Models of paper sizes, margins, sheet layouts, booklets and Braille. Lengths in mm."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from punchboard.geometry import Rect, Size
from punchboard.model.values import Label, Measure, Model, Prose, admits, did_you_mean
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
    cut_lines: bool = Field(default=True, alias="cut lines")
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


PAGE_SIZES: Final[Mapping[str, Size]] = {
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "a7": Size(74, 105),
    "half letter": Size(139.7, 215.9),
    "quarter letter": Size(107.95, 139.7),
}
"""Page sizes of booklets by name."""

PAPER_FRACTIONS: Final[Mapping[str, int]] = {"half": 2, "quarter": 4}
"""Page sizes relative to the printed paper, with the number of pages on one side of it."""


@admits({"enum": [*PAPER_FRACTIONS, *PAGE_SIZES]})
def _page(value: object) -> object:
    """Return the name of a page size, or the lengths of a size such as ``120x170mm``."""
    if not isinstance(value, str) or value in PAPER_FRACTIONS or value in PAGE_SIZES:
        return value
    size = size_to_mm(value)
    if size is None:
        known = did_you_mean(value, [*PAPER_FRACTIONS, *PAGE_SIZES])
        raise ValueError(f"{value!r} is not a page size; {known} (or write a size: 120x170mm)")
    return size


class BookletFile(Model):
    """How a book is printed as a booklet that is folded once and stitched through the fold."""

    about: Prose = ""
    page: Annotated[str | tuple[Measure, Measure], BeforeValidator(_page)] = "half"
    """The page size: a part of the paper, a size by name, or a size such as ``120x170mm`` or ``5x8in``."""
    creep: Annotated[Measure, Field(le=1)] = 0.1
    """The thickness of the paper. The pages of each sheet move this much closer to the fold than those of the sheet
    around it."""
    fold: bool = True
    """Whether to print fold marks, where there is space outside the pages."""
    staples: bool = True
    """Whether to mark the positions of two staples on the fold of the outermost sheet."""
    extra: bool = False
    """Whether the booklet is made only with ``--all`` or when it is named."""

    def size(self, paper: Size) -> Size:
        """Return the page size of the booklet for a paper."""
        if not isinstance(self.page, str):
            return Size(*self.page)
        if self.page in PAGE_SIZES:
            return PAGE_SIZES[self.page]
        short, long = sorted(paper)
        return Size(long / 2, short) if self.page == "half" else Size(short / 2, long / 2)


TableName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$", max_length=80)]
"""The name of a table file of liblouis, without a folder."""


class BrailleFile(Model):
    """The tables of one language."""

    name: Label
    grade_1: TableName = Field(alias="grade 1")
    grade_2: TableName | None = Field(None, alias="grade 2")

    @property
    def tables(self) -> dict[int, str]:
        """The table of each grade that the language has."""
        return {1: self.grade_1} if self.grade_2 is None else {1: self.grade_1, 2: self.grade_2}

"""Sheets of paper: their sizes by name or by measure, and how components lie on them. Lengths in mm."""

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from punchboard.geometry import Rect, Size
from punchboard.model.values import Measure, Model, Prose, admits, did_you_mean
from punchboard.units import to_mm

Flip = Literal["long edge", "short edge"]
Count = Annotated[int, Field(ge=1, le=200)]

MIN_PAPER_SIDE: Final = 50.0
MAX_PAPER_SIDE: Final = 2000.0
"""Mm that a side of a paper has at least and at most."""

_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?) *(mm|cm|in)? *x *(\d+(?:\.\d+)?) *(mm|cm|in)")


class Margins(NamedTuple):
    """What stays blank at each side of a paper, in the order in which printers name them."""

    top: float
    right: float
    bottom: float
    left: float

    def larger(self, other: tuple[float, float, float, float]) -> "Margins":
        """Return the larger of two margins, side by side."""
        return Margins(*map(max, self, other))

    def for_both_sides(self, flip: str) -> "Margins":
        """Return what stays blank on the front so that nothing is lost on the back once the paper is flipped."""
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
    """How components lie on printed sheets.

    ``faces``: fronts alone; ``duplex``, backs on the other side of the paper; or ``gutterfold``, backs beside their
    fronts across a fold in the middle. ``flip`` is the edge that the printer turns a duplex sheet on; of a gutterfold
    card, the edge of the card that one turns it on to read its back. ``margin`` is one length for all sides or those of
    top, right, bottom and left. ``columns`` and ``rows`` are wishes: more than fits is an error. ``decks: apart`` keeps
    each kind of back on sheets of its own. ``extra`` layouts are made with ``--all``, or when they are named.
    """

    about: Prose = ""
    extra: bool = False
    faces: Literal["fronts", "duplex", "gutterfold"] = "fronts"
    flip: Flip = "long edge"
    order: Literal["front-back", "back-front"] = "front-back"
    decks: Literal["together", "apart"] = "together"
    gap: Measure = 0.0
    bleed: Measure = 3.0
    margin: Annotated[tuple[Measure, Measure, Measure, Measure], BeforeValidator(_four)] = (5.0, 5.0, 5.0, 5.0)
    columns: Count | None = None
    rows: Count | None = None
    marks: Literal["none", "crop", "ticks", "lines"] = "crop"
    """Marks at the ends of each cut, ticks at the corners of each component, or lines across the sheet."""
    marks_on: Literal["fronts", "backs", "both"] = Field(default="both", alias="marks on")
    cut_lines: bool = True
    """Whether tiles and tokens have hairlines round them, whatever the marks are."""
    ruler: Measure = 50.0
    """Length of the rulers both ways; one that has no room beside the trims is left out."""


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
        """The paper laid across."""
        return PaperFile(name=self.name, width=self.height, height=self.width)


def paper_from_text(text: str) -> tuple[str, PaperFile]:
    """Return the name for file names, and the paper, for a size such as ``320x450mm`` or ``12 x 18in``.

    Raises:
        ValueError: for any other text, and for sides shorter than 50 mm or longer than two metres.
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a paper")
    width, first, height, unit = match.groups()
    size = Size(to_mm(f"{width}{first or unit}"), to_mm(f"{height}{unit}"))
    if not all(MIN_PAPER_SIDE <= side <= MAX_PAPER_SIDE for side in size):
        raise ValueError(f"{text!r} has a side below {MIN_PAPER_SIDE:g} mm or above {MAX_PAPER_SIDE:g} mm")
    name = text.replace(" ", "")
    return name, PaperFile(name=name, width=size.width, height=size.height)


def find_paper(text: str, known: Mapping[str, PaperFile]) -> tuple[str, PaperFile]:
    """Return the name and the paper for what ``--paper`` was given: a name that is known, or a size.

    Raises:
        ValueError: when it is neither; the message says what was wrong, and a second argument what to write.
    """
    if text in known:
        return text, known[text]
    try:
        return paper_from_text(text)
    except ValueError as error:
        raise ValueError(str(error), f"{did_you_mean(text, known)}; or write a size: 320x450mm") from error

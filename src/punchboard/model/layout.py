"""Layouts: faces made of boxes, as data. Lengths in mm on the trim rectangle, origin at its top left corner."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from punchboard.model.values import Length, Measure, Model, Points, Prose

if TYPE_CHECKING:
    from punchboard.model.booklet import BookletFile
    from punchboard.model.boxfile import StockFile
    from punchboard.model.machine import MachineFile
    from punchboard.model.sheet import PaperFile, SheetFile
    from punchboard.model.shop import ShopFile
    from punchboard.model.table import TableFile

Anchor = Literal["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"]
Paint = str
"""A colour of the theme (``ink``, ``ink 40%``), ``#rrggbb``, or a template that gives one of these."""

_FIT = re.compile(r"shrink to (\d+(?:\.\d+)?)pt")


def _fit(value: object) -> object:
    if value == "exactly" or value is None:
        return None
    match = _FIT.fullmatch(str(value))
    if match is None:
        raise ValueError(f"{value!r} is not a fit; write 'exactly' or 'shrink to 8pt'")
    return float(match.group(1))


class StrokeFile(Model):
    """A line round a shape."""

    colour: Paint = "ink"
    width: Measure = 0.25
    dash: tuple[Measure, ...] = ()
    round: bool = False


class OrnamentFile(Model):
    """A drawing made from a seed: its kind, its colours, and the parameters of that kind, as values or templates."""

    kind: str
    seed: Prose = ""
    colours: tuple[Paint, ...] = ("ink",)
    params: dict[str, Any] = Field(default_factory=dict)


class RepeatFile(Model):
    """The box again: for each value of an expression, a step further; or turned about the middle of the face."""

    each: Prose | None = None
    as_: str = Field("item", alias="as")
    step: tuple[Length, Length] = (0.0, 0.0)
    columns: Annotated[int, Field(ge=1, le=100)] | None = None
    row: tuple[Length, Length] = (0.0, 0.0)
    turns: tuple[float, ...] = ()


CONTENTS = ("text", "markdown", "icon", "picture", "ornament", "layout")


class Box(Model):
    """One box of a face: it may have a shape beneath and one content."""

    area: Literal["trim", "bleed", "safe"] | None = None
    at: tuple[Length, Length] = (0.0, 0.0)
    from_: Anchor = Field("top left", alias="from")
    size: tuple[Measure, Measure] | None = None
    turn: float = 0.0
    when: Prose | None = None
    repeat: RepeatFile | None = None

    shape: Literal["rectangle", "rounded", "circle", "hexagon", "trim", "line"] | None = None
    radius: Measure = 2.0
    cut: tuple[Literal["top left", "top right", "bottom left", "bottom right"], ...] = ()
    fill: Paint | None = None
    stroke: StrokeFile | None = None

    text: Prose | None = None
    markdown: Prose | None = None
    icon: Prose | None = None
    picture: Prose | None = None
    ornament: OrnamentFile | None = None
    layout: str | None = None
    with_: dict[str, Prose] = Field(default_factory=dict, alias="with")

    style: str = "body"
    colour: Paint | None = None
    align: Literal["left", "centre", "right"] | None = None
    valign: Literal["top", "middle", "bottom"] = "top"
    inset: Measure = 0.0
    fit: Annotated[Annotated[float, Field(ge=3, le=400)] | None, BeforeValidator(_fit)] = None
    one_line: bool = False
    overlaps: bool = False
    """Content that is meant to lie over another box's content."""
    frame: bool | None = None
    """Whether text must keep 1 mm from this box's edge; by default every stroked shape without content is a frame."""

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        given = [name for name in CONTENTS if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"a box has one content, this one has {' and '.join(given)}")
        if self.area is None and self.size is None:
            raise ValueError("a box needs 'size' (or 'area: trim', 'bleed' or 'safe')")
        return self

    @property
    def form(self) -> str | None:
        """The shape beneath the content: a filled or stroked box without one is a rectangle."""
        return self.shape or ("rectangle" if self.fill or self.stroke else None)

    @property
    def content(self) -> str | None:
        """The name of the content field in use."""
        return next((name for name in CONTENTS if getattr(self, name) is not None), None)

    @property
    def part(self) -> bool:
        """Whether its icon is part of a drawing, and nothing that is read: it never changes and lies over others."""
        return self.overlaps and "{" not in (self.icon or "")


class EditionPlace(Model):
    """Where a face bears the mark of the edition, and its colour; what is not given is found."""

    at: tuple[Length, Length] | None = None
    from_: Anchor = Field("bottom right", alias="from")
    colour: Paint | None = None


class FaceFile(Model):
    """A face: boxes by name, drawn in their order; ``extends`` takes another face's boxes first."""

    extends: str | None = None
    bleed: Measure = 3.0
    safe: Measure = 3.0
    ground: Paint | None = None
    boxes: dict[str, Box | None] = Field(default_factory=dict)
    edition: EditionPlace | Literal[False] | None = None
    """Where the mark of the edition stands; False for none."""


class StyleFile(Model):
    """A text style; what is not given is taken from ``extends`` (``body`` unless said otherwise)."""

    extends: str | None = None
    font: str | None = None
    size: Points | None = None
    leading: Points | None = None
    bold: bool | None = None
    italic: bool | None = None
    caps: Literal["none", "small", "upper"] | None = None
    figures: Literal["default", "tabular", "lining", "oldstyle"] | None = None
    tracking: Annotated[float, Field(ge=-200, le=1000)] | None = None
    colour: Paint | None = None
    align: Literal["left", "centre", "right"] | None = None
    space_before: Measure | None = None
    space_after: Measure | None = None
    indent: Measure | None = None
    hyphenate: bool | None = None
    balance: bool | None = None
    keep: bool | None = None


class FontFile(Model):
    """A font family: the package that carries it, files of its cuts, axis values of variable fonts, stand-ins."""

    package: str | None = None
    regular: str
    bold: str | None = None
    italic: str | None = None
    bold_italic: str | None = Field(None, alias="bold italic")
    axes: dict[str, float] = Field(default_factory=dict)
    bold_axes: dict[str, float] = Field(default_factory=dict, alias="bold axes")
    fallback: tuple[str, ...] = ()


def _hex(text: str) -> str:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValueError(f"{text!r} is not a colour; write six hexadecimal digits: '#c8402f'")
    return text.lower()


class ThemeFile(Model):
    """Colours, fonts and text styles."""

    extends: str | None = None
    colours: dict[str, Annotated[str, AfterValidator(_hex)]] = Field(default_factory=dict)
    fonts: dict[str, FontFile] = Field(default_factory=dict)
    styles: dict[str, StyleFile] = Field(default_factory=dict)


class MasterFile(Model):
    """A page of a book: boxes as on a face, and the regions that text flows through, as [x, y, width, height]."""

    boxes: dict[str, Box | None] = Field(default_factory=dict)
    regions: tuple[tuple[Length, Length, Measure, Measure], ...] = ()

    @model_validator(mode="after")
    def _as_wide_as_the_first(self) -> Self:
        if any(width < self.regions[0][2] for _, _, width, _ in self.regions):
            raise ValueError("a region is narrower than the first one, whose width the text's lines have")
        return self


class ChapterFile(Model):
    """How a chapter opens: boxes on an area of the column's width; ``title`` and ``number`` are their values."""

    height: Measure = 18.0
    after: Measure = 3.0
    new_page: bool = False
    boxes: dict[str, Box | None] = Field(default_factory=dict)


class BookFile(Model):
    """A booklet: page size, masters, and the styles that Markdown blocks take."""

    extends: str | None = None
    page: tuple[Measure, Measure] = (148.0, 210.0)
    bleed: Measure = 3.0
    masters: dict[str, MasterFile] = Field(default_factory=dict)
    styles: dict[str, str] = Field(default_factory=dict)
    chapter: ChapterFile | None = None
    contents_over: Annotated[int, Field(ge=1)] = 8
    cover: bool = True
    """Whether a cover comes before the text; a sheet of paper has none."""
    pages: Annotated[int, Field(ge=1)] | None = None
    """So many pages of text at most: more is an error."""


@dataclass(frozen=True, eq=False)
class Layouts:
    """Everything a game is laid out with, after ``extends`` has been followed; shelves read a file on first use."""

    theme: ThemeFile
    faces: Mapping[str, FaceFile]
    sheets: Mapping[str, "SheetFile"]
    papers: Mapping[str, "PaperFile"]
    books: Mapping[str, BookFile]
    words: Mapping[str, Mapping[str, str]]
    booklets: Mapping[str, "BookletFile"]
    machines: Mapping[str, "MachineFile"]
    shops: Mapping[str, "ShopFile"]
    tables: Mapping[str, "TableFile"]
    stocks: Mapping[str, "StockFile"]
    sheet_files: Mapping[str, str]
    """The file of each sheet layout, as it is shown in problems."""

    @property
    def shelves(self) -> dict[str, Mapping[str, object]]:
        """What is read on first use, by its folder."""
        return {
            "booklets": self.booklets,
            "machines": self.machines,
            "sheets": self.sheets,
            "shops": self.shops,
            "tables": self.tables,
        }

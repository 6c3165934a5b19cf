"""Layouts: faces made of boxes, as data. Lengths in mm on the trim rectangle, origin at its top left corner."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from punchboard.model.layout.box_drawing import OrnamentFile, Paint, RepeatFile, StrokeFile
from punchboard.model.layout.sides import BoxNames, SidesFile
from punchboard.model.source import LayoutSource
from punchboard.model.values import Length, Measure, Model, Points, Prose, admits, did_you_mean, narrows

if TYPE_CHECKING:
    from punchboard.model.layout.tuck_box import StockFile
    from punchboard.model.printing.booklet import BookletFile
    from punchboard.model.printing.cutting_machine import MachineFile
    from punchboard.model.printing.sheet import PaperFile, SheetFile
    from punchboard.model.printing.shop import ShopFile
    from punchboard.model.printing.virtual_table import TableFile

Anchor = Literal["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"]
Align = Literal["start", "centre", "end", "left", "right"]
"""Where lines stand: ``start`` and ``end`` go by how the language is read, ``left`` and ``right`` by the paper."""

_FIT = re.compile(r"shrink to (\d+(?:\.\d+)?)pt")


@admits({"enum": ["exactly"]}, {"type": "string", "pattern": r"^shrink to \d+(\.\d+)?pt$"})
def _fit(value: object) -> object:
    if value == "exactly" or value is None:
        return None
    match = _FIT.fullmatch(str(value))
    if match is None:
        raise ValueError(f"{value!r} is not a fit; write 'exactly' or 'shrink to 8pt'")
    return float(match.group(1))


CONTENT_KEYS = ("text", "markdown", "icon", "picture", "ornament", "layout")


class Box(Model):
    """One box of a face: it may have a shape beneath and one content."""

    area: Literal["trim", "bleed", "safe"] | None = None
    sides: SidesFile | None = None
    at: tuple[Length, Length] = (0.0, 0.0)
    from_: Anchor = Field("top left", alias="from")
    size: tuple[Measure, Measure] | None = None
    turn: float = 0.0
    when: Prose | None = None
    goes_with: BoxNames = ()
    """Boxes of which one must be shown."""
    stands_in_for: BoxNames = ()
    """Boxes of which none may be shown."""
    repeat: RepeatFile | None = None

    shape: Literal["rectangle", "rounded", "circle", "hexagon", "trim", "line"] | None = None
    radius: Measure = 2.0
    cut: tuple[Literal["top left", "top right", "bottom left", "bottom right"], ...] = ()
    fill: Paint | None = None
    stroke: StrokeFile | None = None

    slot: Literal["text", "markdown", "icon", "picture"] | None = None
    """What the box holds when it is given no content: the field of its own name. Without a value it is left out."""
    text: Prose | None = None
    markdown: Prose | None = None
    icon: Prose | None = None
    picture: Prose | None = None
    ornament: OrnamentFile | None = None
    layout: str | None = None
    with_: dict[str, Prose] = Field(default_factory=dict, alias="with")

    style: str = "body"
    colour: Paint | None = None
    align: Align | None = None
    valign: Literal["top", "middle", "bottom"] = "top"
    inset: Measure = 0.0
    fit: Annotated[Annotated[float, Field(ge=3, le=400)] | None, BeforeValidator(_fit)] = None
    one_line: bool = False
    second_line: bool = False
    """Whether what stands on one line may take a second rather than shrink below three fifths of its size."""
    overlaps: bool = False
    """Content that is meant to lie over another box's content."""
    frame: bool | None = None
    """Whether text must keep 1 mm from this box's edge; by default every stroked shape without content is a frame."""

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        given = [name for name in CONTENT_KEYS if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"a box has one content, this one has {' and '.join(given)}")
        if self.area is None and self.size is None and self.sides is None:
            raise ValueError("a box needs 'size' (or 'sides', or 'area: trim', 'bleed' or 'safe')")
        return self

    @property
    def drawn_shape(self) -> str | None:
        """The shape beneath the content: a filled or stroked box without one is a rectangle."""
        return self.shape or ("rectangle" if self.fill or self.stroke else None)

    @property
    def content(self) -> str | None:
        """The name of the content field in use."""
        return next((name for name in CONTENT_KEYS if getattr(self, name) is not None), None)

    @property
    def is_decorative(self) -> bool:
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
    """Where the mark of the edition stands; ``false`` for none."""
    continues: str | None = None
    """The box with Markdown whose text goes on on further cards, at most four, where it finds no room on one.

    Each is drawn as the first is, with the same back. Boxes can ask for ``part`` and ``parts``: ``when: part == 1``
    shows one on the first card alone. Where no text says ``{{ parts }}``, a mark such as 1/2 stands under the text.
    """

    @model_validator(mode="after")
    def _slots_hold_fields(self) -> Self:
        boxes = {name: None if box is None else _with_own_field(name, box) for name, box in self.boxes.items()}
        object.__setattr__(self, "boxes", boxes)
        return self

    @model_validator(mode="after")
    def _continues_in_markdown(self) -> Self:
        name = self.continues
        if name is None:
            return self
        if name not in self.boxes:
            raise ValueError(f"there is no box {name!r} to continue; {did_you_mean(name, self.boxes)}")
        box = self.boxes[name]
        if box is not None and box.slot is None and (box.content != "markdown" or box.repeat is not None):
            raise ValueError(f"only Markdown that is not repeated can continue, and {name!r} is something else")
        return self


def _with_own_field(name: str, box: Box) -> Box:
    """Return a slot with the field of its own name as its content, where it is given none."""
    if box.slot is None or box.content is not None:
        return box
    return box.model_copy(update={box.slot: f"{{{{ {name} }}}}"})


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
    align: Align | None = None
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


@narrows({"pattern": "^#[0-9a-fA-F]{6}$"})
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
    sources: Mapping[str, LayoutSource] = field(default_factory=dict)
    """Where faces stand, and the boxes of pages and chapters, by the names under which they are drawn."""

    @property
    def lazy_mappings(self) -> dict[str, Mapping[str, object]]:
        """What is read on first use, by its folder."""
        return {
            "booklets": self.booklets,
            "machines": self.machines,
            "sheets": self.sheets,
            "shops": self.shops,
            "tables": self.tables,
        }

"""Models of layouts: faces made of boxes, and themes. Lengths in mm from the trim's top left corner."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from punchboard.model.layout.box_drawing import (
    Anchor,
    BoxNames,
    EditionPlace,
    Neighbour,
    OrnamentFile,
    OutlineFile,
    Paint,
    RepeatFile,
    ShadowFile,
    SidesFile,
    SmallestType,
    StrokeFile,
)
from punchboard.model.values import ColourText, LayoutSource, Length, Measure, Model, Points, Prose, did_you_mean
from punchboard.problem import Place, Problem

if TYPE_CHECKING:
    from punchboard.model.layout.book_file import BookFile
    from punchboard.model.layout.trim import StockFile
    from punchboard.model.printing.destinations import MachineFile, ShopFile, TableFile
    from punchboard.model.printing.sheet import BookletFile, BrailleFile, PaperFile, SheetFile

Align = Literal["start", "centre", "end", "left", "right"]
"""How lines are aligned: ``start`` and ``end`` follow the reading direction, ``left`` and ``right`` the paper."""

CONTENT_KEYS = ("text", "markdown", "pips", "icon", "picture", "ornament", "map", "layout")
TEXT_CONTENT = frozenset({"text", "markdown", "pips"})
READABLE_CONTENT = TEXT_CONTENT | {"icon"}
"""The contents that consist of words, and those that people read at the table."""


class Box(Model):
    """One box of a face: a shape, and one content on top of it; both are optional."""

    area: Literal["trim", "bleed", "safe"] | None = None
    sides: SidesFile | None = None
    at: tuple[Length, Length] = (0.0, 0.0)
    from_: Anchor = Field("top left", alias="from")
    size: tuple[Measure, Measure] | None = None
    turn: float = 0.0
    when: Prose | None = None
    goes_with: BoxNames = Field(default=(), alias="goes with")
    """The box is shown only if at least one of these boxes is."""
    stands_in_for: BoxNames = Field(default=(), alias="stands in for")
    """The box is shown only if none of these boxes is."""
    turned_copy_of: str | None = Field(default=None, alias="turned copy of")
    """A box of the same face, which this one repeats turned by 180° about the middle of the face. A slot shows the
    field of its own name; where the other box names boxes with turned copies, this one names the copies."""
    repeat: RepeatFile | None = None
    over: str | None = None
    """A box of the same face over which this one is drawn; without it, boxes are drawn in the order of the file."""

    shape: Literal["rectangle", "rounded", "circle", "pill", "hexagon", "pennant", "trim", "line"] | None = None
    radius: Measure = 2.0
    cut: tuple[Literal["top left", "top right", "bottom left", "bottom right"], ...] = ()
    fill: Paint | None = None
    stroke: StrokeFile | None = None
    shadow: ShadowFile | None = None

    slot: Literal["text", "markdown", "pips", "icon", "picture"] | None = None
    """The type of the content if none is given: the field with the name of the box. Without a value there, the box is
    left out."""
    text: Prose | None = None
    markdown: Prose | None = None
    pips: Prose | None = None
    zeros: bool = False
    """Whether pips with only 0 are printed, too."""
    icon: Prose | None = None
    icon_of: BoxNames = Field(default=(), alias="icon of")
    """Boxes of the same face whose words name the icon: the first one for which an icon is found. Without one, the box
    is left out."""
    picture: Prose | None = None
    ornament: OrnamentFile | None = None
    map: Prose | None = None
    """The cells of a map with their legend, from the value ``map_cells`` of a kind with `shape: map`."""
    alt: str | None = None
    layout: str | None = None
    with_: dict[str, Prose] = Field(default_factory=dict, alias="with")

    style: str = "body"
    colour: Paint | None = None
    text_outline: OutlineFile | None = Field(default=None, alias="text outline")
    text_shadow: ShadowFile | None = Field(default=None, alias="text shadow")
    align: Align | None = None
    valign: Literal["top", "middle", "bottom"] = "top"
    inset: Measure = 0.0
    fit: SmallestType = None
    direction: Literal["across", "down", "edges"] = "across"
    one_line: bool = Field(default=False, alias="one line")
    second_line: bool = Field(default=False, alias="second line")
    """Whether text on one line may use a second line instead of shrinking below three fifths of its size."""
    overlaps: bool = False
    """Whether the content is meant to lie over the content of another box."""
    frame: bool | None = None
    """Whether text must keep 1 mm away from the edge of this box. By default every stroked shape without content is a
    frame."""

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        given = [name for name in CONTENT_KEYS if getattr(self, name) is not None] + ["icon of"] * bool(self.icon_of)
        if len(given) > 1:
            raise ValueError(f"a box can have only one content, and this one has {' and '.join(given)}")
        if self.area is None and self.size is None and self.sides is None and self.turned_copy_of is None:
            raise ValueError("a box needs 'size' (or 'sides', or 'area: trim', 'bleed' or 'safe')")
        if self.shadow and self.drawn_shape is None and (self.content or self.slot) in TEXT_CONTENT:
            raise ValueError("'shadow' is that of a shape, and this box has none; write 'text shadow'")
        return self

    @property
    def drawn_shape(self) -> str | None:
        """The shape behind the content; a box with a fill or a stroke but no ``shape`` is a rectangle."""
        return self.shape or ("rectangle" if self.fill or self.stroke or (self.shadow and self.picture) else None)

    @property
    def content(self) -> str | None:
        """The key of the content in use; None for a box without content."""
        if self.icon_of:
            return "icon"
        return next((name for name in CONTENT_KEYS if getattr(self, name) is not None), None)

    @property
    def is_decorative(self) -> bool:
        """Whether its icon is only decoration: it is the same on every card and overlaps other content."""
        return self.overlaps and "{" not in (self.icon or "") and not self.icon_of


def _resolved(boxes: dict[str, Box | None]) -> dict[str, Box | None]:
    return _in_drawing_order(_with_turned_copies(boxes))


def _in_drawing_order(boxes: dict[str, Box | None]) -> dict[str, Box | None]:
    """Return the boxes with each that is ``over`` another one right behind it."""
    order = list(boxes)
    for name, box in boxes.items():
        if box is not None and box.over in boxes and box.over != name:
            order.remove(name)
            order.insert(order.index(box.over) + 1, name)
    return {name: boxes[name] for name in order}


Boxes = Annotated[dict[str, Box | None], AfterValidator(_resolved)]
"""Boxes by name in the order in which they are drawn, turned copies resolved; null for a box that is left out."""


class FaceFile(Model):
    """A face: boxes by name, drawn in order; with ``extends``, the boxes of another face come first."""

    extends: str | None = None
    bleed: Measure = 3.0
    safe: Measure = 3.0
    ground: Paint | None = None
    boxes: Boxes = Field(default_factory=dict)
    edition: EditionPlace | Literal[False] | None = None
    """The position of the edition mark; ``false`` for none."""
    continues: str | None = None
    """The box whose Markdown continues on further cards, at most twenty, if it does not fit on one card.

    All of them have the same layout and back. Boxes can use ``part`` and ``parts``: ``when: part == 1`` shows a box on
    the first card only. Unless some text uses ``{{ parts }}``, a mark such as 1/2 is printed below the text.
    """
    gives_way: BoxNames = Field(default=(), alias="gives way")

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
            raise ValueError(f"'continues' names an unknown box {name!r}; {did_you_mean(name, self.boxes)}")
        box = self.boxes[name]
        if box is not None and box.slot is None and (box.content != "markdown" or box.repeat is not None):
            raise ValueError(f"box {name!r} cannot continue; only a box with Markdown and without 'repeat' can")
        return self

    @model_validator(mode="after")
    def _knows_what_gives_way(self) -> Self:
        for name in self.gives_way:
            if name not in self.boxes:
                raise ValueError(f"'gives way' names an unknown box {name!r}; {did_you_mean(name, self.boxes)}")
        return self


def _with_own_field(name: str, box: Box) -> Box:
    """Return a slot without content with the field of its own name as content; other boxes are unchanged."""
    if box.slot is None or box.content is not None:
        return box
    return box.model_copy(update={box.slot: f"{{{{ {field_of(name)} }}}}"})


def field_of(slot: str) -> str:
    """Return the name of the field that a slot shows: ``title_2`` for the slot ``title-2``."""
    return slot.replace("-", "_")


class StyleFile(Model):
    """A text style; values that are not given come from the style that it ``extends``, by default ``body``."""

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
    text_outline: OutlineFile | None = Field(default=None, alias="text outline")
    text_shadow: ShadowFile | None = Field(default=None, alias="text shadow")
    align: Align | None = None
    space_before: Measure | None = Field(default=None, alias="space before")
    space_after: Measure | None = Field(default=None, alias="space after")
    indent: Measure | None = None
    hyphenate: bool | None = None
    balance: bool | None = None
    keep: bool | None = None
    coloured_icons: bool | None = Field(default=None, alias="coloured icons")
    cell_icons: Annotated[float, Field(ge=1, le=3)] | None = Field(default=None, alias="cell icons")


class FontFile(Model):
    """A font family: its package, the files of its cuts, axis values of variable fonts, fallback families."""

    package: str | None = None
    regular: str
    bold: str | None = None
    italic: str | None = None
    bold_italic: str | None = Field(None, alias="bold italic")
    axes: dict[str, float] = Field(default_factory=dict)
    bold_axes: dict[str, float] = Field(default_factory=dict, alias="bold axes")
    fallback: tuple[str, ...] = ()


class ThemeFile(Model):
    """Colours, fonts, text styles and ornaments."""

    extends: str | None = None
    colours: dict[str, ColourText] = Field(default_factory=dict)
    icon_colours: dict[str, ColourText] = Field(default_factory=dict, alias="icon colours")
    fonts: dict[str, FontFile] = Field(default_factory=dict)
    text_font: str | None = Field(default=None, alias="text font")
    styles: dict[str, StyleFile] = Field(default_factory=dict)
    corners: Literal["round", "square", "cut", "scooped"] = "round"
    line: Measure | None = None
    """The width of strokes with ``width: line``, in mm; 0 for themes without lines."""
    ornaments: dict[str, tuple[OrnamentFile, ...]] = Field(default_factory=dict)
    """Drawings that faces use as a ``kind`` of ornament, by name. With several in a list, the type of a card picks one;
    an empty list draws nothing."""
    words: tuple[str, ...] = ()
    """Words in a table from which ``new --from`` guesses this theme."""


@dataclass(frozen=True, eq=False)
class Layouts:
    """All layouts of a game, with ``extends`` already resolved. Lazy mappings read a file on first use."""

    theme: ThemeFile
    faces: Mapping[str, FaceFile]
    sheets: Mapping[str, "SheetFile"]
    papers: Mapping[str, "PaperFile"]
    books: Mapping[str, "BookFile"]
    words: Mapping[str, Mapping[str, str]]
    booklets: Mapping[str, "BookletFile"]
    machines: Mapping[str, "MachineFile"]
    shops: Mapping[str, "ShopFile"]
    tables: Mapping[str, "TableFile"]
    stocks: Mapping[str, "StockFile"]
    braille: Mapping[str, "BrailleFile"]
    """The Braille tables of languages, by their tags."""
    sheet_files: Mapping[str, str]
    """The file of each sheet layout, as problems show it."""
    paper_places: Mapping[str, Place] = field(default_factory=dict)
    """The place of each named paper."""
    sources: Mapping[str, LayoutSource] = field(default_factory=dict)
    """The sources of faces, and of the boxes of pages and chapters, by the names under which they are drawn."""
    warnings: tuple[Problem, ...] = ()
    """What the files have in vain."""

    @property
    def lazy_mappings(self) -> dict[str, Mapping[str, object]]:
        """The mappings that read files on first use, by their folder."""
        folders = ("booklets", "braille", "machines", "sheets", "shops", "tables")
        return {folder: getattr(self, folder) for folder in folders}


_LINKS = ("goes_with", "stands_in_for", "icon_of")
_BESIDE = ("after", "before", "below", "above", "around")


def _with_turned_copies(boxes: Mapping[str, Box | None]) -> dict[str, Box | None]:
    """Return the boxes of a face with every ``turned copy of`` replaced by the box that it stands for.

    Raises:
        ValueError: for a copy of a box that the face lacks, or that is a copy itself.
    """
    copies = {box.turned_copy_of: name for name, box in boxes.items() if box is not None and box.turned_copy_of}
    return {
        name: box if box is None or box.turned_copy_of is None else _turned_copy(name, box, boxes, copies)
        for name, box in boxes.items()
    }


def _turned_copy(name: str, own: Box, boxes: Mapping[str, Box | None], copies: Mapping[str, str]) -> Box | None:
    """Return a box with the keys of the other one, changed by its own; None if the other is left out."""
    source = own.turned_copy_of or ""
    if source not in boxes:
        raise ValueError(f"box {name!r} is a copy of an unknown box {source!r}; {did_you_mean(source, boxes)}")
    other = boxes[source]
    if other is None:
        return None
    if other.turned_copy_of is not None:
        raise ValueError(f"box {name!r} is a copy of {source!r}, which is a copy itself; name {other.turned_copy_of!r}")
    changed: dict[str, Any] = {key: _renamed(getattr(other, key), copies) for key in _LINKS}
    changed["over"] = copies.get(other.over or "")
    if other.sides is not None:
        changed["sides"] = _turned_sides(other.sides, copies)
    if other.ornament is not None and other.ornament.motif is not None:
        motif = copies.get(other.ornament.motif, other.ornament.motif)
        changed["ornament"] = other.ornament.model_copy(update={"motif": motif})
    if other.slot is not None:
        changed |= dict.fromkeys(CONTENT_KEYS)
    changed |= {key: getattr(own, key) for key in own.model_fields_set}
    repeat = other.repeat or RepeatFile.model_validate({})
    return other.model_copy(
        update={**changed, "turned_copy_of": None, "repeat": repeat.model_copy(update={"turns": (180.0,)})}
    )


def _turned_sides(sides: SidesFile, copies: Mapping[str, str]) -> SidesFile:
    beside = {
        key: tuple(Neighbour(copies.get(other.name, other.name), other.gap) for other in getattr(sides, key))
        for key in _BESIDE
    }
    return sides.model_copy(update={**beside, "fills_without": _renamed(sides.fills_without, copies)})


def _renamed(names: tuple[str, ...], copies: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(copies.get(name, name) for name in names)

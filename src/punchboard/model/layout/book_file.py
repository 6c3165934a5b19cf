"""The model of a book: its pages, their boxes, the openings of chapters and the styles of the text. Lengths in mm."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from punchboard.model.layout.layout import Boxes
from punchboard.model.values import Length, Measure, Model


class MasterFile(Model):
    """A page master of a book: boxes as on a face, and the regions for the text as [x, y, width, height]."""

    boxes: Boxes = Field(default_factory=dict)
    regions: tuple[tuple[Length, Length, Measure, Measure], ...] = ()
    styles: dict[str, str] = Field(default_factory=dict)
    """The styles of the text on the back cover, in place of those of the book."""

    @model_validator(mode="after")
    def _as_wide_as_the_first(self) -> Self:
        if any(width < self.regions[0][2] for _, _, width, _ in self.regions):
            raise ValueError("a region is narrower than the first one; lines have the width of the first region")
        return self


class ChapterFile(Model):
    """A chapter opening: boxes on an area as wide as the column, which can use ``title`` and ``number``."""

    height: Measure = 18.0
    after: Measure = 3.0
    new_page: bool = Field(default=False, alias="new page")
    boxes: Boxes = Field(default_factory=dict)


class BookFile(Model):
    """A book: its page size, page masters, and the text styles of Markdown blocks."""

    extends: str | None = None
    page: tuple[Measure, Measure] = (148.0, 210.0)
    bleed: Measure = 3.0
    masters: dict[str, MasterFile] = Field(default_factory=dict)
    styles: dict[str, str] = Field(default_factory=dict)
    colours: dict[str, str] = Field(default_factory=dict)
    """The book's own colours in place of the theme's, by name."""
    coloured_icons: bool = Field(default=True, alias="coloured icons")
    figures: Annotated[float, Field(gt=0, le=10)] = 1.0
    """The scale of figures, relative to the sizes in their directives; none is wider than the column."""
    scenes: Annotated[float, Field(ge=0, le=1)] = 0.0
    """The width of pictures of the table, as a part of the column's; 0 for the widths in their directives. No
    component is larger in them than itself, and they are narrower where the text would take too many pages."""
    chapter: ChapterFile | None = None
    contents_over: int = Field(default=8, ge=1, alias="contents over")
    cover: bool = True
    """Whether a cover comes before the text; a single sheet has none."""
    pages: Annotated[int, Field(ge=1)] | None = None
    """The highest number of text pages; more is an error."""
    even_margins: bool = Field(default=False, alias="even margins")
    """Whether a sheet is made higher for a paper on which its margins would be wider at head and foot than at the
    sides. Its regions become as much higher; boxes keep their place unless they are measured from the foot."""

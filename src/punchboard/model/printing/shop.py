"""A print shop: what it makes, and the files it wants for that; one file of ``layouts/shops`` each."""

import re
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from punchboard.model.values import Label, Measure, Model, Prose

ProductShape = Literal["card", "square", "hex", "circle", "booklet", "document"]
"""What a product's outline is; booklets and documents are listed, and no component becomes one."""

_PART: Final = r"(?!\.)[\w .,()+-]+"
_PATH: Final = re.compile(rf"{_PART}(?:/{_PART})*")


def is_plain_path(text: str) -> bool:
    """Tell whether a text is the path of a file below a folder: words with ``/`` between, none begun by a dot."""
    return _PATH.fullmatch(text) is not None


def _file_name(text: str) -> str:
    if not is_plain_path(text) or "/" in text:
        raise ValueError(f"{text!r} is not the name of a file; use letters, digits, blanks, '-' and '.'")
    return text


Pixels = Annotated[int, Field(ge=1, le=30_000)]


class ShopProduct(Model):
    """One product of a shop, as the shop draws it: a hexagon may lie, then ours are turned for it."""

    name: Label
    """The shop's own name of it."""
    shape: ProductShape = "card"
    trim: tuple[Measure, Measure]
    canvas: tuple[Pixels, Pixels] | None = None
    """The exact pixels of a picture; shops measure them, and they are no multiple of trim and bleed."""
    page: tuple[Measure, Measure] | None = None
    """The size of a PDF's page; trim and bleed when not given."""
    most: Annotated[int, Field(ge=1)] | None = None
    """The most cards that one deck of it holds."""


class ShopFile(Model):
    """A print shop."""

    extends: str | None = None
    name: Label
    about: Prose = ""
    source: Label = ""
    """Where its wishes are written."""
    form: Literal["png", "pdf"]
    dpi: Annotated[int, Field(ge=72, le=1200)] = 300
    bleed: Measure
    safe: Measure
    products: tuple[ShopProduct, ...] = ()
    any_size: tuple[ProductShape, ...] = Field((), alias="any size")
    """Forms that it makes in any size."""
    decks: Literal["piles", "sizes"] = "piles"
    """What is uploaded together: each deck of the game, or all that is of one size."""
    backs: Literal["one", "many"] = "many"
    """Whether the cards of a deck may have different backs."""
    copies: Literal["files", "table"] = "table"
    """Whether a card of three copies is three files, or one whose number is set in the shop."""
    order: Literal["front-back", "back-front"] = "front-back"
    """The order of a card's two pages in a PDF."""
    front: Prose = "{{ deck }}/{{ id }}.png"
    back: Prose = "{{ deck }}/back.png"
    """The file of the back that all cards of a deck share."""
    backs_file: Prose = Field("{{ deck }}/{{ id }}-back.png", alias="backs file")
    """The file of a card's own back."""
    file: Prose = "{{ deck }}.pdf"
    """The file of a deck, where that is a PDF."""
    colour: Literal["rgb", "cmyk", "either"] = "rgb"
    standard: Literal["", "x-1a", "x-4"] = ""
    ink: Annotated[int, Field(ge=0, le=400)] = 0
    """The most ink in all, in per cent; 0 when the shop says nothing."""
    text: Annotated[Label, AfterValidator(_file_name)] = "READ ME.txt"
    choose: Prose
    """What to choose there: a template of plain text."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        without = [product.name for product in self.products if product.canvas is None]
        if self.form == "png" and without:
            raise ValueError(f"{without[0]!r} has no canvas; write its pixels: 'canvas: [825, 1125]'")
        if self.form == "png" and self.any_size:
            raise ValueError("'any size' is for PDF; the pixels of a picture are a shop's own")
        return self

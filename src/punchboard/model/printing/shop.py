"""Model of a print shop, a file of ``layouts/shops``: its products, and the files it needs for them."""

import re
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from punchboard.model.values import Label, Measure, Model, Prose

ProductShape = Literal["card", "square", "hex", "circle", "booklet", "document"]
"""The shape of a shop's product. Booklets and documents are only listed: components are never made into them."""

_PART: Final = r"(?!\.)[\w .,()+-]+"
_PATH: Final = re.compile(rf"{_PART}(?:/{_PART})*")


def is_plain_path(text: str) -> bool:
    """Return whether a text is a relative file path: names separated by ``/``, none of which starts with a dot."""
    return _PATH.fullmatch(text) is not None


def _file_name(text: str) -> str:
    if not is_plain_path(text) or "/" in text:
        raise ValueError(f"{text!r} is not a file name; use letters, digits, spaces, '-' and '.'")
    return text


Pixels = Annotated[int, Field(ge=1, le=30_000)]


class ShopProduct(Model):
    """One product of a shop, in the shop's orientation: if its hexagons lie on a side, ours are turned to match."""

    name: Label
    """The shop's name for the product."""
    shape: ProductShape = "card"
    trim: tuple[Measure, Measure]
    canvas: tuple[Pixels, Pixels] | None = None
    """The exact size of a picture in pixels, from the shop's template; it does not follow from trim and bleed."""
    page: tuple[Measure, Measure] | None = None
    """The page size of a PDF; by default the trim with its bleed."""
    most: Annotated[int, Field(ge=1)] | None = None
    """The highest number of cards in one deck."""


class ShopFile(Model):
    """A print shop."""

    extends: str | None = None
    name: Label
    about: Prose = ""
    source: Label = ""
    """Where the shop publishes its requirements."""
    form: Literal["png", "pdf"]
    dpi: Annotated[int, Field(ge=72, le=1200)] = 300
    bleed: Measure
    safe: Measure
    products: tuple[ShopProduct, ...] = ()
    any_size: tuple[ProductShape, ...] = Field((), alias="any size")
    """Shapes that the shop makes in any size."""
    decks: Literal["piles", "sizes"] = "piles"
    """What is uploaded together: each deck of the game, or all components of one size."""
    backs: Literal["one", "many"] = "many"
    """Whether the cards of a deck may have different backs."""
    copies: Literal["files", "table"] = "table"
    """Whether a card with three copies becomes three files (``files``), or one file with a number that is set in the
    shop (``table``)."""
    order: Literal["front-back", "back-front"] = "front-back"
    """The order of a card's two pages in a PDF."""
    front: Prose = "{{ deck }}/{{ id }}.png"
    back: Prose = "{{ deck }}/back.png"
    """The file of the back that all cards of a deck share."""
    backs_file: Prose = Field("{{ deck }}/{{ id }}-back.png", alias="backs file")
    """The file of the back of a single card."""
    file: Prose = "{{ deck }}.pdf"
    """The file of a deck, for shops that take PDFs."""
    colour: Literal["rgb", "cmyk", "either"] = "rgb"
    standard: Literal["", "x-1a", "x-4"] = ""
    ink: Annotated[int, Field(ge=0, le=400)] = 0
    """The limit of total ink in per cent; 0 for none."""
    text: Annotated[Label, AfterValidator(_file_name)] = "READ ME.txt"
    choose: Prose
    """What to choose in the shop: a template of plain text."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        without = [product.name for product in self.products if product.canvas is None]
        if self.form == "png" and without:
            raise ValueError(f"{without[0]!r} has no canvas; write its size in pixels: 'canvas: [825, 1125]'")
        if self.form == "png" and self.any_size:
            raise ValueError("'any size' is only for 'form: pdf'; pictures need the exact pixels of the shop")
        return self

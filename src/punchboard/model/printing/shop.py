"""Model of a print shop, a file of ``layouts/shops``: its products, and the files it needs for them."""

import re
from math import ceil
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from punchboard.expression import UnknownNameError, template
from punchboard.model.values import Label, Measure, Model, Prose
from punchboard.units import MM_PER_INCH

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


def _deck_file(text: str) -> str:
    return _checked_template(text, ("deck",))


def _card_file(text: str) -> str:
    return _checked_template(text, ("deck", "id", "slot", "copies"))


def _checked_template(text: str, names: tuple[str, ...]) -> str:
    try:
        template(text)(dict.fromkeys(names, "1"))
    except UnknownNameError as error:
        raise ValueError(f"{error}; known names: {', '.join(names)}") from error
    return text


DeckFile = Annotated[Prose, AfterValidator(_deck_file)]
"""A template of the name of a file for a whole deck."""

CardFile = Annotated[Prose, AfterValidator(_card_file)]
"""A template of the name of a file for one card."""

Pixels = Annotated[int, Field(ge=1, le=30_000)]


class ShopProduct(Model):
    """One product of a shop, in the shop's orientation: if its hexagons lie on a side, ours are turned to match."""

    name: Label
    """The shop's name for the product."""
    shape: ProductShape = "card"
    trim: tuple[Measure, Measure]
    canvas: tuple[Pixels, Pixels] | None = None
    """The exact size of a picture in pixels, if the shop's template differs from the default: the trim with its bleed
    at the shop's ``dpi``, rounded up."""
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
    shop (``table``). The number itself is ``copies`` in file names and in ``choose``."""
    order: Literal["front-back", "back-front"] = "front-back"
    """The order of a card's two pages in a PDF."""
    front: CardFile = "{{ deck }}/{{ id }}.png"
    """The file of a card's front. Names: ``deck`` and ``id`` of the card; ``slot``, its number in the deck, such as
    ``007``; ``copies``, how many copies of it are in the deck. With ``copies: files`` each copy has its own slot."""
    back: DeckFile = "{{ deck }}/back.png"
    """The file of the back, if all cards of the deck have the same one. The only name is ``deck``."""
    backs_file: CardFile = Field("{{ deck }}/{{ id }}-back.png", alias="backs file")
    """The file of a card's back, if the backs of the deck differ (otherwise ``back`` applies), with the names of
    ``front``."""
    file: DeckFile = "{{ deck }}.pdf"
    """The file of a deck, for shops that take PDFs. The only name is ``deck``."""
    colour: Literal["rgb", "cmyk", "either"] = "rgb"
    standard: Literal["", "x-1a", "x-4"] = ""
    ink: Annotated[int, Field(ge=0, le=400)] = 0
    """The limit of total ink in per cent; 0 for none."""
    text: Annotated[Label, AfterValidator(_file_name)] = "READ ME.txt"
    """The name of the text file with the ordering instructions, whose words are in ``choose``."""
    choose: Prose
    """The ordering instructions: a template of plain text. Names: ``game`` (``title``, ``short``, ``version``);
    ``shop``, with these keys; ``decks``, each with ``name``, ``product``, ``size``, ``pieces`` (all copies counted),
    ``different``, ``backs``, ``file``, ``scale`` in per cent, ``turned`` and ``cards`` (``id``, ``name``, ``copies``,
    ``file``, ``last``); ``count``, the pieces of all decks; ``left_out``; ``near``; ``profile``."""

    def canvas(self, product: ShopProduct) -> tuple[int, int]:
        """Return the size in pixels of a product's pictures."""
        if product.canvas is not None:
            return product.canvas
        width, height = (ceil(round((side + 2 * self.bleed) / MM_PER_INCH * self.dpi, 3)) for side in product.trim)
        return width, height

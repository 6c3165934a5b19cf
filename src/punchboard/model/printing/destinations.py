"""Models of where a game goes: print shops, cutting machines and virtual tables. Lengths in mm."""

import re
from functools import partial
from math import ceil
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from punchboard.expression import UnknownNameError, template
from punchboard.model.printing.sheet import SheetFile
from punchboard.model.values import ColourText, Label, Measure, Model, Prose
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


def _checked_template(text: str, names: tuple[str, ...]) -> str:
    try:
        template(text)(dict.fromkeys(names, "1"))
    except UnknownNameError as error:
        raise ValueError(f"{error}; known names: {', '.join(names)}") from error
    return text


DeckFile = Annotated[Prose, AfterValidator(partial(_checked_template, names=("deck",)))]
"""A template of the name of a file for a whole deck."""

CardFile = Annotated[Prose, AfterValidator(partial(_checked_template, names=("deck", "id", "slot", "copies")))]
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


MIN_ROUNDED_GAP = 2.0
"""The smallest gap in mm between components with rounded corners, which share no cut: a narrower strip tears."""

Layer = Literal["cut", "fold", "marks", "page"]
"""The purpose of a line in a cut file."""

_COLOURS: dict[Layer, str] = {"cut": "#ff0000", "fold": "#0000ff", "marks": "#000000", "page": "#808080"}


class RegistrationFile(Model):
    """Three registration marks for the machine's sensor: a square at the top left, an L at two corners."""

    inset: Annotated[Measure, Field(ge=3)] = 10.0
    """The distance in mm from the paper's edges to the outer edges of the marks."""
    square: Annotated[Measure, Field(ge=1)] = 5.0
    length: Annotated[Measure, Field(ge=1)] = 20.0
    """The length in mm of each arm of an L."""
    line: Annotated[Measure, Field(gt=0, le=5)] = 0.3
    keep_out: Measure = Field(2.0, alias="keep out")
    """The width in mm of the area around each mark that stays blank."""


class FormFile(Model):
    """How components of one form are cut: the corner radius and the gap between neighbours, in mm."""

    radius: Measure = 0.0
    gap: Measure = 0.0

    @model_validator(mode="after")
    def _rounded_apart(self) -> Self:
        if self.radius and self.gap < MIN_ROUNDED_GAP:
            raise ValueError(
                f"corners with a radius of {self.radius:g} mm share no cut; 'gap' must be at least"
                f" {MIN_ROUNDED_GAP:g} mm, not {self.gap:g} mm"
            )
        return self


class MachineFile(Model):
    """A machine that cuts printed sheets, or a shop that has one."""

    about: Prose = ""
    extends: str | None = None
    sheet: SheetFile = SheetFile()
    """The arrangement of components; ``forms`` overrides the gap."""
    forms: dict[str, FormFile] = Field(default_factory=dict)
    """Settings by the form of the trim: card, square, board, hex, circle."""
    cut: Literal["files", "spot"] = "files"
    """Whether the cut paths are separate files, or a spot-colour plate in the printed file."""
    plate: Label = "CutContour"
    files: tuple[Literal["svg", "dxf"], ...] = ("svg", "dxf")
    registration: RegistrationFile | None = None
    line: Annotated[Measure, Field(gt=0, le=2)] = 0.1
    """The line width of paths in mm, in SVG and on the plate; DXF lines have no width."""
    colours: dict[Layer, ColourText] = Field(default_factory=dict)
    steps: tuple[Prose, ...] = ()
    """Instructions for the user, one template for each step. They can use paper, width, height, the names of files,
    inset, square, length and line."""

    def form(self, name: str) -> FormFile:
        """Return the settings of a form; by default sharp corners and the gap of the sheet."""
        return self.forms.get(name) or FormFile(radius=0.0, gap=self.sheet.gap)

    def colour(self, layer: Layer) -> str:
        """Return the colour of a layer's lines."""
        return self.colours.get(layer, _COLOURS[layer])


class TableFile(Model):
    """A virtual table, a file of ``layouts/tables``. A game may extend it in a file of its own and set ``address``."""

    extends: str | None = None
    name: Label
    dpi: Annotated[int, Field(ge=50, le=600)] = 300
    """The highest resolution of pictures of cards."""
    piece_dpi: Annotated[int, Field(ge=50, le=1200, alias="piece dpi")] = 400
    """The highest resolution of all other pictures, which are smaller and looked at more closely."""
    pixels: Annotated[int, Field(ge=256, le=16384)] = 4096
    """The longest side of any picture, in pixels."""
    columns: Annotated[int, Field(ge=1, le=100)] = 10
    rows: Annotated[int, Field(ge=1, le=100)] = 7
    """The highest number of columns and rows on a sheet of cards; the last place is reserved for the hidden face."""
    thickness: Measure = 2.0
    """The thickness of tiles, tokens and boards, in mm."""
    loose: Annotated[int, Field(ge=0, le=1000)] = 6
    """The highest number of equal pieces that lie loose on the table; more are put into a bag."""
    address: Label | None = None
    """The web address of the folder with the files, which is put before each file name. Without it, only file names are
    written."""
    read_me: Prose = Field("", alias="read me")
    """Instructions for the user, as a template. ``title`` and ``file`` are those of the game, ``contents`` is the list
    of what can be imported."""

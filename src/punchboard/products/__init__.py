"""Products: one module for each kind of output. A product describes its files as documents; it renders nothing."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import NamedTuple

from punchboard.model.game.game import TEXT_SHEETS, LoadedGame
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import NOTHING_BUILT, BuildReport


class ProductKind(NamedTuple):
    """A product's description and the function of this package that makes it; its module is imported on use."""

    about: str
    function: str
    """The path of the function in this package: ``sheets.boards``."""
    is_extra: bool = False
    """Whether it is not one of the default products: made with ``--all``, or when it is named."""
    is_per_paper: bool = False
    """Whether it is made for each paper independently, so that workers can share the papers."""
    needs_books: bool = False
    """Whether it needs composed books."""
    shows_report: bool = False
    """Whether it shows what the build has found and made so far: its function takes a `BuildReport`, too."""
    text: str = ""
    """The text that it is made from, a book or a row of `TEXT_SHEETS`, if any: its function takes this name, too."""

    def make(self, composed: ComposedGame, report: BuildReport = NOTHING_BUILT) -> Iterator[Product]:
        """Yield the product's files."""
        module, _, name = self.function.rpartition(".")
        function = getattr(import_module(f"punchboard.products.{module}"), name)
        more = (report,) if self.shows_report else (self.text,) if self.text else ()
        files: Iterator[Product] = function(composed, *more)
        return files


PRODUCTS: Mapping[str, ProductKind] = {
    "sheets": ProductKind(
        "print-and-play sheets of every component, on each paper", "sheets.sheets", is_per_paper=True
    ),
    "boards": ProductKind("boards and mats larger than the paper, split over pages", "sheets.boards"),
    "nets": ProductKind("fold-up nets of dice and pawns, and stickers for blank dice", "sheets.nets"),
    "boxes": ProductKind("tuck boxes, as deep as their decks are thick", "sheets.boxes", is_extra=True),
    "reference": ProductKind("quick-reference cards, one side a page, and sheets of them", "sheets.reference"),
    "rulebook": ProductKind(
        "the rulebook, page by page, and as HTML to read on a screen",
        "rulebook.book",
        needs_books=True,
        text="rulebook",
    ),
    "design-notes": ProductKind(
        "the design notes: what is ours in a game and why, page by page and as HTML",
        "rulebook.book",
        needs_books=True,
        text="design-notes",
    ),
    "epub": ProductKind(
        "rulebook.epub: the rulebook as an e-book, EPUB 3", "epub.epub", is_extra=True, needs_books=True
    ),
    "booklet": ProductKind(
        "the rulebook imposed for saddle stitch, on each paper", "rulebook.booklets", needs_books=True
    ),
    **{
        name: ProductKind(sheet.about, "sheets.table_sheet", is_extra=sheet.is_extra, needs_books=True, text=name)
        for name, sheet in TEXT_SHEETS.items()
    },
    "large-print": ProductKind(
        "rulebook, reference, set-up and cards at 18 pt and more, on each paper",
        "large_print.large_print",
        is_extra=True,
        needs_books=True,
    ),
    "braille": ProductKind(
        "names and words of the components in Braille: BRF, labels as PDF and STL", "braille.braille", is_extra=True
    ),
    "components": ProductKind(
        "an SVG of every distinct component, front and back, and of every side of a die", "pictures.components"
    ),
    "cards": ProductKind("cards.html: every component in words, to read aloud, search and filter", "web.cards.cards"),
    "pictures": ProductKind(
        "a PNG of every side of every component: /bleed, /trim or /rounded", "pictures.pictures", is_extra=True
    ),
    "shops": ProductKind("a folder for each print shop, ready to upload", "shops.shops", is_extra=True),
    "tabletop-simulator": ProductKind(
        "Tabletop Simulator: sheets of cards, models, a saved object",
        "tabletop.tabletop_simulator",
        is_extra=True,
        needs_books=True,
    ),
    "tabletopia": ProductKind(
        "Tabletopia: a picture of each side of each component", "tabletopia.tabletopia", is_extra=True
    ),
    "cutting": ProductKind(
        "sheets for cutting machines, with cut paths as SVG and DXF",
        "cutting.cutting",
        is_extra=True,
        is_per_paper=True,
    ),
    "table": ProductKind(
        "the game on a table in the browser, set up and ready to play", "web.table.table", needs_books=True
    ),
    "checks": ProductKind(
        "a page of the check results: set-up, chances, turns, counts",
        "web.checks.checks",
        needs_books=True,
        shows_report=True,
    ),
    "page": ProductKind(
        "index.html: every component on one page, to browse and publish",
        "web.components.page",
        needs_books=True,
        shows_report=True,
    ),
}
"""Every product by the name that ``--only`` accepts, in the order in which they are made."""

PRODUCT_BY_FOLDER: Mapping[str, str] = {"print-and-play": "sheets"}
"""The product to suggest for an output folder that is not called like a product."""


def layout_names(loaded: LoadedGame, product: str) -> Iterable[str]:
    """Return the layout names that ``--only`` accepts after a product's name, as in ``sheets/fronts``."""
    if product == "pictures":
        from punchboard.products.pictures import PICTURE_FORMS  # noqa: PLC0415 - a product's module is imported on use

        return PICTURE_FORMS
    layouts = loaded.layouts
    named = {
        "sheets": layouts.sheets,
        "cutting": layouts.machines,
        "booklet": layouts.booklets,
        "shops": layouts.shops,
    }
    return named.get(product, ())


__all__ = ["PRODUCTS", "PRODUCT_BY_FOLDER", "BuildReport", "ComposedGame", "Product", "ProductKind", "layout_names"]

"""Products: one module for each thing that a person can print. A product names its documents; it renders nothing."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from punchboard.model.game.loaded_game import LoadedGame
from punchboard.products.game.composed_game import ComposedGame, Product


class Maker(NamedTuple):
    """What a product is, and the function of this package that makes it; the module is imported on use."""

    about: str
    module: str
    function: str
    is_extra: bool = False
    """Whether it is no part of the table set: made with ``--all``, or when it is named."""
    is_per_paper: bool = False
    """Whether it is made for each paper by itself, so that papers can be shared out."""
    needs_books: bool = False
    """Whether it is set as a book is, or tells of one."""
    source_book: str = ""
    """The book that it is made of alone, if it is: while the book stays, it need not be named again."""

    def make(self, composed: ComposedGame) -> Iterator[Product]:
        """Yield the product's files."""
        module = import_module(f"punchboard.products.{self.module}")
        made: Iterator[Product] = getattr(module, self.function)(composed)
        return made


PRODUCTS: Mapping[str, Maker] = MappingProxyType(
    {
        "sheets": Maker(
            "print-and-play sheets of every component, on each paper", "sheets", "sheets", is_per_paper=True
        ),
        "boards": Maker("boards and mats larger than the paper, split over pages", "boards", "boards"),
        "nets": Maker("fold-up nets of dice and pawns, and stickers for blank dice", "nets", "nets"),
        "boxes": Maker("tuck boxes, as deep as their decks are thick", "tuck_boxes", "boxes", is_extra=True),
        "reference": Maker("quick-reference cards, one side a page, and sheets of them", "reference", "reference"),
        "rulebook": Maker(
            "the rulebook, page by page, and as HTML to read on a screen",
            "rulebook",
            "rulebook",
            needs_books=True,
            source_book="rulebook",
        ),
        "booklet": Maker(
            "the rulebook imposed for saddle stitch, on each paper",
            "booklets",
            "booklets",
            needs_books=True,
            source_book="rulebook",
        ),
        "set-up": Maker(
            "the set-up sheet: the steps, and what each seat takes",
            "table_sheets",
            "set_up",
            needs_books=True,
            source_book="set-up",
        ),
        "score": Maker(
            "the score sheet, to fill in by hand", "table_sheets", "score", needs_books=True, source_book="score"
        ),
        "playtest": Maker(
            "one page for a playtest: the game in brief, and a record",
            "table_sheets",
            "playtest",
            needs_books=True,
            source_book="playtest",
        ),
        "components": Maker(
            "an SVG of every distinct component, front and back, and of every side of a die",
            "component_svg",
            "components",
        ),
        "pictures": Maker(
            "a PNG of every side of every component: /bleed, /trim or /rounded", "pictures", "pictures", is_extra=True
        ),
        "shops": Maker("a folder for each print shop, ready to be uploaded", "shops", "shops", is_extra=True),
        "tabletop-simulator": Maker(
            "Tabletop Simulator: sheets of cards, models, a saved object",
            "tabletop",
            "tabletop_simulator",
            is_extra=True,
            needs_books=True,
        ),
        "tabletopia": Maker(
            "Tabletopia: a picture of each side of each component", "tabletopia", "tabletopia", is_extra=True
        ),
        "cutting": Maker(
            "sheets for cutting machines, with cut paths as SVG and DXF",
            "cutting",
            "cutting",
            is_extra=True,
            is_per_paper=True,
        ),
        "checks": Maker(
            "a page of what the checks found: set-up, chances, turns, counts", "web.checks", "checks", needs_books=True
        ),
        "page": Maker(
            "index.html: every component on one page, to look at and to publish",
            "web.components",
            "page",
            needs_books=True,
        ),
    }
)
"""Every product by the name that ``--only`` takes, in the order of making."""


def layout_names(loaded: LoadedGame, product: str) -> Iterable[str]:
    """Return the names that ``--only`` takes after a product's own, as in ``sheets/fronts``; none when it has none."""
    if product == "pictures":
        from punchboard.products.pictures import PICTURE_FORMS

        return PICTURE_FORMS
    layouts = loaded.layouts
    named = {
        "sheets": layouts.sheets,
        "cutting": layouts.machines,
        "booklet": layouts.booklets,
        "shops": layouts.shops,
    }
    return named.get(product, ())


__all__ = ["PRODUCTS", "ComposedGame", "Maker", "Product", "layout_names"]

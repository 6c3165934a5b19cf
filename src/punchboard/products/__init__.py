"""Products: one module for each thing that a person can print. A product names its documents; it renders nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from punchboard.products.composed import Composed, Product


class Maker(NamedTuple):
    """What a product is, and the function of this package that makes it; the module is imported on use."""

    about: str
    module: str
    function: str
    extra: bool = False
    """Whether it is no part of the table set: made with ``--all``, or when it is named."""

    def make(self, composed: Composed) -> Iterator[Product]:
        """Yield the product's files."""
        module = import_module(f"punchboard.products.{self.module}")
        made: Iterator[Product] = getattr(module, self.function)(composed)
        return made


PRODUCTS: Mapping[str, Maker] = MappingProxyType(
    {
        "sheets": Maker("print-and-play sheets of every component, on each paper", "sheets", "sheets"),
        "boards": Maker("boards and mats larger than the paper, split over pages", "boards", "boards"),
        "nets": Maker("fold-up nets of dice and pawns, and stickers for blank dice", "nets", "nets"),
        "reference": Maker("quick-reference cards, one side a page, and sheets of them", "reference", "reference"),
        "rulebook": Maker("the rulebook, page by page", "rulebook", "rulebook"),
        "booklet": Maker("the rulebook imposed for saddle stitch", "rulebook", "booklet"),
        "set-up": Maker("the set-up sheet: the steps, and what each seat takes", "papersheets", "set_up"),
        "score": Maker("the score sheet, to fill in by hand", "papersheets", "score"),
        "playtest": Maker("one page for a playtest: the game in brief, and a record", "papersheets", "playtest"),
        "components": Maker(
            "an SVG of every distinct component, front and back, and of every side of a die", "svg", "components"
        ),
        "checks": Maker("a page of what the checks found: set-up, chances, turns, counts", "checkspage", "checks"),
    }
)
"""Every product by the name that ``--only`` takes, in the order of making."""

__all__ = ["PRODUCTS", "Composed", "Maker", "Product"]

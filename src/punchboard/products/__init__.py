"""Products: one module for each thing that a person can print. A product names its documents; it renders nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from punchboard.products.composed import Composed, Product
from punchboard.products.reference import reference
from punchboard.products.rulebook import booklet, rulebook
from punchboard.products.sheets import sheets
from punchboard.products.svg import components

Make = Callable[[Composed], Iterator[Product]]

PRODUCTS: Mapping[str, Make] = MappingProxyType(
    {
        "sheets": sheets,
        "reference": reference,
        "rulebook": rulebook,
        "booklet": booklet,
        "components": components,
    }
)
"""Every product by the name that ``--only`` takes, in the order of making."""

__all__ = ["PRODUCTS", "Composed", "Make", "Product"]

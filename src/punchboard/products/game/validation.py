"""Validation of the papers, products and layouts that a build requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from punchboard.model.game.game import LoadedGame
from punchboard.model.printing.sheet import PaperFile, find_paper
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail
from punchboard.products import PRODUCTS, layout_names
from punchboard.products.game.books import ProductSelection


def resolve_papers(known: Mapping[str, PaperFile], requested: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the requested papers, each a known paper or a size such as ``200x250mm``.

    Raises:
        ProblemsFound: REF001 for a name that is neither.
    """
    names = []
    for text in requested:
        try:
            names.append(find_paper(text, known)[0])
        except ValueError as error:
            raise fail("REF001", Place("--paper"), *error.args) from None
    return tuple(dict.fromkeys(names))


def needs_books(only: Sequence[str]) -> bool:
    """Tell whether any requested product needs the layouts of books. Without names, all products are requested."""
    return not only or any(PRODUCTS[name.partition("/")[0]].needs_books for name in only)


def validate_layouts(loaded: LoadedGame, only: Sequence[str]) -> None:
    """Check that every requested layout, such as ``sheets/fronts``, is a layout of its product.

    Raises:
        ProblemsFound: REF001 for the first that is not.
    """
    for name in only:
        product, slash, layout = name.partition("/")
        known = layout_names(loaded, product)
        if slash and layout not in known:
            hint = did_you_mean(name, [f"{product}/{other}" for other in known])
            raise fail("REF001", Place("--only"), f"{name!r} is not a product", hint)


def select_products(selection: ProductSelection, *, everything: bool) -> tuple[str, ...]:
    """Return the names of the products to make, in the order of ``PRODUCTS``.

    These are the named products; without names the default products, or with ``everything`` all.
    """
    return tuple(
        name
        for name, kind in PRODUCTS.items()
        if selection.names_product(name) or (selection.wants(name) and (everything or not kind.is_extra))
    )

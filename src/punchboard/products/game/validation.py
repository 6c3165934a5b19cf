"""What is asked of a build, held against what there is: papers, products and their layouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.printing.sheet import PaperFile, find_paper
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail
from punchboard.products import PRODUCTS, layout_names
from punchboard.products.game.selection import ProductSelection


def resolve_papers(known: Mapping[str, PaperFile], wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the wanted papers: known ones, or sizes.

    Raises:
        ProblemsFound: REF001 for one that is neither.
    """
    names = []
    for text in wanted:
        try:
            names.append(find_paper(text, known)[0])
        except ValueError as error:
            raise fail("REF001", Place("--paper"), *error.args) from None
    return tuple(dict.fromkeys(names))


def needs_books(only: Sequence[str]) -> bool:
    """Tell whether any product that is asked for is set as a book is; all are when none is named."""
    return not only or any(PRODUCTS[name.partition("/")[0]].needs_books for name in only)


def validate_layouts(loaded: LoadedGame, only: Sequence[str]) -> None:
    """Make sure that every layout asked for, as in ``sheets/fronts``, is one of its product's.

    Raises:
        ProblemsFound: REF001 for the first that is none.
    """
    for name in only:
        product, slash, layout = name.partition("/")
        known = layout_names(loaded, product)
        if slash and layout not in known:
            hint = did_you_mean(name, [f"{product}/{one}" for one in known])
            raise fail("REF001", Place("--only"), f"{name!r} is not a product", hint)


def select_products(chosen: ProductSelection, *, everything: bool) -> tuple[str, ...]:
    """Return the names of the products to make, in their order: those named, the default products, or all."""
    return tuple(
        name
        for name, maker in PRODUCTS.items()
        if chosen.names_product(name) or (chosen.wants(name) and (everything or not maker.is_extra))
    )

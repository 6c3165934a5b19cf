"""How files are printed at home, and what of a game can be printed: for the pages that offer it."""

from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from punchboard.compose.boards import is_split
from punchboard.compose.booklets import booklet_imposition
from punchboard.model.game.game import BOOK_TEXTS, TEXT_SHEETS
from punchboard.model.printing.sheet import SheetFile
from punchboard.model.values import capitalized
from punchboard.products import PRODUCTS
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.sheets import DUPLEX

_FACES: Final = {
    "duplex": "Fronts and backs",
    "fronts": "Fronts only",
    "gutterfold": "Fronts and backs, to fold",
}

_NAMES: Final = {"reference": "quick-reference cards", "nets": "dice and pawns", "boxes": "tuck boxes"}
"""What the files of a product are called, where that is not the name of the product."""

ON_PAPER: Final = "print-and-play/"
"""The folder of the files that are made for each paper, whose names begin with it."""

TO_PRINT: Final = ("boards", "nets", "boxes", "reference", *TEXT_SHEETS, "booklet", *BOOK_TEXTS, "large-print")
"""The products that are printed at home beside the sheets of components, in the order in which they are offered."""

TO_SEND: Final = ("tabletop-simulator", "tabletopia", "cutting", "pictures", "braille")
"""The products for other machines, beside the shops."""


@dataclass(frozen=True)
class Print:
    """How a file goes through the printer."""

    title: str
    about: str = ""
    flip: str = ""
    """The edge on which double-sided sheets are turned over: ``long edge`` or ``short edge``; empty for one side."""


def print_of(composed: ComposedGame, path: str) -> Print:
    """Return how a file is printed, by its path in the output."""
    stem = PurePosixPath(path).stem
    paper, _, name = stem.partition("-") if path.startswith(ON_PAPER) else ("", "", stem)
    name, layouts = name.removesuffix(composed.suffix), composed.loaded.layouts
    if paper and name in layouts.sheets:
        return _sheets(name, layouts.sheets[name])
    if paper and (booklet := name.removeprefix("rulebook-")) in layouts.booklets:
        size, file = composed.papers[paper].size, layouts.booklets[booklet]
        imposition = booklet_imposition(size, file.size(size))
        return Print(capitalized(name.replace("-", " ")), file.about, imposition.flip if imposition else "")
    if name in PRODUCTS:
        flip = layouts.sheets[DUPLEX].flip if paper and name == "reference" else ""
        return Print(capitalized(_NAMES.get(name, name)), PRODUCTS[name].about, flip)
    return Print(capitalized(name.replace("-", " ")))


def _sheets(name: str, file: SheetFile) -> Print:
    """Return how the sheets of a layout are printed; one that is not called after its sides has its own name, too."""
    title = _FACES[file.faces] if name == file.faces else f"{_FACES[file.faces]}: {name.replace('-', ' ')}"
    return Print(title, file.about, file.flip if file.faces == "duplex" else "")


def offers(composed: ComposedGame) -> dict[str, Any]:
    """Return what of a game can be printed, as plain data.

    Args:
        composed: the game, with its books.
    """
    layouts = composed.loaded.layouts
    return {
        "papers": [{"id": name, "name": paper.name} for name, paper in layouts.papers.items()],
        "sheets": [
            {"id": name, "faces": file.faces, "marks": file.marks, **asdict(_sheets(name, file))}
            for name, file in sorted(layouts.sheets.items(), key=lambda item: item[1].extra)
        ],
        "more": [{"id": name, "about": _about(composed, name)} for name in TO_PRINT if _has(composed, name)],
        "shops": [
            {"id": f"shops/{name}", "name": shop.name, "about": shop.about} for name, shop in layouts.shops.items()
        ],
        "away": [{"id": name, "about": PRODUCTS[name].about} for name in TO_SEND],
        "cards": [component.id for component in composed.game.components],
    }


def _about(composed: ComposedGame, product: str) -> str:
    booklet = composed.loaded.layouts.booklets.get(product)
    return booklet.about if booklet is not None else PRODUCTS[product].about


def _has(composed: ComposedGame, product: str) -> bool:
    """Return whether a game has something for a product."""
    game, file = composed.game, composed.game.file
    if product in TEXT_SHEETS:
        return TEXT_SHEETS[product].is_for(game) and product in composed.loaded.layouts.books
    folded = any(kind.trim.is_folded for kind in game.kinds.values())
    papers = composed.papers.values()
    present = {
        "boards": any(is_split(kind.trim, paper) for kind in game.kinds.values() for paper in papers),
        "nets": bool(file.dice) or folded,
        "boxes": bool(file.tuck_boxes),
        "booklet": "rulebook" in game.texts,
        "large-print": "rulebook" in game.texts,
    }
    return present.get(product, product in game.texts)

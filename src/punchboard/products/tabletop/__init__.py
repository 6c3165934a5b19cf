"""Tabletop Simulator: a saved object with every component, and its pictures and models."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from punchboard.expression import template
from punchboard.geometry import Size
from punchboard.products.expected import expected_book
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.stacks import stacks
from punchboard.products.tabletop.cards import DeckBuilder
from punchboard.products.tabletop.files import PDFS, ROOT, FileCollector, mod_path
from punchboard.products.tabletop.pieces import PieceBuilder
from punchboard.products.tabletop.state import StateFactory, TableObject, saved_object

TABLE: Final = "tabletop-simulator"
"""The name of the product, and of its file in ``layouts/tables``."""

_BOOK: Final = Size(8.5, 11)
_NOT_IN_FILES: Final = re.compile(r"[^\w &'()+,.-]+")


def tabletop_simulator(composed: ComposedGame) -> Iterator[Product]:
    """Yield the pictures, models and rulebook, the saved object that uses them, and instructions.

    Everything is in RGB, whatever the build's profile, because Tabletop Simulator supports nothing else.
    """
    game, table = composed.game, composed.loaded.layouts.tables[TABLE]
    files, states = FileCollector(game.id, table), StateFactory(game.id)
    decks, solids = DeckBuilder(files, states), PieceBuilder(files, states)
    makers = {"card": decks.objects, "pawn": solids.figures}
    things = [thing for stack in stacks(composed) for thing in makers.get(stack.trim.form, solids.pieces)(stack)]
    things += solids.dice(composed)
    if composed.rulebook is not None:
        name = f"{game.id}-rulebook.pdf"
        things.append(_book(states, f"{game.title} (PDF)", files.address(name)))
        expected = expected_book(composed, "rulebook")
        yield Product(mod_path(PDFS, name), composed.rulebook.document, is_screen_only=True, expected=expected)
    yield from files.products(game.title)
    file = _NOT_IN_FILES.sub("-", game.short_title).strip(" .-") or game.id
    yield _data(f"{ROOT}/Saves/Saved Objects/{file}.json", saved_object(game.title, things))
    values = {"title": game.title, "file": file, "address": table.address or ""}
    lines = Counter(map(_line, things))
    contents = "\n".join([*(f"  {count} x {line}" for line, count in lines.items()), "", *decks.sheet_notes])
    text = str(template(table.read_me)({**values, "contents": contents}))
    yield _data(f"{ROOT}/READ ME.txt", text.encode())


def _book(states: StateFactory, title: str, address: str) -> TableObject:
    """Return the rulebook as an object whose pages can be turned.

    ``Custom_PDF`` and its keys: https://api.tabletopsimulator.com/behavior/book/ and
    https://github.com/cwoac/TTS-Manager/issues/33.
    """
    own = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return TableObject(states.make("Custom_PDF", "rulebook", title, CustomPDF=own), _BOOK)


def _line(thing: TableObject) -> str:
    """Return an object's line in the contents list."""
    inside = thing.state.get("ContainedObjects", ())
    name: str = thing.state["Nickname"]
    return f"{name} ({len(inside)} pieces)" if inside else name


def _data(file: str, data: bytes) -> Product:
    return Product(file, format="data", data=data)

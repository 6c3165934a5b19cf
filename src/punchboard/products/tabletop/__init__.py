"""Tabletop Simulator: a saved object with every component, and its pictures and models."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from punchboard.compose.tabletop import CUBE_COLUMNS, CUBE_ROWS, Grid, best_grid, cube, obj_text, prism, split_evenly
from punchboard.expression import template
from punchboard.geometry import Size
from punchboard.model.game.game import die_sides
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.values import counted
from punchboard.products.expected import expected_book
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.stacks import Item, Stack, stacks
from punchboard.products.tabletop.saved_objects import (
    PDFS,
    ROOT,
    FileCollector,
    State,
    StateFactory,
    TableObject,
    mod_path,
    saved_object,
    table_size,
    transform,
)

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
    data = saved_object(game.title, things)
    yield Product(f"{ROOT}/Saves/Saved Objects/{file}.json", format="data", data=data)
    values = {"title": game.title, "file": file, "address": table.address or ""}
    lines = Counter(map(_line, things))
    contents = "\n".join([*(f"  {count} x {line}" for line, count in lines.items()), "", *decks.sheet_notes])
    text = str(template(table.read_me)({**values, "contents": contents}))
    yield Product(f"{ROOT}/READ ME.txt", format="data", data=text.encode())


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
    return f"{name} ({counted(len(inside), 'piece')})" if inside else name


# Decks of Tabletop Simulator: card sheets, their backs, and deck objects.
#
# A sheet is a grid of cards, counted along its rows from 0. The last cell is the face of hidden cards
# (https://kb.tabletopsimulator.com/custom-content/custom-deck/). A card's id is its sheet's number times 100 plus its
# cell. So a sheet has at most 10 x 7 cells, for 69 cards.

_ROUNDED = 0
"""The shape of a card: a rectangle with rounded corners."""


class Sheet(NamedTuple):
    """Cards on one picture: all with the same back, or (``back`` is None and ``own`` is true) each with its own."""

    items: tuple[Item, ...]
    back: Face | None
    own: bool = False


def card_sheets(items: Sequence[Item], most: int) -> Iterator[Sheet]:
    """Yield sheets of at most ``most`` cards: cards with equal backs together, cards with unique backs together."""
    by_back: dict[Face | None, list[Item]] = {}
    for item in items:
        by_back.setdefault(item.back, []).append(item)
    alone = [same[0] for back, same in by_back.items() if len(same) == 1 and back is not None]
    if len(alone) == 1:
        alone = []
    else:
        by_back = {back: same for back, same in by_back.items() if len(same) > 1 or back is None}
    for back, same in by_back.items():
        yield from (Sheet(part, back) for part in split_evenly(same, most))
    yield from (Sheet(part, None, own=True) for part in split_evenly(alone, most))


class DeckBuilder:
    """Makes the decks of a game; sheets are numbered across all decks."""

    def __init__(self, files: FileCollector, states: StateFactory) -> None:
        self._files, self._states = files, states
        self._sheets = 0
        self._backs: dict[tuple[Face | None, Trim], str] = {}
        self.sheet_notes: list[str] = []
        """A line for each sheet with the values for loading it by hand."""

    def objects(self, stack: Stack) -> Iterator[TableObject]:
        """Yield the deck of a stack, or its only card."""
        ids: dict[str, int] = {}
        custom: dict[int, State] = {}
        most = self._files.table.columns * self._files.table.rows - 1
        for nth, sheet in enumerate(card_sheets(stack.items, most), 1):
            self._sheets += 1
            ids |= {item.id: self._sheets * 100 + place for place, item in enumerate(sheet.items)}
            custom[self._sheets] = self._sheet(stack, sheet, nth)
        cards = [
            self._card(stack, item, copy, ids[item.id], custom) for item in stack.items for copy in range(item.copies)
        ]
        whole = cards[0] if len(cards) == 1 else self._deck(stack, cards, custom)
        yield TableObject(whole, table_size(stack.trim.size))

    def _sheet(self, stack: Stack, sheet: Sheet, nth: int) -> State:
        """Add the pictures of a sheet, and return its entry in the save format."""
        files, size = self._files, stack.trim.size
        grid = best_grid(len(sheet.items) + 1, size, files.limits(stack.trim.form))
        spare = [None] * (grid.last_cell - len(sheet.items))
        fronts = [*(item.front for item in sheet.items), *spare, sheet.back]
        face = files.add_picture(f"{stack.key}-{nth}", fronts, size, grid)
        if sheet.own:
            backs = [*(item.back for item in sheet.items), *spare, None]
            back = files.add_picture(f"{stack.key}-{nth}-backs", backs, size, grid)
        else:
            back = self._back(stack, sheet.back, nth)
        self.sheet_notes.append(
            f"{face.rsplit('/', 1)[-1]}: width {grid.columns}, height {grid.rows}, number {len(sheet.items)};"
            f" {'unique backs' if sheet.own else 'back'} {back.rsplit('/', 1)[-1]}"
        )
        return {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": grid.columns,
            "NumHeight": grid.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.own,
            "Type": _ROUNDED,
        }

    def _back(self, stack: Stack, back: Face | None, nth: int) -> str:
        """Return the address of a back that cards share; each distinct back of the game has one picture."""
        key = back, stack.trim
        if key not in self._backs:
            size = stack.trim.size
            grid = best_grid(1, size, self._files.limits(stack.trim.form))
            self._backs[key] = self._files.add_picture(f"{stack.key}-{nth}-back", [back], size, grid)
        return self._backs[key]

    def _card(self, stack: Stack, item: Item, copy: int, id_: int, custom: dict[int, State]) -> State:
        number = id_ // 100
        return self._states.make_item(
            *("Card", "card", item, copy),
            Transform=transform(face_down=stack.face_down),
            HideWhenFaceDown=True,
            Hands=True,
            CardID=id_,
            SidewaysCard=False,
            CustomDeck={str(number): custom[number]},
        )

    def _deck(self, stack: Stack, cards: list[State], custom: dict[int, State]) -> State:
        return self._states.make(
            "DeckCustom",
            f"deck/{stack.key}",
            stack.name,
            Transform=transform(face_down=stack.face_down),
            HideWhenFaceDown=True,
            SidewaysCard=False,
            DeckIDs=[card["CardID"] for card in cards],
            CustomDeck={str(number): state for number, state in custom.items()},
            ContainedObjects=cards,
        )


# Tiles, tokens, boards, dice and figures of Tabletop Simulator.
#
# All but figures are our own models (`Custom_Model`: a mesh with a picture), because the orientation of Tabletop
# Simulator's own hexagons, and where its dice show each part of a picture, is not documented. Bags give pieces in
# random order. A figure (`Figurine_Custom`) is a picture of each side.

_SACK: Final = Size(2.5, 2.5)
_STANDING: Final = Size(1.5, 1.5)
_PLASTIC, _CARDBOARD = 0, 3
_GENERIC, _DICE = 0, 2
"""Numbers of materials and types of models in the save format."""


def _piece_sheets(items: Sequence[Item], most: int) -> Iterator[tuple[tuple[Item, ...], tuple[Face, ...]]]:
    """Yield items in the fewest, equal parts with at most ``most`` distinct faces each, and these faces."""
    divided = (split_evenly(items, ceil(len(items) / count)) for count in range(1, len(items) + 1))
    parts = next(parts for parts in divided if all(len(_faces(part)) <= most for part in parts))
    yield from ((part, _faces(part)) for part in parts)


def _faces(items: Sequence[Item]) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(side for item in items for side in (item.front, item.back) if side is not None))


class PieceBuilder:
    """Makes the objects of a game other than cards."""

    def __init__(self, files: FileCollector, states: StateFactory) -> None:
        self._files, self._states = files, states

    def pieces(self, stack: Stack) -> Iterator[TableObject]:
        """Yield the tiles, tokens or boards of a stack, in a bag if there are many."""
        models = list(self._models(stack))
        if len(models) <= self._files.table.loose or stack.trim.is_large:
            yield from (TableObject(model, table_size(stack.trim.size)) for model in models)
            return
        bag = self._states.make("Bag", f"bag/{stack.key}", stack.name, ContainedObjects=models)
        yield TableObject(bag, _SACK)

    def _models(self, stack: Stack) -> Iterator[State]:
        """Yield every piece; pieces of one sheet share a picture, of which each mesh shows its part."""
        trim = stack.trim
        limits = self._files.limits(trim.form)
        for nth, (items, faces) in enumerate(_piece_sheets(stack.items, limits.columns * limits.rows), 1):
            grid = best_grid(len(faces), trim.size, limits)
            picture = self._files.add_picture(f"{stack.key}-{nth}", faces, trim.size, grid)
            for item in items:
                mesh = self._mesh(trim, grid, faces.index(item.front), faces.index(item.back or item.front))
                own = {"Hands": True, "CustomMesh": _model(mesh, picture, _CARDBOARD, _GENERIC)}
                for copy in range(item.copies):
                    yield self._states.make_item("Custom_Model", "piece", item, copy, **own)

    def _mesh(self, trim: Trim, grid: Grid, front: int, back: int) -> str:
        name = f"{trim.form}-{trim.size.width:g}x{trim.size.height:.4g}-{grid.columns}x{grid.rows}-{front}-{back}"
        body = prism(trim, self._files.table.thickness, grid, front, back)
        return self._files.add_model(name.replace(".", "_"), obj_text(body, trim.form))

    def figures(self, stack: Stack) -> Iterator[TableObject]:
        """Yield the figures of a stack; a figure without a back has only its front picture."""
        for item in stack.items:
            front, back = (
                self._picture(f"figure-{item.id}-{name}", (side,), side.trim.size, 1, 1) if side is not None else ""
                for name, side in (("front", item.front), ("back", item.back))
            )
            for copy in range(item.copies):
                image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
                state = self._states.make_item("Figurine_Custom", "figure", item, copy, CustomImage=image)
                yield TableObject(state, _STANDING)

    def dice(self, composed: ComposedGame) -> Iterator[TableObject]:
        """Yield every die; its tooltip lists its sides."""
        for key, faces in composed.drawn_dice.items():
            die = composed.game.file.dice[key]
            size = Size(die.size, die.size)
            mesh = self._files.add_model(f"die-{die.size:g}".replace(".", "_"), obj_text(cube(die.size), "die"))
            picture = self._picture(f"die-{key}", faces, size, CUBE_COLUMNS, CUBE_ROWS)
            labels = ", ".join(side.label for side in die_sides(die, composed.game.lists))
            for copy in range(die.copies):
                own = {"GMNotes": key, "CustomMesh": _model(mesh, picture, _PLASTIC, _DICE)}
                state = self._states.make("Custom_Model", f"die/{key}/{copy}", die.name, labels, **own)
                yield TableObject(state, table_size(size))

    def _picture(self, name: str, faces: Sequence[Face], size: Size, columns: int, rows: int) -> str:
        limits = self._files.limits("piece")._replace(columns=columns, rows=rows)
        return self._files.add_picture(name, faces, size, best_grid(columns * rows, size, limits))


def _model(mesh: str, picture: str, loaded: int, type_: int) -> State:
    return {
        "MeshURL": mesh,
        "DiffuseURL": picture,
        "NormalURL": "",
        "ColliderURL": "",
        "Convex": True,
        "MaterialIndex": loaded,
        "TypeIndex": type_,
        "CastShadows": True,
    }

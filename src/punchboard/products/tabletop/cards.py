"""Decks of Tabletop Simulator: card sheets, their backs, and deck objects.

A sheet is a grid of cards, counted along its rows from 0. The last cell is the face of hidden cards
(https://kb.tabletopsimulator.com/custom-content/custom-deck/). A card's id is its sheet's number times 100 plus its
cell. So a sheet has at most 10 x 7 cells, for 69 cards.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.tabletop.deck_grid import best_grid, split_evenly
from punchboard.geometry import Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.products.game.stacks import Item, Stack
from punchboard.products.tabletop.files import FileCollector
from punchboard.products.tabletop.state import State, StateFactory, TableObject, transform
from punchboard.units import MM_PER_INCH

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
        footprint = Size(stack.trim.size.width / MM_PER_INCH, stack.trim.size.height / MM_PER_INCH)
        yield TableObject(cards[0] if len(cards) == 1 else self._deck(stack, cards, custom), footprint)

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
        return self._states.make(
            "Card",
            f"card/{item.id}/{copy}",
            item.name,
            item.note,
            GMNotes=item.id,
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

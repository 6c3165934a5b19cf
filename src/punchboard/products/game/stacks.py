"""Stacks of components for virtual tables: the decks of a game, and a stack for each kind that is in no deck."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.game.game import Component, Entry, Game, Kind
from punchboard.model.game.selection import parse_selection
from punchboard.model.layout.face import Face
from punchboard.model.layout.icon_set import ICON_PATTERN, without_prefix
from punchboard.model.layout.trim import Trim
from punchboard.model.values import capitalized
from punchboard.products.game.composed_game import ComposedGame

REFERENCE: Final = "reference"

_MARKUP: Final = re.compile(r"\s*\[#[^\]]*\]|\*+|\^\^|`|^#+ +|^> ?", re.MULTILINE)
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")


class Item(NamedTuple):
    """A distinct component on a virtual table."""

    id: str
    name: str
    """The printed name."""
    note: str
    """The text of its tooltip below the name."""
    copies: int
    front: Face
    back: Face | None


_Items = Mapping[str, Sequence[Item]]
"""The items of each component, by its id: several when its text continues on further cards."""


class Stack(NamedTuple):
    """Items of one trim that lie in one stack."""

    key: str
    """A unique name for files."""
    name: str
    """The name that players read."""
    trim: Trim
    items: tuple[Item, ...]
    face_down: bool = False

    @property
    def pieces(self) -> int:
        """The number of pieces, every copy counted."""
        return sum(item.copies for item in self.items)


def stacks(composed: ComposedGame) -> tuple[Stack, ...]:
    """Return all components of a game in stacks: decks first, then kinds, then the reference cards.

    A component is in the first deck that contains it, otherwise with its kind. A deck of several trims becomes several
    stacks.
    """
    game = composed.game
    chosen = [
        (name, pile, parse_selection(game, pile.contains)) for name, pile in game.file.decks.items() if pile.contains
    ]
    decks: dict[str, list[Component]] = {name: [] for name, _, _ in chosen}
    kinds: dict[str, list[Component]] = {name: [] for name in game.kinds}
    for component in game.components:
        deck = next((name for name, _, holds in chosen if holds(component)), None)
        (kinds[component.kind] if deck is None else decks[deck]).append(component)
    items, ordered = _items(composed), list[Stack]()
    for name, pile, _ in chosen:
        ordered += _by_trim(game, name, pile.name, decks[name], items, face_down=pile.shows != "faces")
    for name, kind in game.kinds.items():
        ordered += _by_trim(game, name, kind.plural, kinds[name], items, face_down=False)
    return (*_with_unique_keys(ordered), *_reference(composed))


def by_kind(composed: ComposedGame) -> tuple[Stack, ...]:
    """Return a stack for each kind of a game, and one of the reference cards."""
    game, items = composed.game, _items(composed)
    ordered = [
        Stack(
            *(name, kind.plural, kind.trim),
            tuple(item for component in game.components if component.kind == name for item in items[component.id]),
        )
        for name, kind in game.kinds.items()
    ]
    return (*(stack for stack in _with_unique_keys(ordered) if stack.items), *_reference(composed))


def _items(composed: ComposedGame) -> _Items:
    return {name: [_item(composed, *card) for card in cards] for name, cards in composed.cards.items()}


def _item(composed: ComposedGame, component: Component, front: FaceSpec, back: FaceSpec | None) -> Item:
    kind, values = composed.game.kinds[component.kind], composed.composer.filled_values(component)
    name = kind.printed_name(values)
    full_name, note = composed.card_name(name, component), "\n".join(_notes(values, kind, name))
    return Item(component.id, full_name, note, component.copies, *composed.draw_sides(front, back))


def _notes(values: Mapping[str, Any], kind: Kind, name: str) -> Iterator[str]:
    """Yield the lines of a tooltip: the kind and list entries, then each Markdown field without its markup."""
    chosen = [value.properties["name"] for field in kind.file.fields if isinstance(value := values.get(field), Entry)]
    labels = [text for text in dict.fromkeys((kind.name, *map(str, chosen))) if text.lower() != name.lower()]
    if labels:
        yield " · ".join(labels)
    for field, file in kind.file.fields.items():
        if file.type == "markdown" and values.get(field):
            yield _MARKUP.sub("", ICON_PATTERN.sub(_icon_name, str(values[field]))).strip()


def _icon_name(icon: re.Match[str]) -> str:
    return without_prefix(icon.group(1))


def _by_trim(
    game: Game, key: str, name: str, components: Iterable[Component], items: _Items, *, face_down: bool
) -> Iterator[Stack]:
    by_trim: dict[Trim, list[Component]] = {}
    for component in components:
        by_trim.setdefault(game.kinds[component.kind].trim, []).append(component)
    for trim, same in by_trim.items():
        kinds = dict.fromkeys(game.kinds[component.kind].plural for component in same)
        full_name = name if len(by_trim) == 1 else f"{name}: {', '.join(kinds)}"
        stacked = tuple(item for component in same for item in items[component.id])
        yield Stack(_slug(key), capitalized(full_name), trim, stacked, face_down)


def _with_unique_keys(ordered: Iterable[Stack]) -> Iterator[Stack]:
    """Yield the stacks with numbers added to keys that several of them share."""
    seen: dict[str, int] = {REFERENCE: 1}
    for stack in ordered:
        key = stack.key
        while key in seen:
            seen[stack.key] += 1
            key = f"{stack.key}-{seen[stack.key]}"
        seen[key] = 1
        yield stack._replace(key=key)


def _reference(composed: ComposedGame) -> Iterator[Stack]:
    """Yield a stack of the quick-reference cards, one copy of each for every seat."""
    cards = composed.reference_cards
    if cards:
        name = f"{composed.game.short_title}: reference"
        items = tuple(
            Item(card.id, name, "", composed.seats, *composed.draw_sides(card.front, card.back)) for card in cards
        )
        yield Stack(REFERENCE, name, cards[0].front.trim, items)


def _slug(name: str) -> str:
    return _NOT_IN_NAMES.sub("-", name.lower()).strip("-") or "stack"

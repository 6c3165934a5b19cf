"""Components sorted as they come to a virtual table: the decks that the game names, and kinds of what is in none."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.game.game import Component, Entry, Game, Kind
from punchboard.model.game.selection import parse_selection
from punchboard.model.layout.face import Face
from punchboard.model.layout.icon_set import ICON_PATTERN, without_prefix
from punchboard.model.layout.trim import Trim
from punchboard.products.game.composed_game import ComposedGame

REFERENCE: Final = "reference"

_MARK: Final = re.compile(r"\s*\[#[^\]]*\]|\*+|\^\^|`|^#+ +|^> ?", re.MULTILINE)
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")


class Item(NamedTuple):
    """A distinct component on a table: its id, its name in print, what a tooltip says besides, copies and sides."""

    id: str
    name: str
    note: str
    copies: int
    front: Face
    back: Face | None


_Items = Mapping[str, Sequence[Item]]
"""The items that each component is, by its id: several where its text goes on on further cards."""


class Stack(NamedTuple):
    """Items of one trim that belong together: ``key`` is for file names, ``name`` for people."""

    key: str
    name: str
    trim: Trim
    items: tuple[Item, ...]
    face_down: bool = False

    @property
    def pieces(self) -> int:
        """How many pieces there are, every copy counted."""
        return sum(item.copies for item in self.items)


def stacks(composed: ComposedGame) -> tuple[Stack, ...]:
    """Return every component of a game in the stack it belongs to, decks first, and the reference cards.

    A component is in the first deck that contains it, else with its kind. What is of several trims becomes several
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
    items = {id_: [_item(composed, *card) for card in cards] for id_, cards in composed.cards.items()}
    found: list[Stack] = []
    for name, pile, _ in chosen:
        found += _by_trim(game, name, pile.name, decks[name], items, face_down=pile.shows != "faces")
    for name, kind in game.kinds.items():
        found += _by_trim(game, name, kind.plural, kinds[name], items, face_down=False)
    return (*_apart(found), *_reference(composed))


def by_kind(composed: ComposedGame) -> tuple[Stack, ...]:
    """Return every component of a game by its kind, and the reference cards."""
    game = composed.game
    items = {id_: [_item(composed, *card) for card in cards] for id_, cards in composed.cards.items()}
    found = [
        Stack(
            *(name, kind.plural, kind.trim),
            tuple(item for one in game.components if one.kind == name for item in items[one.id]),
        )
        for name, kind in game.kinds.items()
    ]
    return (*(stack for stack in _apart(found) if stack.items), *_reference(composed))


def printed_name(values: Mapping[str, Any], kind: Kind) -> str:
    """Return what a component is called: by its own name, its title where it has none, or by its kind's."""
    name = str(values["name"] if values["name"] != kind.name else values.get("title") or kind.name)
    return name[:1].upper() + name[1:]


def _item(composed: ComposedGame, component: Component, front: FaceSpec, back: FaceSpec | None) -> Item:
    kind, values = composed.game.kinds[component.kind], composed.composer.filled_values(component)
    name = printed_name(values, kind)
    said = composed.card_name(name, component)
    return Item(
        component.id, said, "\n".join(_notes(values, kind, name)), component.copies, *composed.draw_sides(front, back)
    )


def _notes(values: Mapping[str, Any], kind: Kind, name: str) -> Iterator[str]:
    """Yield the kind, what was chosen from lists and, without its markup, what the component's rules say."""
    chosen = [value.properties["name"] for field in kind.file.fields if isinstance(value := values.get(field), Entry)]
    said = [text for text in dict.fromkeys((kind.name, *map(str, chosen))) if text.lower() != name.lower()]
    if said:
        yield " · ".join(said)
    for field, file in kind.file.fields.items():
        if file.type == "markdown" and values.get(field):
            yield _MARK.sub("", ICON_PATTERN.sub(_named, str(values[field]))).strip()


def _named(icon: re.Match[str]) -> str:
    return without_prefix(icon.group(1))


def _by_trim(
    game: Game, name: str, said: str, components: Iterable[Component], items: _Items, *, face_down: bool
) -> Iterator[Stack]:
    sorted_: dict[Trim, list[Component]] = {}
    for component in components:
        sorted_.setdefault(game.kinds[component.kind].trim, []).append(component)
    for trim, same in sorted_.items():
        kinds = dict.fromkeys(game.kinds[component.kind].plural for component in same)
        full = said if len(sorted_) == 1 else f"{said}: {', '.join(kinds)}"
        held = tuple(item for one in same for item in items[one.id])
        yield Stack(_slug(name), full[:1].upper() + full[1:], trim, held, face_down)


def _apart(found: Iterable[Stack]) -> Iterator[Stack]:
    """Give stacks of one key different ones."""
    seen: dict[str, int] = {REFERENCE: 1}
    for stack in found:
        key = stack.key
        while key in seen:
            seen[stack.key] += 1
            key = f"{stack.key}-{seen[stack.key]}"
        seen[key] = 1
        yield stack._replace(key=key)


def _reference(composed: ComposedGame) -> Iterator[Stack]:
    """Yield the quick-reference cards, one of each for every seat."""
    cards = composed.reference_cards
    if cards:
        name = f"{composed.game.short_title}: reference"
        items = tuple(
            Item(card.id, name, "", composed.seats, *composed.draw_sides(card.front, card.back)) for card in cards
        )
        yield Stack(REFERENCE, name, cards[0].front.trim, items)


def _slug(name: str) -> str:
    return _NOT_IN_NAMES.sub("-", name.lower()).strip("-") or "stack"

"""A game's components grouped into decks of a shop's products."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from punchboard.model.game.game import Component
from punchboard.model.game.selection import parse_selection
from punchboard.model.layout.face import Face
from punchboard.model.printing.destinations import ShopFile
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.shops.product_match import ProductMatch, match_product


class ShopCard(NamedTuple):
    """A distinct component with its faces, number of copies, kind and pile."""

    id: str
    name: str
    kind: str
    copies: int
    front: Face
    back: Face | None
    pile: str = ""
    turned: bool = False
    """Whether it is turned by 90 degrees for the shop's product."""


class ShopDeck(NamedTuple):
    """Cards of one shop product, with a name that can be used in file names."""

    name: str
    match: ProductMatch
    cards: tuple[ShopCard, ...]

    @property
    def pieces(self) -> int:
        """The number of cards, counting every copy."""
        return sum(card.copies for card in self.cards)

    @property
    def backs(self) -> tuple[Face, ...]:
        """The distinct backs."""
        return tuple(dict.fromkeys(card.back for card in self.cards if card.back is not None))

    @property
    def turned(self) -> int:
        """The number of cards that are turned by 90 degrees."""
        return sum(card.copies for card in self.cards if card.turned)

    @property
    def slots(self) -> tuple[ShopCard, ...]:
        """Every physical card, with copies in a row."""
        return tuple(card for card in self.cards for _ in range(card.copies))


def shop_cards(composed: ComposedGame) -> tuple[ShopCard, ...]:
    """Return every distinct flat component in the game's order, then the reference cards of all seats."""
    game = composed.game
    piles = {name: parse_selection(game, deck.contains) for name, deck in game.file.decks.items() if deck.contains}
    components = (
        ShopCard(
            *(component.id, _name(composed, component), component.kind, component.copies),
            *(front, back, next((name for name, contains in piles.items() if contains(component)), "")),
        )
        for component, front, back in composed.drawn_cards
        if not front.trim.is_folded
    )
    reference_cards = (
        ShopCard(piece.id, piece.id, "reference", composed.seats, *composed.draw_sides(piece.front, piece.back))
        for piece in composed.reference_cards
    )
    return tuple(chain(components, reference_cards))


def _name(composed: ComposedGame, component: Component) -> str:
    return composed.card_name(composed.composer.printed_name(component), component)


def shop_decks(all_cards: Sequence[ShopCard], shop: ShopFile) -> tuple[ShopDeck, ...]:
    """Return the decks for a shop: each has one product and scale, and at most as many cards and backs as allowed."""
    groups: dict[tuple[str, ProductMatch, object], list[ShopCard]] = {}
    for card in all_cards:
        matched = match_product(card.front.trim, shop)
        if matched is None or not card.copies:
            continue
        name = (card.pile or card.kind) if shop.decks == "piles" else matched.product.name
        back_key = card.back if shop.backs == "one" else card.back is None
        key = (slug(name), matched._replace(turned=False), back_key)
        groups.setdefault(key, []).append(card._replace(turned=matched.turned))
    names = _group_names([(name, matched) for name, matched, _ in groups])
    split = (
        _split(name, matched, group)
        for name, (_, matched, _), group in zip(names, groups, groups.values(), strict=True)
    )
    return _with_distinct_names(chain.from_iterable(split))


def _group_names(groups: Sequence[tuple[str, ProductMatch]]) -> list[str]:
    """Return a distinct name for each group, with the product or a number added where names repeat."""
    bases = [name for name, _ in groups]
    whole = [f"{name}-{slug(matched.product.name)}" if bases.count(name) > 1 else name for name, matched in groups]
    if any(whole.count(name) > 1 for name in whole):
        seen: dict[str, int] = {}
        for index, name in enumerate(bases):
            seen[name] = seen.get(name, 0) + 1
            whole[index] = f"{name}-{seen[name]}" if bases.count(name) > 1 else name
    return whole


def _with_distinct_names(decks: Iterable[ShopDeck]) -> tuple[ShopDeck, ...]:
    """Return decks with distinct names; a pile may have the name of a part of another pile."""
    named: dict[str, ShopDeck] = {}
    for deck in decks:
        name = deck.name
        while name in named:
            name += "-too"
        named[name] = deck._replace(name=name)
    return tuple(named.values())


def _split(name: str, matched: ProductMatch, group: Sequence[ShopCard]) -> Iterator[ShopDeck]:
    """Yield a group as decks of at most the product's number of cards; copies of a card may be in two decks."""
    most = matched.product.most or sum(card.copies for card in group)
    boxes: list[dict[ShopCard, int]] = [{}]
    room = most
    for card in group:
        left = card.copies
        while left:
            if not room:
                boxes.append({})
                room = most
            taken = min(left, room)
            boxes[-1][card] = taken
            left, room = left - taken, room - taken
    for number, box in enumerate(boxes, 1):
        components = tuple(card._replace(copies=copies) for card, copies in box.items())
        yield ShopDeck(f"{name}-{number}" if len(boxes) > 1 else name, matched, components)


def slug(text: str) -> str:
    """Return a name for files: lower-case letters and digits, with hyphens between words."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", text)
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")

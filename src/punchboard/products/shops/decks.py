"""A game's components matched with a shop's products, grouped into decks, on pages of the shop's size."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import log
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Outline, Point, Rect, Size, rectangle
from punchboard.model.game.game import Component
from punchboard.model.game.selection import parse_selection
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.destinations import ShopFile, ShopProduct
from punchboard.products.game.composed_game import ComposedGame
from punchboard.scene import ComponentMark, Group, Item, Page, Use
from punchboard.units import MM_PER_INCH

SIZE_TOLERANCE: Final = 0.6
"""Sizes that differ by at most this many mm are equal: shops round inches to mm, and mm to inches."""

MAX_SCALE: Final = 1.12
"""Components are enlarged by at most this factor, and reduced by at most its inverse."""

_GAP: Final = 2.0
"""How many mm of bleed may show at an edge of a product with other proportions."""


class ProductMatch(NamedTuple):
    """A product, the scale of a component for it, and whether the component is turned by 90 degrees."""

    product: ShopProduct
    scale: float = 1.0
    turned: bool = False


def match_product(trim: Trim, shop: ShopFile) -> ProductMatch | None:
    """Return the shop's product for a trim, or None if no product comes close.

    If the shop cuts a shape to any size, this is the trim itself. Otherwise it is the product with the least scaling.
    """
    custom = ShopProduct(name=f"{trim.size.width:g} x {trim.size.height:g} mm", trim=trim.size)
    if trim.form in shop.any_size:
        return ProductMatch(custom)
    matches = list(_matches(trim, shop))
    return min(matches, key=lambda one: abs(log(one.scale)), default=None)


def _matches(trim: Trim, shop: ShopFile) -> Iterator[ProductMatch]:
    for product in shop.products:
        if product.shape != trim.form:
            continue
        wide, high = product.trim
        turned = (wide - high) * (trim.size.width - trim.size.height) < 0
        width, height = trim.size if not turned else trim.size[::-1]
        if abs(wide - width) <= SIZE_TOLERANCE and abs(high - height) <= SIZE_TOLERANCE:
            yield ProductMatch(product, 1.0, turned)
            continue
        scale = min(wide / width, high / height)
        gap = max(wide - width * scale, high - height * scale) / 2
        if 1 / MAX_SCALE <= scale <= MAX_SCALE and gap <= _GAP:
            yield ProductMatch(product, scale, turned)


def page_size(product: ShopProduct, shop: ShopFile) -> Size:
    """Return the size in mm of a product's picture or page, with bleed."""
    if shop.form == "png":
        return Size(*(pixels / shop.dpi * MM_PER_INCH for pixels in shop.canvas(product)))
    if product.page is not None:
        return Size(*product.page)
    return Size(*(length + 2 * shop.bleed for length in product.trim))


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


_HAIR = 0.02
"""How much the covered outline is reduced, in mm, so that no pixel at its edge is partly empty."""


class PlacedFace(NamedTuple):
    """A face on a page: the page's size in mm, the matched shop product, the side, and the component's id."""

    face: Face
    size: Size
    match: ProductMatch
    side: str
    component: str = ""

    @property
    def transform(self) -> Affine:
        """The transform from the face's trim to the page.

        Front and back turn in opposite directions, so that the card is still turned over on the same edge.
        """
        middle = self.face.trim.frame().centre
        quarter = (90.0 if self.side == "front" else -90.0) if self.match.turned else 0.0
        place = Affine.move(self.size.width / 2, self.size.height / 2)
        return place @ Affine.turn(quarter) @ Affine.scale(self.match.scale) @ Affine.move(-middle.x, -middle.y)

    @property
    def covered_outline(self) -> Outline:
        """The area of the page that the face covers, with its bleed."""
        trim = self.face.trim
        return trim.outline(trim.frame(self.face.bleed - _HAIR)).placed(self.transform)

    @property
    def covers_page(self) -> bool:
        """Whether the face covers the whole page."""
        if not self.face.trim.is_rectangular:
            return False
        bounds, slack = self.transform.bounds(self.face.trim.frame(self.face.bleed)), 0.001
        wide = bounds.x <= slack and bounds.right >= self.size.width - slack
        return wide and bounds.y <= slack and bounds.bottom >= self.size.height - slack

    @property
    def trim(self) -> Rect:
        """The product's trim on the page."""
        width, height = self.match.product.trim
        return Rect((self.size.width - width) / 2, (self.size.height - height) / 2, width, height)

    def picture_page(self) -> Page:
        """Return the page of a picture; the area that the face does not cover is filled when it is rendered."""
        return Page(self.size, (Group((Use(self.face.symbol),), self.transform),), self.trim)

    def pdf_page(self) -> Page:
        """Return the page of a PDF; a face that does not cover it is drawn over an enlarged copy of itself."""
        use, whole = Use(self.face.symbol), Rect(0, 0, *self.size)
        mark = ComponentMark(self.component, self.side, self.face.trim.size)
        own: tuple[Item, ...] = (
            Group((use,), self.transform, None if self.covers_page else self.covered_outline, mark),
        )
        if not self.covers_page:
            own = (Group((use,), self._enlarged(), rectangle(whole)), *own)
        return Page(self.size, own, self.trim, whole, side=self.side)

    def _enlarged(self) -> Affine:
        """Return the transform with which the face covers every corner of the page."""
        middle = Point(self.size.width / 2, self.size.height / 2)
        bounds = self.covered_outline.bounds
        factor = max(self.size.width / bounds.width, self.size.height / bounds.height)
        if not self.face.trim.is_rectangular:
            factor *= 2
        return Affine.move(*middle) @ Affine.scale(factor) @ Affine.move(-middle.x, -middle.y) @ self.transform

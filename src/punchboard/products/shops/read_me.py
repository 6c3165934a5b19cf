"""The text of a shop's folder: what to order, with decks, counts and file names, and a list of every component."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from punchboard.expression import template
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.layout.layout import READABLE_CONTENT
from punchboard.model.printing.shop import ShopFile
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.shops.decks import ShopCard, ShopDeck
from punchboard.products.shops.product_match import ProductMatch, match_product

DeckFiles = Mapping[str, Sequence[tuple[str, ShopCard, int]]]
"""For each deck its files in order, with the card and the number of copies of each."""

_SLACK: Final = 0.1
"""Text that is closer to the cut by at most this many mm is not reported."""

_UPRIGHT: Final = frozenset({"card", "square"})
"""Shapes whose safe area is a rectangle; text in the frame of a circle may well be safe."""


def read_me(
    composed: ComposedGame, shop: ShopFile, decks: Sequence[ShopDeck], all_cards: Sequence[ShopCard], names: DeckFiles
) -> str:
    """Return the text of a shop's folder.

    Raises:
        ExpressionError: if its template fails.
    """
    profile, file = composed.print_options.profile, composed.game.file
    values = {
        "game": {"title": composed.game.title, "short": composed.game.short_title, "version": file.version},
        "shop": shop.model_dump(),
        "decks": [_deck(deck, names[deck.name], shop) for deck in decks],
        "count": sum(deck.pieces for deck in decks),
        "left_out": left_out_components(composed, shop, all_cards),
        "near": layouts_near_cut(decks, shop),
        "profile": profile.name if profile else "",
    }
    lists = composed.loaded.layouts.words.get("shop", {}).get("lists", "")
    return "\n".join(str(template(text)(values)).strip("\n") + "\n" for text in (shop.choose, lists) if text)


def _deck(deck: ShopDeck, files: Sequence[tuple[str, ShopCard, int]], shop: ShopFile) -> dict[str, Any]:
    """Return the values of a deck that a template can use."""
    rows: dict[str, dict[str, Any]] = {}
    for file, card, copies in files:
        row = rows.setdefault(card.id, {"id": card.id, "name": card.name, "copies": 0, "file": file, "last": ""})
        row["copies"] += copies
        row["last"] = file.rpartition("/")[2] if file != row["file"] else ""
    wide, high = deck.match.product.trim
    return {
        "name": deck.name,
        "product": deck.match.product.name,
        "size": f"{wide:g} x {high:g} mm",
        "pieces": deck.pieces,
        "different": len(deck.cards),
        "backs": len(deck.backs),
        "file": files[0][0] if shop.form == "pdf" else "",
        "scale": _percent(deck.match),
        "turned": deck.turned,
        "cards": list(rows.values()),
    }


def _percent(matched: ProductMatch) -> int:
    """Return the scale of faces in per cent."""
    return round(matched.scale * 100)


def left_out_components(composed: ComposedGame, shop: ShopFile, all_cards: Sequence[ShopCard]) -> list[str]:
    """Return what a shop does not make: components that match none of its products, pawns, dice."""
    game = composed.game
    missing: dict[str, int] = {}
    for card in all_cards:
        if match_product(card.front.trim, shop) is None:
            missing[card.kind] = missing.get(card.kind, 0) + card.copies
    for component, _ in composed.pawns:
        missing[component.kind] = missing.get(component.kind, 0) + component.copies
    lines = []
    for kind, count in missing.items():
        if kind in game.kinds:
            kind_ = game.kinds[kind]
            lines.append(f"{count} {kind_.name if count == 1 else kind_.plural} ({kind_.trim.name})")
        else:
            lines.append(f"{count} x {kind} ({game.file.reference})")
    dice = (game.file.dice[name] for name in composed.dice)
    return [*lines, *(f"{die.copies} x {die.name}" for die in dice)]


def layouts_near_cut(decks: Sequence[ShopDeck], shop: ShopFile) -> list[str]:
    """Return the layouts whose text or icons are too close to a shop's cut, with their distance from it."""
    nearest: dict[str, float] = {}
    for deck in decks:
        sides = ((side, card.turned) for card in deck.cards for side in (card.front, card.back) if side is not None)
        for face, turned in dict.fromkeys(sides):
            distance = _distance_to_cut(face, deck.match._replace(turned=turned))
            if distance is not None and distance < shop.safe - _SLACK:
                nearest[face.layout] = min(distance, nearest.get(face.layout, distance))
    return [f"{layout} ({distance:.1f} mm)" for layout, distance in nearest.items()]


def _distance_to_cut(face: Face, matched: ProductMatch) -> float | None:
    """Return the smallest distance of text and icons from the cut, in mm on the shop's product.

    Content that crosses the cut is meant to be cut, and an icon that is part of a drawing does not count.
    """
    if face.trim.form not in _UPRIGHT:
        return None
    width, height = face.trim.size
    wide, high = matched.product.trim if not matched.turned else matched.product.trim[::-1]
    beside, above = (wide - width * matched.scale) / 2, (high - height * matched.scale) / 2
    inks = [placed.ink for placed in face.boxes if placed.ink is not None and _is_read(placed)]
    gaps = [
        min(
            min(ink.x, width - ink.right) * matched.scale + beside,
            min(ink.y, height - ink.bottom) * matched.scale + above,
        )
        for ink in inks
    ]
    return min((gap for gap in gaps if gap >= 0), default=None)


def _is_read(placed: PlacedBox) -> bool:
    return placed.content in READABLE_CONTENT and not (placed.content == "icon" and placed.box.is_decorative)

"""The five games at the print shops: every physical card is in a deck once, and nothing that is made is lost."""

from collections import Counter
from pathlib import Path

import pytest

from punchboard.load import find_games, load
from punchboard.products import ComposedGame
from punchboard.products.shops.decks import match_product, shop_cards, shop_decks

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", params=find_games(ROOT))
def composed(request):
    """Return a game of the catalog, its faces composed."""
    return ComposedGame(load(request.param, ROOT), ("a4",), ("shops",))


def test_every_copy_of_what_a_shop_makes_is_in_a_deck_once(composed):
    """Copies by component are those of the catalog, and of the reference those of the seats."""
    every = shop_cards(composed)
    wanted = Counter({component.id: component.copies for component in composed.game.components})
    for shop in composed.loaded.layouts.shops.values():
        found = Counter[str]()
        for deck in shop_decks(every, shop):
            assert deck.pieces == len(deck.slots)
            assert deck.pieces <= (deck.match.product.most or deck.pieces)
            found.update({card.id: card.copies for card in deck.cards})
        made = {card.id for card in every if match_product(card.front.trim, shop) is not None}
        assert set(found) == made
        assert all(found[name] == wanted[name] for name in made if not name.startswith("reference-"))
        assert all(found[name] == composed.seats for name in made if name.startswith("reference-"))


def test_decks_have_names_of_their_own_and_one_back_where_that_is_asked_for(composed):
    """No deck's files fall upon another's."""
    every = shop_cards(composed)
    for shop in composed.loaded.layouts.shops.values():
        found = shop_decks(every, shop)
        assert len({deck.name for deck in found}) == len(found)
        assert shop.backs == "many" or all(len(deck.backs) <= 1 for deck in found)


def test_all_cards_go_to_every_shop_that_makes_their_size(composed):
    """Poker and tarot cards are made at the first two of all five games."""
    flat = [front.trim for _, front, _ in composed.drawn_cards if front.trim.form == "card"]
    shops = composed.loaded.layouts.shops
    for name in ("the-game-crafter", "makeplayingcards", "european"):
        assert all(match_product(trim, shops[name]) for trim in flat)

"""Alpha/Omega lets players bring Good decks of their own: any Good cards may be left out, none may be added."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from punchboard.checks.decks import check_deck
from punchboard.load import load_game
from punchboard.model.game.expectations import DeckLine, DeckList
from punchboard.model.game.game import Game
from punchboard.model.game.selection import selected_components
from punchboard.problem import Place

ROOT: Final = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game of the catalog."""
    return load_game(ROOT / "catalog" / "alpha-omega", ROOT)


def judged(game: Game, cards: dict[str, int]) -> list[tuple[str, int, str]]:
    """Return code, line and hint of what is wrong with a deck, a card in each line."""
    lines = tuple(
        DeckLine(card, copies, Place("deck.csv", line, 1), Place("deck.csv", line, 9))
        for line, (card, copies) in enumerate(cards.items(), 2)
    )
    return [(one.rule, one.place.line, one.hint) for one in check_deck(game, DeckList("deck.csv", lines))]


def published(game: Game) -> dict[str, int]:
    """Return every Good card by its name, as often as it was published."""
    return {str(card.values["name"]): card.copies for card in selected_components(game, "Good cards")}


def test_the_whole_good_deck_is_a_deck(game: Game) -> None:
    """All that was published may be in it, each card known by the name that it bears."""
    assert judged(game, published(game)) == []


def test_any_cards_may_be_left_out_but_for_a_hand(game: Game) -> None:
    """Seven cards are a deck, six are not: a player begins with seven."""
    names = [name for name, copies in published(game).items() if copies == 1]
    assert judged(game, dict.fromkeys(names[:7], 1)) == []
    ((rule, line, hint),) = judged(game, dict.fromkeys(names[:6], 1))
    assert (rule, line) == ("DECK004", 1)
    assert hint.endswith("(rule deal-seven)")


@pytest.mark.parametrize("card", ["Gabriel", "Holy Trinity"])
def test_persons_and_the_trinity_are_there_once(game: Game, card: str) -> None:
    """They were published once; the rule of the document is told."""
    cards = {**published(game), card: 2}
    ((rule, line, hint),) = judged(game, cards)
    assert (rule, line) == ("DECK003", list(cards).index(card) + 2)
    assert hint.endswith("(rule no-more-than-published)")


def test_opponents_play_in_no_good_deck(game: Game) -> None:
    """A card of the other side is told, and so is a card that nobody published."""
    cards = {**published(game), "Black Blade": 1, "Gabrial": 1}
    assert sorted((rule, line) for rule, line, _ in judged(game, cards)) == [
        ("DECK001", len(cards) + 1),
        ("DECK002", len(cards)),
    ]

"""Cards that somebody wrote: each named card has a name and words of its own."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from punchboard.load import find_games, load_game
from punchboard.model.game.game import Component, Game

ROOT = Path(__file__).resolve().parents[2]
GAMES = find_games(ROOT)
WORDS = ("text", "flavour", "cry", "motto", "benefit", "twist")
NAMED = {
    "alpha-omega": ("good-person", "good-place", "good-item", "good-event", "opponent-person", "opponent-place"),
    "alter-ego": ("hero", "alter-ego", "henchman", "villain", "nemesis", "equipment"),
    "atmosfear": ("character",),
    "vortex": ("devotee", "rogation", "frenzy", "vortex"),
}
"""The kinds whose cards are somebody or something; the others are tiles, tokens and tracks."""


def named_cards(game: Game) -> list[Component]:
    return [component for component in game.components if component.kind in NAMED.get(game.id, ())]


def own_words(component: Component) -> str:
    """Return the lines of rule and flavour of a card."""
    return " ".join(str(component.values[name]) for name in WORDS if component.values.get(name))


@pytest.mark.parametrize("game", GAMES)
def test_each_named_card_has_a_name_of_its_own(game: str) -> None:
    """No two named cards of a game share a name, and no name is made by a template or a counter."""
    cards = named_cards(load_game(ROOT / "catalog" / game, ROOT))
    names = Counter(str(card.values["name"]) for card in cards)
    assert [name for name, times in names.items() if times > 1] == []
    assert [name for name in names if "{{" in name or re.search(r"\d$", name)] == []


@pytest.mark.parametrize("game", GAMES)
def test_each_named_card_has_a_line_of_its_own(game: str) -> None:
    """Each named card says something that no other card of the game says."""
    cards = named_cards(load_game(ROOT / "catalog" / game, ROOT))
    lines = Counter(own_words(card) for card in cards)
    assert [card.id for card in cards if lines[own_words(card)] > 1 or len(own_words(card)) < 8] == []

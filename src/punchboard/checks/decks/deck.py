"""A player's deck with the game and the limits that apply to it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.checks.counts.expectations import rule_hint
from punchboard.expression import ExpressionError
from punchboard.model.game.expectations import DeckCopies, DeckLine, DeckList, DeckSize, OwnDeck
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import selected_components

_PLAIN_CHARACTERS: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-", "\u2026": "...", "\u00a0": " "}
)


class Deck(NamedTuple):
    """A list of cards, the limits that apply to it, and the component that each line names."""

    game: Game
    name: str
    """The game's name for such a deck."""
    limits: OwnDeck
    list: DeckList
    cards: tuple[Component | None, ...]
    """One for each line; None if the game has no such card or several."""
    allowed: tuple[Component, ...]
    """Every card that may be in the deck."""

    @property
    def lines(self) -> Iterator[tuple[DeckLine, Component]]:
        """The lines whose card is known, each with its card."""
        return ((line, card) for line, card in zip(self.list.lines, self.cards, strict=True) if card is not None)

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the limits in ``game.yaml``."""
        return ("own decks", self.name)


def limit_hint(deck: Deck, limit: DeckSize | DeckCopies) -> str:
    """Return the hint for a broken limit: the rule behind the limit, or else behind the deck."""
    return rule_hint(deck.game, limit if limit.rule or limit.standing is not None else deck.limits)


def match_deck(game: Game, cards: DeckList) -> Deck | None:
    """Return the list as the kind of deck that allows most of its cards; None if the game has no own decks."""
    decks = [_deck(game, name, limits, cards) for name, limits in game.file.own_decks.items()]
    return max(decks, key=lambda deck: sum(card in deck.allowed for card in deck.cards), default=None)


def cards_named(game: Game, text: str) -> tuple[Component, ...]:
    """Return the components that a player can mean: the one with this id, or else all with this name."""
    wanted = normalised_name(text)
    named = tuple(card for card in game.components if normalised_name(str(card.values.get("name", ""))) == wanted)
    return tuple(card for card in game.components if card.id == wanted) or named


def normalised_name(text: str) -> str:
    """Return a name without differences in case, curly quotes, dashes and spaces."""
    return " ".join(text.translate(_PLAIN_CHARACTERS).casefold().split())


def _deck(game: Game, name: str, limits: OwnDeck, cards: DeckList) -> Deck:
    try:
        allowed = selected_components(game, limits.source)
    except ExpressionError:
        allowed = ()  # EXPR001 reports it
    chosen = tuple(_choose_card(cards_named(game, line.card), allowed) for line in cards.lines)
    return Deck(game, name, limits, cards, chosen, allowed)


def _choose_card(named: tuple[Component, ...], allowed: tuple[Component, ...]) -> Component | None:
    """Return the card that a line means. Of several with the same name, it is the one that may be in the deck."""
    possible = tuple(card for card in named if card in allowed) or named
    return possible[0] if len(possible) == 1 else None

"""A player's deck beside the game and the limits that it is judged by."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.checks.counts.expectations import rule_hint
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Component, Game
from punchboard.model.game.own_deck import DeckCopies, DeckLine, DeckList, DeckSize, OwnDeck
from punchboard.model.game.selection import selected_components

_PLAIN_CHARACTERS: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-", "\u2026": "...", "\u00a0": " "}
)


class Deck(NamedTuple):
    """A list of cards, the limits it falls under, and the component behind each of its lines."""

    game: Game
    name: str
    """What the game calls such a deck."""
    limits: OwnDeck
    list: DeckList
    cards: tuple[Component | None, ...]
    """One for each line; None where the game has no such card, or several."""
    allowed: tuple[Component, ...]
    """All that may be in it."""

    @property
    def lines(self) -> Iterator[tuple[DeckLine, Component]]:
        """The lines whose card is known, with it."""
        return ((line, card) for line, card in zip(self.list.lines, self.cards, strict=True) if card is not None)

    @property
    def path(self) -> tuple[str, ...]:
        """Where the limits stand in ``game.yaml``."""
        return ("own decks", self.name)


def limit_hint(deck: Deck, limit: DeckSize | DeckCopies) -> str:
    """Return which rule asks for a limit: its own, else that of the deck."""
    return rule_hint(deck.game, limit if limit.rule or limit.standing is not None else deck.limits)


def match_deck(game: Game, cards: DeckList) -> Deck | None:
    """Return a list as the sort of own deck that most of its cards may be in; None when the game has no sort."""
    decks = [_deck(game, name, limits, cards) for name, limits in game.file.own_decks.items()]
    return max(decks, key=lambda deck: sum(card in deck.allowed for card in deck.cards), default=None)


def cards_named(game: Game, text: str) -> tuple[Component, ...]:
    """Return the components that a player can mean: the one with that id, else all with that name."""
    wanted = normalised_name(text)
    named = tuple(one for one in game.components if normalised_name(str(one.values.get("name", ""))) == wanted)
    return tuple(one for one in game.components if one.id == wanted) or named


def normalised_name(text: str) -> str:
    """Return a name without what people write in many ways: capitals, curly signs, double blanks."""
    return " ".join(text.translate(_PLAIN_CHARACTERS).casefold().split())


def _deck(game: Game, name: str, limits: OwnDeck, cards: DeckList) -> Deck:
    try:
        allowed = selected_components(game, limits.source)
    except ExpressionError:
        allowed = ()  # EXPR001 tells of it
    found = tuple(_choose_card(cards_named(game, line.card), allowed) for line in cards.lines)
    return Deck(game, name, limits, cards, found, allowed)


def _choose_card(found: tuple[Component, ...], allowed: tuple[Component, ...]) -> Component | None:
    """Return the one card that is meant; of several with one name, the one that may be in the deck."""
    fitting = tuple(card for card in found if card in allowed) or found
    return fitting[0] if len(fitting) == 1 else None

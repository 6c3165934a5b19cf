"""Deck construction: limits for decks that players bring, and the list of cards of one such deck."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from punchboard.model.game.expectations import Expectation
from punchboard.model.game.expected_counts import Amount
from punchboard.model.values import TEXT, WHOLE_NUMBER, Prose, RuleIds, Standing, as_mapping
from punchboard.problem import Place, Problem


class DeckSize(Standing):
    """How many cards a deck has. Give a standing here if it differs from that of the deck."""

    is_: Amount = Field(alias="is")
    rule: RuleIds = ()


class DeckCopies(Standing):
    """The highest number of copies of one card: a number, or ``published`` for as many as the game has."""

    most: Annotated[int, Field(ge=1)] | Literal["published"] = "published"
    rule: RuleIds = ()


class OwnDeck(Standing):
    """Limits for a deck that a player builds: the cards to choose ``from``, its ``size`` and further expectations."""

    source: Prose = Field(alias="from")
    size: Annotated[DeckSize | None, BeforeValidator(as_mapping("is", TEXT, WHOLE_NUMBER))] = None
    copies: Annotated[DeckCopies, BeforeValidator(as_mapping("most", WHOLE_NUMBER, {"enum": ["published"]}))] = Field(
        DeckCopies(), alias="no more copies than"
    )
    expect: tuple[Expectation, ...] = ()
    about: Prose = ""
    rule: RuleIds = ()


class DeckLine(NamedTuple):
    """One line of a player's deck list: a card by id or name, its copies, and the places of both."""

    card: str
    copies: int
    place: Place
    copies_place: Place


class DeckList(NamedTuple):
    """A player's deck list as it was read."""

    file: str
    lines: Sequence[DeckLine]
    problems: tuple[Problem, ...] = ()
    """Problems of the lines that could not be read."""

"""Limits for a deck that a player brings: which cards, how many, and what else must hold."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from punchboard.model.game.expectations import Expectation
from punchboard.model.game.expected_counts import Amount
from punchboard.model.values import TEXT, WHOLE_NUMBER, Prose, RuleIds, Standing, as_mapping
from punchboard.problem import Place, Problem


class DeckSize(Standing):
    """How many cards a deck has; where it comes from is said here when it is not that of the deck."""

    is_: Amount = Field(alias="is")
    rule: RuleIds = ()


class DeckCopies(Standing):
    """The most copies of one card: a number, or ``published``, as many as the catalog has."""

    most: Annotated[int, Field(ge=1)] | Literal["published"] = "published"
    rule: RuleIds = ()


class OwnDeck(Standing):
    """What a deck of a player's own may be: its cards ``from`` a selection, its ``size``, and further expectations."""

    source: Prose = Field(alias="from")
    size: Annotated[DeckSize | None, BeforeValidator(as_mapping("is", TEXT, WHOLE_NUMBER))] = None
    copies: Annotated[DeckCopies, BeforeValidator(as_mapping("most", WHOLE_NUMBER, {"enum": ["published"]}))] = Field(
        DeckCopies(), alias="no more copies than"
    )
    expect: tuple[Expectation, ...] = ()
    about: Prose = ""
    rule: RuleIds = ()


class DeckLine(NamedTuple):
    """One line of a player's list: a card by its id or name, how often, and where both are written."""

    card: str
    copies: int
    place: Place
    copies_place: Place


class DeckList(NamedTuple):
    """A player's list as it was read."""

    file: str
    lines: Sequence[DeckLine]
    problems: tuple[Problem, ...] = ()
    """Of the lines that could not be read."""

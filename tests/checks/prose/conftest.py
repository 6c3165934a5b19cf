"""Rulebooks and decks for testing the rules on prose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from punchboard.checks.prose import Reading, parse_markdown
from punchboard.cli.commands.check import table_vocabulary
from punchboard.load.tables import TableSource
from punchboard.problem import Problem

PACK = "suit,rank,copies\n" + "".join(
    f"{suit},{rank},1\n"
    for suit in ("Hearts", "Spades")
    for rank in ("7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
)
"""Sixteen cards in two suits."""

BOX = """\
name,type,season,points,text,copies
Wren,bird,Spring,1,Nesting.,4
Barn Owl,bird,Autumn,5,Shy.,2
Cuckoo,bird,Spring,0,Take 1 Egg from a neighbour.,4
Dog Rose,blossom,Summer,1,,4
Foxglove,blossom,Summer,3,,3
Honeysuckle,blossom,Summer,2,,3
Egg,token,,1,,30
Hedge Mat,mat,,,,5
Scarecrow,pawn,,,,1
"""
"""Birds and blossoms, 20 cards, and other components."""

DECKS = {"pack": PACK, "box": BOX}


@pytest.fixture
def reading() -> Callable[..., Reading]:
    """Read a text with a deck: ``pack``, ``box``, or the text of a table."""

    def reading(rules: str, cards: str = "box") -> Reading:
        table = TableSource("cards.csv", DECKS.get(cards, cards).encode())
        return Reading((parse_markdown(rules, "rules.md"),), table_vocabulary(table))

    return reading


@pytest.fixture
def problems(reading) -> Callable[..., list[Problem]]:
    """Return the problems that a rule finds in a text with a deck; all have the rule's code."""

    def problems(rule, rules: str, cards: str = "box") -> list[Problem]:
        found = list(rule.check(reading(rules, cards)))
        assert {problem.rule for problem in found} <= {rule.ID}
        assert not any(problem.message[0].isupper() for problem in found)
        return found

    return problems


@pytest.fixture
def messages(problems) -> Callable[..., list[tuple[int, str]]]:
    """Return the line and the message of each problem that a rule finds."""

    def messages(rule, rules: str, cards: str = "box") -> list[tuple[int, str]]:
        return [(problem.place.line, problem.message) for problem in problems(rule, rules, cards)]

    return messages

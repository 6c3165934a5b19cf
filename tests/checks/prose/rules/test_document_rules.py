"""PROSE008: numbers in the rules of the document."""

from dataclasses import replace

import pytest

from punchboard.checks.prose.english.parsed_text import Block, SourceSpan
from punchboard.checks.prose.rules import document_rules

RULES = {
    "hand": "A first hand has seven cards.",
    "refill": "Hands are filled up again to seven.",
    "phases": "A turn has three phases, of one action each.",
    "fire": "A lead of less than 3 converts.",
}


@pytest.fixture
def found(reading):
    """Return the messages for a text that states rules of a document."""

    def found(text):
        rules = {name: Block("rule", rule, "rules.yaml", (SourceSpan(0, 1, 0),)) for name, rule in RULES.items()}
        return [problem.message for problem in document_rules.check(replace(reading(text), rules=rules))]

    return found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("You begin with eight cards. [#hand]", "'eight cards'"),
        ("Draw until you hold six. [#hand]", "'six'"),
        ("There are two phases[#phases], and five cards. [#hand]", "'two phases' 'five cards'"),
        ("| Phases |\n|---|\n| four phases [#phases] |", "'four phases'"),
        ("- :card: Four cards. [#hand] Then eight more.", "'Four cards'"),
    ],
)
def test_another_number_is_reported(found, text, said):
    """For the same noun, or as the only number; each mark covers the words since the one before it."""
    assert [message.partition(" here")[0] for message in found(text)] == said.replace("' '", "'|'").split("|")


@pytest.mark.parametrize(
    "text",
    [
        "You begin with seven cards. [#hand] There are eight phases.",
        "Play one of three phases, two tricks each. [#phases]",
        "Take the cards. [#hand]",
        "A lead of 1 or 2 converts. [#fire]",
        "Two of the seven cards go back. [#hand]",
        "You have eight cards. [#nobody-knows]",
    ],
)
def test_the_same_number_or_one_of_something_else_has_no_problems(found, text):
    """Numbers of other things, ranges and limits do not restate the rule."""
    assert found(text) == []

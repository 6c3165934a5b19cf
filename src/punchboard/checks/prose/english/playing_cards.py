"""Common names of traditional playing cards: synonyms for ranks and suits, and court cards."""

from __future__ import annotations

from typing import Final

from punchboard.checks.prose.english.words import word_set

SYNONYMS: Final[tuple[frozenset[str], ...]] = tuple(
    word_set(group)
    for group in (
        "jack knave valet",
        "knight cavalier caballero",
        "queen dame",
        "two deuce",
        "three trey",
        "clubs batons wands staves",
        "coins pentacles denari",
        "cups chalices",
        "diamonds tiles carreaux",
        "spades pikes",
        "bells hawkbells",
    )
)
"""Names of the same rank or suit."""

COURT_RANKS: Final = word_set("king queen jack knave valet knight cavalier dame page")
"""Ranks that show a person."""

COURT_CARDS: Final = ("court card", "face card", "picture card")


def synonyms_of(word: str) -> frozenset[str]:
    """Return the other names of a rank or suit; none for any other word."""
    found = next((group for group in SYNONYMS if word in group), frozenset[str]())
    return found - {word}

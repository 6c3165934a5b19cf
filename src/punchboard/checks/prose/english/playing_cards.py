"""What everybody calls the cards of the traditional packs: one rank or suit under several names, and court cards."""

from __future__ import annotations

from typing import Final

from punchboard.checks.prose.english.words import listed

SAME: Final[tuple[frozenset[str], ...]] = tuple(
    listed(group)
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
"""Names of one rank or suit."""

COURTS: Final = listed("king queen jack knave valet knight cavalier dame page")
"""Ranks that show a person."""

COURT_CARDS: Final = ("court card", "face card", "picture card")


def other_names(word: str) -> frozenset[str]:
    """Return what else a rank or suit is called; nothing for any other word."""
    found = next((group for group in SAME if word in group), frozenset[str]())
    return found - {word}

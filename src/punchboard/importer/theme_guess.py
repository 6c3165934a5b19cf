"""The theme of an imported game, guessed from the words in its table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from punchboard.importer.draft import Note

NEUTRAL_THEME: Final = "minimal"
"""The theme of a table whose words point nowhere."""

COUNTER_THEME: Final = "wargame"
"""The theme of counters with numbers for attack and movement whose words point nowhere."""

MIN_CARDS: Final = 3
"""How many cards must have a word of the theme, or all cards if there are fewer."""

MIN_SHARE: Final = 0.08
"""The share of the cards that must have a word of the theme."""

MIN_WORDS: Final = 2
"""How many different words of the theme must occur: one alone may be the name of a card type."""

SHOWN_WORDS: Final = 4
"""How many of the words are given as the reason."""

MAX_ROWS: Final = 2000
"""How many rows are read, evenly chosen from all."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def guess_theme(
    cards: Iterable[Iterable[str]], themes: Mapping[str, Collection[str]], *, counters: bool = False
) -> Note:
    """Return the theme that most cards have words of, with these words as the reason.

    Args:
        cards: the texts of each card.
        themes: the words of each theme, in lower case.
        counters: whether the table has counters of a wargame.
    """
    texts = [" ".join(card) for card in cards]
    texts = texts[:: max(1, len(texts) // MAX_ROWS)]
    words = [_words(text) for text in texts]
    found = {theme: Counter(word for card in words for word in card & {*own}) for theme, own in themes.items()}
    cards_with = {theme: sum(bool(card & {*own}) for card in words) for theme, own in themes.items()}
    best = max(themes, key=lambda theme: (cards_with[theme], len(found[theme])), default="")
    needed = max(min(MIN_CARDS, len(texts)), MIN_SHARE * len(texts))
    if not best or cards_with[best] < needed or len(found[best]) < MIN_WORDS:
        if counters and COUNTER_THEME in themes:
            return Note("theme", COUNTER_THEME, "its units are counters with numbers for attack and movement")
        return Note("theme", NEUTRAL_THEME, "no words of another theme in the table")
    named = ", ".join(f"'{word}'" for word, _ in found[best].most_common(SHOWN_WORDS))
    return Note("theme", best, f"{named} in {cards_with[best]} of {len(texts)} cards")


def _words(text: str) -> set[str]:
    """Return the words of a text in lower case, and the singular of plurals."""
    found = {match.lower() for match in _WORD.findall(text)}
    return found | {word.removesuffix("s") for word in found if len(word) > 3}

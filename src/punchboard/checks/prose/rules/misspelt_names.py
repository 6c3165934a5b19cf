"""PROSE001: a misspelt or outdated name.

What: emphasised words, a link or a capitalised name, also on cards, resemble a component, a kind, an entry of a list or
a term that the text defines, but are none of these.

Why: players look in vain for a card with a misspelt name. An outdated name is even worse.

Bad::

    Whoever holds the *Queen of Heart* leads.

Good::

    Whoever holds the *Queen of Hearts* leads.

If a name is right all the same, mark it on its line or the line before: ``<!-- right: PROSE001 a person -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE001"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each phrase that is nearly a name, and for each misspelt word that occurs only once."""
    reported: set[tuple[Block, int]] = set()
    for block in (*reading.blocks, *reading.card_blocks):
        for phrase in reading.phrases(block):
            first = phrase.words[0].start
            if (block, first) in reported:
                continue
            if (nearest := reading.name_matcher.nearest_name(phrase, reading.mentions(block))) is not None:
                reported.update((block, word.start) for word in phrase.words)
                yield _problem(reading, block, first, phrase.text, nearest)
    for block, word in reading.defined_words.single_uses:
        nearest = reading.name_matcher.misspelling_of(word) if (block, word.start) not in reported else None
        if nearest is not None:
            yield _problem(reading, block, word.start, word.text, nearest)


def _problem(reading: Reading, block: Block, letter: int, written: str, nearest: str) -> Problem:
    senses = reading.vocabulary.senses.get(nearest, ())
    exact = (sense.name for sense in senses if sense.name.casefold() == nearest)
    name = next(exact, senses[0].name if senses else nearest)
    return Problem(ID, block.place(letter), f"unknown name {written!r}", f"did you mean {name!r}?")

"""PROSE001: a name that is nearly one of the game's, but is none.

What: words in emphasis, in a link or in capitals, on cards too, resemble a component, a kind, an entry of a list or a
word that the text defines, and are not it.

Why: a misspelt name is a card that players look for in vain; an old name is worse.

Bad::

    Whoever holds the *Queen of Heart* leads.

Good::

    Whoever holds the *Queen of Hearts* leads.

A name that is right all the same is marked on its line or the line before: ``<!-- right: PROSE001 a person -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE001"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each phrase that is nearly a name, and for each slip in a word that stands but once."""
    told: set[tuple[Block, int]] = set()
    for block in (*reading.blocks, *reading.card_blocks):
        for phrase in reading.phrases(block):
            first = phrase.words[0].start
            like = (
                reading.name_matcher.nearest_name(phrase, reading.mentions(block))
                if (block, first) not in told
                else None
            )
            if like is not None:
                told.update((block, word.start) for word in phrase.words)
                yield _problem(reading, block, first, phrase.text, like)
    for block, word in reading.defined_words.single_uses:
        like = reading.name_matcher.misspelling_of(word) if (block, word.start) not in told else None
        if like is not None:
            yield _problem(reading, block, word.start, word.text, like)


def _problem(reading: Reading, block: Block, letter: int, shown: str, like: str) -> Problem:
    senses = reading.vocabulary.senses.get(like, ())
    exact = (one.name for one in senses if one.name.casefold() == like)
    name = next(exact, senses[0].name if senses else like)
    return Problem(ID, block.place(letter), f"there is no {shown!r}", f"did you mean {name!r}?")

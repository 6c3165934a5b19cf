"""Sentences of a block, and whether a block is an example or describes an optional way to play."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.checks.prose.english.parsed_text import Block

LEAD: Final = 40
"""At most this many letters at the start of a block can say what it is."""

_END: Final = re.compile(r"[.!?][\"\u201d\u2019')\]]*\s+(?=[^a-z])|\s[;\u2013\u2014]\s|;\s")
_EXAMPLE: Final = re.compile(r"\b(?:examples?|for instance|sample|e\.g\.|suppose)\b", re.IGNORECASE)
_OPTION: Final = re.compile(
    r"\b(?:variants?|variations?|options?|optional|solo|solitaire|expansions?|teams?|partners?(?:hips?)?|shorter"
    r"|longer)\b",
    re.IGNORECASE,
)

_ANSWER: Final = re.compile(r"\s*(?:yes|no|never|always|of course)\b", re.IGNORECASE)


class Sentence(NamedTuple):
    """A sentence of a block and its range of letters."""

    text: str
    start: int
    end: int


def sentences(block: Block) -> Iterator[Sentence]:
    """Yield the sentences of a block. A semicolon, or a dash with spaces, also ends one."""
    start = 0
    for found in _END.finditer(block.text):
        yield Sentence(block.text[start : found.end()], start, found.end())
        start = found.end()
    if start < len(block.text):
        yield Sentence(block.text[start:], start, len(block.text))


def sentence_at(block: Block, letter: int) -> Sentence:
    """Return the sentence that contains a letter."""
    return next(
        (sentence for sentence in sentences(block) if letter < sentence.end), Sentence(block.text, 0, len(block.text))
    )


def is_example(block: Block) -> bool:
    """Return whether a block describes what happened in one game, not what is always true."""
    return block.is_quoted or any(map(_EXAMPLE.search, (*block.sections, block.text[:LEAD])))


def is_option(block: Block, letter: int = 0) -> bool:
    """Return whether a block describes another way to play, by its heading or the emphasis before a letter."""
    leads = [mark for mark in block.marks if not mark.start and mark.end <= letter]
    asked = (lead for lead in leads if block.text[lead.end - 1] == "?" and not _ANSWER.match(block.text, lead.end))
    if any(asked) or any(_OPTION.search(block.text[lead.start : lead.end]) for lead in leads):
        return True
    return any(map(_OPTION.search, block.sections)) or (block.kind == "heading" and bool(_OPTION.search(block.text)))

"""PROSE006: a reference to a section, step or anchor that does not exist.

What: a link to a heading of the same text, ``see Scoring``, ``section 4`` or ``step 3`` leads nowhere.

Why: the reader who follows it is in the middle of a game.

Bad::

    See [Muggins](#muggins).

    ## Muggins (optional)

Good::

    See [Muggins](#muggins-optional).

If a reference is right all the same, for example to another book, mark it on its line or the line before:
``<!-- right: PROSE006 of the other book -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.headings import Headings
from punchboard.checks.prose.english.parsed_text import Block, Text
from punchboard.checks.prose.reading.reading import Reading
from punchboard.model.values import did_you_mean
from punchboard.problem import Problem

ID: Final = "PROSE006"

_WHAT: Final = (
    r"(?: the)?(?: section| chapter| heading| part)?(?: on| called| titled| named)? [\"\u201c\u2018']?(?:the |an? )?$"
)
_SEE: Final = re.compile(
    r"(?:(?:^|[(.;:,!?\u2013\u2014]\s*|\b(?:and|or|please) )see(?: also)?"
    rf"|\b(?:told in|described in|refer to|section|chapter)){_WHAT}",
    re.IGNORECASE,
)
_UNDER: Final = re.compile(rf"\b(?:under|as in|read|turn to|go to|see(?: also)?){_WHAT}", re.IGNORECASE)
"""Words that lead to a section if its title is emphasised."""

_NUMBER: Final = r"(\d+(?:\.\d+)*)(?![\d%])"
_NUMBERED: Final = re.compile(
    rf"\b(section|chapter|step|rule|paragraph)s?\s+{_NUMBER}|\u00a7\s*{_NUMBER}"
    rf"|\b(?:see|in|under|of|to) {_NUMBER}(?=[\s,;:.)]|$)",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
_ON_TRACK: Final = re.compile(r"\b(?:on|at|past|above|below|beyond|reach\w*)(?: the)?(?: \w+)? $", re.IGNORECASE)
_COLUMN: Final = re.compile(r"sections?|chapters?|rules?|see|\u00a7|paragraphs?", re.IGNORECASE)


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each reference that leads nowhere."""
    headings_of_texts = tuple(map(Headings, reading.texts))
    for text, own in zip(reading.texts, headings_of_texts, strict=True):
        yield from _columns(text, own)
        for block in text.blocks:
            yield from _links(block, own)
            if block.kind != "heading":
                yield from _named(block, reading, headings_of_texts)
                yield from _numbered(block, own) if _DIGIT.search(block.text) else ()


def _links(block: Block, own: Headings) -> Iterator[Problem]:
    """Yield the links to anchors that no heading has."""
    for mark in block.marks:
        target = mark.target.removeprefix("#")
        if mark.kind == "link" and mark.target.startswith("#") and target not in own.anchors:
            hint = did_you_mean(target, own.anchors)
            yield Problem(ID, block.place(mark.start), f"no heading has the anchor {mark.target!r}", hint)


def _named(block: Block, reading: Reading, headings_of_texts: Sequence[Headings]) -> Iterator[Problem]:
    """Yield the titles after ``see`` that are not a heading and not a name in the game."""
    links = [range(mark.start, mark.end) for mark in block.marks if mark.kind == "link"]
    for phrase in reading.phrases(block):
        start = phrase.words[0].start
        if any(start in link for link in links) or phrase.words[0].text.islower():
            continue
        is_lead = _SEE.search(block.text, 0, start) or (phrase.is_marked and _UNDER.search(block.text, 0, start))
        is_possessive = phrase.words[-1].text.casefold() != phrase.words[-1].folded
        if not is_lead or is_possessive or phrase.folded in reading.vocabulary.senses:
            continue
        if not any(headings.has(phrase.folded) for headings in headings_of_texts):
            titles = [title for headings in headings_of_texts for title in headings.titles]
            hint = did_you_mean(phrase.text, titles)
            yield Problem(ID, block.place(start), f"there is no section {phrase.text!r}", hint)


def _numbered(block: Block, own: Headings) -> Iterator[Problem]:
    """Yield the unknown numbers after ``section`` and similar words; after only ``in``, numbers such as 4.2."""
    for found in _NUMBERED.finditer(block.text):
        bare = found[4] is not None and "." not in found[4]
        if found.start() and not bare:  # at the start of a block it is a label
            what = (found[1] or "section").casefold()
            if what != "step" or not _ON_TRACK.search(block.text, 0, found.start()):
                yield from _missing(block, found.start(), what, found[2] or found[3] or found[4], own)


def _columns(text: Text, own: Headings) -> Iterator[Problem]:
    """Yield the unknown numbers in columns such as ``Section``."""
    for table in text.tables:
        for at, header in enumerate(table.header):
            for cell in table.column(at) if _COLUMN.fullmatch(header.text.strip()) else ():
                if re.fullmatch(_NUMBER, cell.text):
                    yield from _missing(cell, 0, "section", cell.text, own)


def _missing(block: Block, letter: int, what: str, number: str, own: Headings) -> Iterator[Problem]:
    known = own.steps if what == "step" else own.numbers
    if number not in known and (known or what != "rule"):
        latest = max(known, key=lambda one: [int(part) for part in one.split(".")], default="")
        last = f"the last is {latest}" if known else f"no {what} has a number"
        yield Problem(ID, block.place(letter), f"there is no {what} {number}", last)

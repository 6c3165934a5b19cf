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
from functools import cached_property
from typing import Final

from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.parsed_text import Block, Text, words
from punchboard.checks.prose.reading.reading import Reading
from punchboard.model.values import did_you_mean
from punchboard.problem import Problem

_RE: Final = Patterns("references")


class Headings:
    """The headings of one text."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._headings = tuple(block.text for block in text.blocks if block.kind == "heading")

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The titles without their numbers."""
        matches = ((title, _RE.numbered_title.match(title)) for title in self._headings)
        return tuple(title[match.end() :] if match else title for title, match in matches)

    @cached_property
    def _folded(self) -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(word.folded for word in words(title)) for title in self.titles)

    @cached_property
    def _numbered(self) -> frozenset[str]:
        """The numbers that headings begin with."""
        return frozenset(match[1] for title in self._headings if (match := _RE.numbered_title.match(title)))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of headings and paragraphs, or, if there are none, those of numbered lists."""
        starts = ((block.text, span.start) for block in self._text.blocks for span in block.spans)
        paragraphs = {match[1] for text, start in starts if (match := _RE.paragraph.match(text, start))}
        return self._numbered | paragraphs or self.steps

    @cached_property
    def steps(self) -> frozenset[str]:
        """The numbers of headings, of items in numbered lists, and of paragraphs that begin with ``Step 2``."""
        ordered = [(items.start, len(items.blocks)) for items in self._text.lists if items.start is not None]
        listed = {str(number) for start, length in ordered for number in range(start, start + length)}
        labels = {label[1] for block in self._text.blocks if (label := _RE.label.match(block.text))}
        return self._numbered | listed | labels

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The anchors that links can point to. The second of two equal titles ends in ``-1``."""
        anchors = {braced or other for block in self._text.blocks for braced, other in _RE.own.findall(block.text)}
        times: dict[str, int] = {}
        for title in self._headings:
            slug = _slug(_RE.own.sub("", title))
            anchors.add(f"{slug}-{times[slug]}" if slug in times else slug)
            times[slug] = times.get(slug, 0) + 1
        return frozenset(anchors)

    def has(self, folded: str) -> bool:
        """Return whether a title is, begins or ends with some words, or these with a title."""
        parts = tuple(folded.split())
        return any(_overlap(parts, title) for title in self._folded)


def _overlap(cited: tuple[str, ...], title: tuple[str, ...]) -> bool:
    shorter = min(len(cited), len(title))
    return bool(shorter) and (cited[:shorter] == title[:shorter] or cited[-shorter:] == title[-shorter:])


def _slug(title: str) -> str:
    """Return the anchor of a title, as the major Markdown hosts make it."""
    return re.sub(r"[^\w\- ]", "", title.strip().casefold()).replace(" ", "-")


ID: Final = "PROSE006"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each reference that leads nowhere."""
    headings_of_texts = tuple(map(Headings, reading.texts))
    for text, own in zip(reading.texts, headings_of_texts, strict=True):
        yield from _columns(text, own)
        for block in text.blocks:
            yield from _links(block, own)
            if block.kind != "heading":
                yield from _named(block, reading, headings_of_texts)
                yield from _numbered(block, own) if _RE.digit.search(block.text) else ()


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
        is_lead = _RE.see.search(block.text, 0, start) or (phrase.is_marked and _RE.under.search(block.text, 0, start))
        is_possessive = phrase.words[-1].text.casefold() != phrase.words[-1].folded
        if not is_lead or is_possessive or phrase.folded in reading.vocabulary.senses:
            continue
        if not any(headings.has(phrase.folded) for headings in headings_of_texts):
            titles = [title for headings in headings_of_texts for title in headings.titles]
            hint = did_you_mean(phrase.text, titles)
            yield Problem(ID, block.place(start), f"there is no section {phrase.text!r}", hint)


def _numbered(block: Block, own: Headings) -> Iterator[Problem]:
    """Yield the unknown numbers after ``section`` and similar words; after only ``in``, numbers such as 4.2."""
    for match in _RE.numbered.finditer(block.text):
        bare = match[4] is not None and "." not in match[4]
        if match.start() and not bare:  # at the start of a block it is a label
            what = (match[1] or "section").casefold()
            if what != "step" or not _RE.on_track.search(block.text, 0, match.start()):
                yield from _missing(block, match.start(), what, match[2] or match[3] or match[4], own)


def _columns(text: Text, own: Headings) -> Iterator[Problem]:
    """Yield the unknown numbers in columns such as ``Section``."""
    for table in text.tables:
        for at, header in enumerate(table.header):
            for cell in table.column(at) if _RE.column.fullmatch(header.text.strip()) else ():
                if _RE.number.fullmatch(cell.text):
                    yield from _missing(cell, 0, "section", cell.text, own)


def _missing(block: Block, letter: int, what: str, number: str, own: Headings) -> Iterator[Problem]:
    known = own.steps if what == "step" else own.numbers
    if number not in known and (known or what != "rule"):
        latest = max(known, key=lambda known_number: [int(part) for part in known_number.split(".")], default="")
        last = f"the last is {latest}" if known else f"no {what} has a number"
        yield Problem(ID, block.place(letter), f"there is no {what} {number}", last)

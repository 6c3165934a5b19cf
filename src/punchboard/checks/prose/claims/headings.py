"""The headings of a text, as targets of references: by title, number or anchor."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from punchboard.checks.prose.english.parsed_text import Text
from punchboard.checks.prose.english.words import words

_NUMBER: Final = re.compile(r"(?:(?:section|chapter|part|step|rule)\s+)?(\d+(?:\.\d+)*)[.):]?(?:\s|$)", re.IGNORECASE)
_LABEL: Final = re.compile(r"(?:step|rule|section|chapter)\s+(\d+(?:\.\d+)*)\b", re.IGNORECASE)
_PARAGRAPH: Final = re.compile(r"(\d+(?:\.\d+)+)\.?\s")
_OWN: Final = re.compile(r"\{#([\w-]+)\}|<a\s+(?:name|id)=[\"']?([\w-]+)", re.IGNORECASE)


class Headings:
    """The headings of one text."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._headings = tuple(block.text for block in text.blocks if block.kind == "heading")

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The titles without their numbers."""
        return tuple(_NUMBER.sub("", title, count=1) if _NUMBER.match(title) else title for title in self._headings)

    @cached_property
    def _folded(self) -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(word.folded for word in words(title)) for title in self.titles)

    @cached_property
    def _numbered(self) -> frozenset[str]:
        """The numbers that headings begin with."""
        return frozenset(found[1] for title in self._headings if (found := _NUMBER.match(title)))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of headings and paragraphs, or, if there are none, those of numbered lists."""
        paragraphs = {found[1] for block in self._text.blocks if (found := _PARAGRAPH.match(block.text))}
        return self._numbered | paragraphs or self.steps

    @cached_property
    def steps(self) -> frozenset[str]:
        """The numbers of headings, of items in numbered lists, and of paragraphs that begin with ``Step 2``."""
        ordered = [(items.start, len(items.blocks)) for items in self._text.lists if items.start is not None]
        found = {str(number) for start, length in ordered for number in range(start, start + length)}
        labels = {label[1] for block in self._text.blocks if (label := _LABEL.match(block.text))}
        return self._numbered | found | labels

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The anchors that links can point to. The second of two equal titles ends in ``-1``."""
        anchors = {one or other for block in self._text.blocks for one, other in _OWN.findall(block.text)}
        times: dict[str, int] = {}
        for title in self._headings:
            slug = _slug(_OWN.sub("", title))
            anchors.add(f"{slug}-{times[slug]}" if slug in times else slug)
            times[slug] = times.get(slug, 0) + 1
        return frozenset(anchors)

    def has(self, folded: str) -> bool:
        """Return whether a title is, begins or ends with some words, or these with a title."""
        parts = tuple(folded.split())
        return any(_overlap(parts, title) for title in self._folded)


def _overlap(one: tuple[str, ...], title: tuple[str, ...]) -> bool:
    shorter = min(len(one), len(title))
    return bool(shorter) and (one[:shorter] == title[:shorter] or one[-shorter:] == title[-shorter:])


def _slug(title: str) -> str:
    """Return the anchor of a title, as the major Markdown hosts make it."""
    return re.sub(r"[^\w\- ]", "", title.strip().casefold()).replace(" ", "-")

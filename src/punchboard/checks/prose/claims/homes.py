"""Numbers of cards of a place or a group: ``Three monsters live in the Swamp``, against the cards that have it."""

import re
from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.parsed_text import Block, words
from punchboard.checks.prose.english.sentences import is_example, is_option, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

_RE: Final = Patterns("homes")


def wrong_homes(reading: Reading, block: Block) -> Iterator[tuple[int, str]]:
    """Yield the place and the problem of each number of cards that live somewhere or belong to something."""
    vocabulary = reading.vocabulary
    by_start = {mention.start: mention for mention in reading.mentions(block)}
    for number in reading.quantities(block):
        match = _RE.lives.match(block.text, number.end)
        home = by_start.get(match.end()) if match else None
        sentence = whole_sentence_at(block, number.start)
        begins = _RE.begins.search(block.text[sentence.start : number.start])
        is_plain = begins and number.kind == "exactly" and not _RE.at_times.search(sentence.text)
        if match is None or home is None or not is_plain or is_example(block) or is_option(block):
            continue
        named = by_start.get(match.start("noun")) if match["noun"] else None
        groups = [sense.pieces for sense in named.senses] if named else _all(reading, block, match["noun"])
        are_groups = {sense.role for sense in home.senses} <= {"entry", "kind"}
        found = [group & sense.pieces for group in groups for sense in home.senses if are_groups]
        counts = {count for pieces in found for count in (len(pieces), vocabulary.copies(pieces))}
        if counts - {0} and number.value not in counts:
            there = " or ".join(map(str, sorted(counts)))
            shown = block.text[number.start : home.end]
            yield number.start, f"{shown!r}: the table has {there} of {home.senses[0].name!r}"


def _all(reading: Reading, block: Block, noun: str | None) -> list[frozenset[int]]:
    """Return all pieces for what the file is called, ``Monsters.csv``, or without a noun beside names of pieces."""
    vocabulary = reading.vocabulary
    titles = {word.folded for word in words(re.sub(r"\W|_", " ", re.split(r"[/\\]", vocabulary.file)[-1]))}
    is_beside = any(sense.role == "piece" for mention in reading.mentions(block) for sense in mention.senses)
    is_all = not forms(noun).isdisjoint(titles) if noun else is_beside
    return [frozenset(range(len(vocabulary.pieces)))] if is_all else []

"""What a number in a sentence is about, if the sentence says so: ``A Hold has eight spaces``, ``capot scores 40``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import Sentence
from punchboard.checks.prose.english.words import DETERMINERS, fold, words
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

Key = tuple[str, ...]

_WORTH: Final = r"(?:is|are) worth|scores?|counts?(?: as| for)?|pays?|pegs?"
_HAS: Final = r"(?:has|have) (?:room|space|places) for|has|have|holds?|contains?|carries|carry|bears?"
_VERBS: Final[Mapping[str, str]] = MappingProxyType({"has": _HAS, "worth": _WORTH, "costs": r"costs?"})
_JOIN: Final = r"\W*(?:and |which |that |it |each |also |always |still |can |may )*"
_AMOUNT: Final = r"(?: a total of| exactly| up to| at most| only| just)?\s+"
_VERB: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {name: re.compile(rf"{_JOIN}(?:{verbs}){_AMOUNT}", re.IGNORECASE) for name, verbs in _VERBS.items()}
)
_FOR: Final = re.compile(r"(?: points?)?(?: at once)? for (?:the |an? )?| points? for (?:each|every) ", re.IGNORECASE)
_PAID: Final = re.compile(r"\b(?:pays?|spends?)\s+$", re.IGNORECASE)
_PAID_FOR: Final = re.compile(r"(?: \w+){1,3} for (?:the |an? |each |every )?", re.IGNORECASE)
_LABEL: Final = re.compile(r"\s*[:=]\s*")
_WHOLE: Final = re.compile(r"\s*(?:[.,;)]|$)")
_SCORED: Final = re.compile(rf"\b(?:{_WORTH})\s+$", re.IGNORECASE)
_POINTS: Final = re.compile(r" points?\b", re.IGNORECASE)
_IF: Final = re.compile(
    r"\b(?:if|when|while|during|unless|instead|normally|this turn|with \w+ players)\b", re.IGNORECASE
)


def subject_keys(reading: Reading, block: Block, sentence: Sentence, quantity: Quantity, unit: str) -> Iterator[Key]:
    """Yield what a number is about, as keys that are equal for the same thing.

    A sentence that holds only at times (``if``, ``when``) has none.
    """
    if _IF.search(sentence.text):
        return
    unit = "" if unit == "point" else unit
    for start, end, name in _subjects(reading, block):
        if sentence.start <= start and end <= quantity.start:
            between = block.text[end : quantity.start]
            verbs = (verb for verb, pattern in _VERB.items() if pattern.fullmatch(between))
            yield from ((verb, name, unit) for verb in verbs if verb == "worth" or unit)
            if not unit and _POINTS.match(block.text, quantity.end) and _LABEL.fullmatch(between):
                yield "worth", name, ""
        elif not _WHOLE.match(block.text, end):
            continue
        elif _PAID.search(block.text, 0, quantity.start) and _PAID_FOR.fullmatch(block.text, quantity.end, start):
            yield "costs", name, unit
        elif _is_scored_for(block, quantity, start):
            yield "worth", name, ""


def _is_scored_for(block: Block, quantity: Quantity, start: int) -> bool:
    """Return whether a number is scored for what begins at ``start``: ``scores 10 for the cards``."""
    between = quantity.end < start and _FOR.fullmatch(block.text, quantity.end, start)
    return bool(between) and bool(_SCORED.search(block.text, 0, quantity.start))


def _subjects(reading: Reading, block: Block) -> Iterator[tuple[int, int, str]]:
    """Yield what can be a subject: names of the vocabulary, and emphasised text."""
    named = set()
    for mention in reading.mentions(block):
        named.add((mention.start, mention.end))
        pieces = {at for sense in mention.senses for at in sense.pieces}
        named_thing = reading.vocabulary.pieces[min(pieces)] if len(pieces) == 1 else mention.senses[0]
        yield mention.start, mention.end, named_thing.name.casefold()
    for mark in block.marks:
        if (mark.start, mark.end) not in named and mark.kind != "link":
            yield mark.start, mark.end, normalised_term(block.text[mark.start : mark.end])


def normalised_term(text: str) -> str:
    """Return a term as in keys: folded, in its shortest form, without an article."""
    parts = [word.folded for word in words(text)]
    while len(parts) > 1 and parts[0] in DETERMINERS:
        parts = parts[1:]
    return min(forms(" ".join(parts)), key=lambda form: (len(form), form), default=fold(text))

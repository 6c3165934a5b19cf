"""ACCESS006: a term of the rules is not explained.

What: a capitalised word occurs at least twice in the rules, looks like a term, and neither names anything in the game
nor is explained: in a heading, in a glossary, in bold or italics where it is introduced, or before ``is`` or
``means``. Only ``check --accessible`` and ``checks.html`` report it.

Why: a new player takes the capital for a promise that the word is explained somewhere, and searches for it.

Bad: ``Shuffle the Reserve. Draw from the Reserve.``

Good: ``The **Reserve** is the pile beside the board. Shuffle the Reserve.``

If a term needs no explanation, name it in a comment anywhere in the text: ``<!-- right: ACCESS006 Reserve -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.accessible.subject import Subject
from punchboard.checks.prose.english.parsed_text import CALENDAR, Word
from punchboard.checks.prose.english.sentences import Phrase, is_example
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms
from punchboard.problem import Problem, Severity

ID: Final = "ACCESS006"

MIN_USES: Final = 2
"""A capitalised word that occurs only once may be the name of a person or of a place."""

_HINT: Final = "explain it where it is first used, or in a glossary, or write it without a capital"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each term that is not explained, at its first use."""
    reading = subject.reading
    for uses in undefined_terms(reading) if reading is not None and reading.is_complete else ():
        message = f"term {uses[0].text!r} is not explained ({len(uses)} uses)"
        first = uses[0]
        yield Problem(ID, first.block.place(first.start), message, _HINT, Severity.WARNING)


def undefined_terms(reading: Reading) -> Iterator[list[Phrase]]:
    """Yield the uses of each term that no text explains."""
    vocabulary = reading.vocabulary
    known = vocabulary.known_terms | vocabulary.senses.keys() | CALENDAR | _exempt(reading)
    uses: dict[str, list[Phrase]] = {}
    for block in (block for text in reading.texts for block in text.blocks if not is_example(block)):
        for phrase in reading.phrases(block):
            name = " ".join(word.folded for word in _without_owner(phrase) if word.folded not in vocabulary.own_words)
            if name and phrase.words[0].is_capital and not phrase.is_first and not known & {name, phrase.folded}:
                uses.setdefault(phrase.folded, []).append(phrase)
    for name, phrases in uses.items():
        if len(phrases) >= MIN_USES and not reading.defined_words.is_introduced(name):
            yield phrases


def _without_owner(phrase: Phrase) -> tuple[Word, ...]:
    """Return the words of a phrase after a possessive: ``Earth`` of ``Alma's Earth``."""
    owners = [at for at, word in enumerate(phrase.words) if word.text.casefold() != word.folded]
    return phrase.words[owners[-1] + 1 :] if owners else phrase.words


def _exempt(reading: Reading) -> frozenset[str]:
    """Return the terms that comments exempt, in every form."""
    names = (name for text in reading.texts for rule, name in text.exempt_names if rule == ID)
    return frozenset(form for name in names for form in forms(name))

"""The forms in which texts in languages of many cases use the names of pieces."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, product
from math import prod
from typing import Any, Final

from punchboard.checks.prose.english import word_set
from punchboard.checks.prose.english.parsed_text import (
    Block,
    Remembered,
    are_english,
    edit_distance,
    is_inflection,
    root_letters,
    shared_letters,
    without_accents,
    words,
)
from punchboard.checks.prose.reading.vocabulary import Naming, Vocabulary
from punchboard.system.yaml_parser import own_data

SHORTEST: Final = 2
"""A stem has at least this many letters."""

LONG: Final = 3
"""A stem of a longer name has at least this many."""

FEWEST: Final = 2
"""A text in a language has at least this many of its words, and one in `RAREST`."""

RAREST: Final = 30


@dataclass(frozen=True, eq=False)
class Cases:
    """The table of a language."""

    words: frozenset[str]
    steps: tuple[tuple[tuple[re.Pattern[str], str], ...], ...]
    endings: re.Pattern[str]

    @cached_property
    def stems(self) -> Remembered[str, frozenset[str]]:
        """Everything that endings can follow in the forms of a folded name, without accents."""
        return Remembered(self._stems_of)

    def is_form(self, word: str, name: str) -> bool:
        """Return whether a folded word is a form of a folded name, or the name."""
        plain = without_accents(word)
        if plain in self.words:
            return False
        return any(plain.startswith(stem) and self.endings.fullmatch(plain, len(stem)) for stem in self.stems[name])

    def are_forms(self, word: str, other: str) -> bool:
        """Return whether two folded words are forms of one, by the table or by the general rule."""
        return self.is_form(word, other) or self.is_form(other, word) or is_inflection(word, other, is_english=False)

    def _stems_of(self, name: str) -> frozenset[str]:
        stems = {without_accents(name)}
        for changes in self.steps:
            stems |= {pattern.sub(new, stem) for stem in stems for pattern, new in changes}
        shortest = max(SHORTEST, min(LONG, len(name) - 1))
        return frozenset(stem for stem in stems if len(stem) >= shortest)


def cases_of(folded: Sequence[str]) -> Cases | None:
    """Return the table for the language of a text; None if there is none."""
    times = Counter(map(without_accents, folded))
    scores = {cases: sum(times[word] for word in cases.words) for cases in _tables()}
    best = max(scores, key=lambda cases: scores[cases])
    return best if scores[best] >= max(FEWEST, len(folded) / RAREST) else None


@cache
def _tables() -> tuple[Cases, ...]:
    return tuple(map(_table, own_data("checks/prose/reading/cases.yaml").values()))


def _table(data: Mapping[str, Any]) -> Cases:
    changes = ((step, old, new) for step in data["stems"] for old, every in step.items() for new in every)
    steps: dict[int, list[tuple[re.Pattern[str], str]]] = {}
    for step, old, new in changes:
        steps.setdefault(id(step), []).append((re.compile(old), new))
    return Cases(frozenset(data["words"].split()), tuple(map(tuple, steps.values())), re.compile(data["endings"]))


_START: Final = 3
"""Forms of one word share at least this many first letters."""

_SHORT_START: Final = 2
"""Those of languages with a table of cases share this many with a stem."""

_CARDS: Final = word_set("cards elsewhere")

_HEADS: Final = "|".join(sorted(map(without_accents, word_set("compound heads"))))

_JOINTS: Final = "|".join(sorted(word_set("compound joints")))

_COMPOUND: Final = re.compile(rf"(?:{_JOINTS})?-?(?:{_HEADS})")

_MOST_FORMS: Final = 200
"""A name of several words with more forms than this is taken as it is."""


class UsedWords:
    """The words of texts in one language, by their first letters.

    Args:
        cases: the table of the language, if there is one.
    """

    def __init__(self, cases: Cases | None) -> None:
        self._cases = cases
        self._by_start: dict[str, set[str]] = {}

    def add(self, block: Block) -> None:
        """Add the words of a block."""
        for word in block.words:
            for start in {root_letters(word.folded)[:_START], without_accents(word.folded)[:_SHORT_START]}:
                self._by_start.setdefault(start, set()).add(word.folded)

    def forms(self, word: str) -> list[str]:
        """Return the words that are forms of a name, without the name."""
        near = self._by_start.get(root_letters(word)[:_START], ())
        if self._cases is None:
            inflected = {form for form in near if is_inflection(word, form, is_english=False)}
        else:
            starts = {stem[:_SHORT_START] for stem in self._cases.stems[word]}
            every = {*near, *chain.from_iterable(self._by_start.get(start, ()) for start in starts)}
            inflected = {form for form in every if self._cases.are_forms(form, word)}
        inflected |= {form for form in near if _is_compound(form, word)}
        return [
            form for form in sorted(inflected - {word}) if not any(_is_slip(form, other, word) for other in inflected)
        ]


def with_inflections(vocabulary: Vocabulary, blocks: Iterable[Block]) -> Vocabulary:
    """Return a vocabulary with the forms in which texts use its names; the same for texts in English."""
    all_blocks = tuple(blocks)
    folded = [word.folded for block in all_blocks for word in block.words]
    if are_english(folded):
        return vocabulary
    used = UsedWords(cases_of(folded))
    for block in chain(all_blocks, *(piece.texts for piece in vocabulary.pieces)):
        used.add(block)
    return replace(vocabulary, names=(*vocabulary.names, *_forms(vocabulary, used)))


def _forms(vocabulary: Vocabulary, used: UsedWords) -> Iterator[Naming]:
    for name, sense in vocabulary.names:
        parts = [word.folded for word in words(name)]
        forms = [[part, *used.forms(part)] for part in parts]
        if parts == ["card"]:
            forms = [["card", *(form for word in _CARDS for form in (word, *used.forms(word)))]]
        for form in product(*forms) if 1 < prod(map(len, forms)) <= _MOST_FORMS else ():
            # ``Aldeanos`` are several of the card ``Aldeano``, and no form of the kind ``Aldea``
            if list(form) != parts and " ".join(form) not in vocabulary.senses:
                # a ``Holzstein`` is what a card of the kind ``Holz`` may give: it names the kind and counts no cards
                pairs = zip(form, parts, strict=True)
                is_other = any(_is_compound(word, part) and not _is_card(word) for word, part in pairs)
                yield Naming(" ".join(form), sense._replace(pieces=frozenset()) if is_other else sense)


def _is_card(form: str) -> bool:
    return any(map(form.endswith, _CARDS))


def _is_compound(form: str, name: str) -> bool:
    """Return whether a form is a name with the word for a piece: ``Ereigniskarten``, ``Häuserkarten``."""
    plain, start = without_accents(form), without_accents(name)
    return len(start) >= LONG and plain.startswith(start) and bool(_COMPOUND.fullmatch(plain, len(start)))


def _is_slip(form: str, other: str, word: str) -> bool:
    """Return whether a form is another one with two letters swapped: ``mercatni`` beside ``mercanti``."""
    is_swapped = sorted(form) == sorted(other) and form[-1] == other[-1] and edit_distance(form, other) == 1
    return is_swapped and shared_letters(form, word) < shared_letters(other, word)

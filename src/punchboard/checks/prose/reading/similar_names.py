"""Finds the name, of the vocabulary or of the text itself, that a phrase nearly matches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final, get_args

from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import (
    FUNCTION_WORDS,
    Block,
    BlockKind,
    Word,
    are_english,
    fold,
    is_inflection,
    stem,
)
from punchboard.checks.prose.english.sentences import Phrase, synonyms_of
from punchboard.checks.prose.reading.inflections import Cases, cases_of
from punchboard.checks.prose.reading.spelling import MIN_SIMILARITY, SHORTEST, SpellingIndex, differs_inside, similarity
from punchboard.checks.prose.reading.vocabulary import GENERIC, Mention, Vocabulary, forms

_RE: Final = Patterns("names")


OFTEN_USED: Final = 3
"""A phrase that occurs this often in a text is meant as written."""

_ENTRIES: Final = frozenset({"cell", "head", "item"})  # begin with the term that they explain, as in a glossary

_QUOTES: Final = " \"\u201c\u2018'(["


class DefinedWords:
    """What some blocks define.

    Args:
        blocks: the blocks of texts.
        cards: the blocks of components, which explain nothing.
        phrases: what looks like a name in the texts.
    """

    def __init__(self, blocks: Sequence[Block], cards: Sequence[Block], phrases: Sequence[Phrase]) -> None:
        self._blocks, self._cards = blocks, cards
        self.phrase_counts = Counter(phrase.folded for phrase in phrases)

    @cached_property
    def lower_case_words(self) -> frozenset[str]:
        """Every word that some text writes in lower case."""
        every = (*self._blocks, *self._cards)
        return frozenset(word.folded for block in every for word in block.words if not word.text[0].isupper())

    @cached_property
    def are_english(self) -> bool:
        """Whether the texts are in English, whose names have no case endings."""
        return are_english([word.folded for block in self._blocks for word in block.words])

    @cached_property
    def _cases(self) -> Cases | None:
        return None if self.are_english else cases_of([word.folded for block in self._blocks for word in block.words])

    def are_forms(self, word: str, other: str) -> bool:
        """Return whether two words are forms of one in the language of the texts."""
        if self._cases is not None:
            return self._cases.are_forms(word, other)
        return is_inflection(word, other, is_english=self.are_english)

    @cached_property
    def _places(self) -> dict[str, list[tuple[Block, int]]]:
        """The blocks and positions of each word."""
        places: dict[str, list[tuple[Block, int]]] = {}
        for block in self._blocks:
            for at, word in enumerate(block.words):
                places.setdefault(word.folded, []).append((block, at))
        return places

    def _uses(self, name: str) -> Iterator[tuple[Block, int, int]]:
        """Yield the block, first and last word of each use of a name, in any form."""
        for form in forms(name):
            parts = form.split()
            for block, at in self._places.get(parts[0], ()):
                if [word.folded for word in block.words[at : at + len(parts)]] == parts:
                    yield block, at, at + len(parts) - 1

    @property
    def single_uses(self) -> Iterator[tuple[Block, Word]]:
        """The words that occur once in the texts."""
        once = (places[0] for places in self._places.values() if len(places) == 1)
        return ((block, block.words[at]) for block, at in once)

    def use_count(self, word: str) -> int:
        """Return how often a folded word occurs in the texts."""
        return len(self._places.get(word, ()))

    def is_mentioned(self, name: str) -> bool:
        """Return whether the texts contain a name, or a word with the same stem."""
        return stem(fold(name)) in self._stems or any(True for _ in self._uses(name))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(stem, self._places))

    def is_explained(self, name: str) -> bool:
        """Return whether a name is in a heading, emphasised, at the start of a block or before ``means``."""
        return self._is_prominent(name, get_args(BlockKind), _RE.means)

    def is_introduced(self, name: str) -> bool:
        """Return whether a name is explained by more than a sentence that ends with it."""
        return self._is_prominent(name, _ENTRIES, _RE.introduces)

    def _is_prominent(self, name: str, led: Collection[str], after: re.Pattern[str]) -> bool:
        """Return whether a name is in a heading, emphasised, first in a block of some kinds, or before ``after``."""
        for block, first, last in self._uses(name):
            start, end = block.words[first].start, block.words[last].end
            leads = block.kind in led and not block.text[:start].strip(_QUOTES)
            is_emphasised = any(mark.start <= start and end <= mark.end for mark in block.marks)
            if block.kind == "heading" or leads or is_emphasised or after.match(block.text, end):
                return True
        return False

    @cached_property
    def heading_words(self) -> frozenset[str]:
        """Every word of a heading, in every form."""
        words = {word.folded for block in self._blocks if block.kind == "heading" for word in block.words}
        return frozenset(form for word in words for form in forms(word))

    @cached_property
    def defined_phrases(self) -> frozenset[str]:
        """The phrases where a text defines its words, in every form."""
        return frozenset(form for block in self._blocks for phrase in _defined(block) for form in forms(phrase))

    @cached_property
    def own_terms(self) -> frozenset[str]:
        """The phrases that are terms of the text: defined, bold, or often capitalised."""
        bold = {
            block.text[phrase.start : phrase.end]
            for block in self._blocks
            for phrase in block.marks
            if phrase.kind == "strong"
        }
        often = {phrase for phrase, times in self.phrase_counts.items() if times >= OFTEN_USED}
        return self.defined_phrases | {form for phrase in bold | often for form in forms(phrase)}


def _defined(block: Block) -> Iterator[str]:
    """Yield what a block defines: a heading, emphasis at its start, or text after ``called``."""
    if block.kind in {"heading", "head"}:
        yield block.text
        return
    for mark in block.marks:
        leads = not re.search(r"[^\W\d]", block.text[: mark.start]) and _RE.means.match(block.text, mark.end)
        if (
            leads
            or block.text[mark.start : mark.end].endswith((".", ":"))
            or _RE.called.search(block.text, 0, mark.start)
        ):
            yield block.text[mark.start : mark.end]


Parts = tuple[str, ...]

LONG_SLIP: Final = 7
"""A misspelling in a lower-case word is reported only from this length on."""

SHORT_SLIP: Final = 5
"""A capitalised word may be this short if it has the letters of the other word in another order."""

LONG_FIRST: Final = 6
"""The first word of a sentence is checked only from this length on."""


class NameMatcher:
    """Finds the name that a phrase nearly matches."""

    def __init__(self, vocabulary: Vocabulary, known: DefinedWords) -> None:
        self._vocabulary, self._known = vocabulary, known

    @cached_property
    def _by_word(self) -> Mapping[tuple[int, int, str], tuple[Parts, ...]]:
        """Every form of every name with several words, by number of words, position and word."""
        by_word: dict[tuple[int, int, str], list[Parts]] = {}
        for form in self._vocabulary.senses:
            parts = tuple(form.split())
            for at, part in enumerate(parts) if len(parts) > 1 else ():
                by_word.setdefault((len(parts), at, part), []).append(parts)
        return {key: tuple(names) for key, names in by_word.items()}

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of one word, without words that are only the last word of longer names."""
        senses = self._vocabulary.senses.items()
        whole = {
            form for form, meanings in senses if " " not in form and any(sense.role != "head" for sense in meanings)
        }
        return frozenset(whole - FUNCTION_WORDS)

    @cached_property
    def _spelling(self) -> SpellingIndex:
        return SpellingIndex(self._names, self._known.are_forms)

    @cached_property
    def _spelt_words(self) -> SpellingIndex:
        return SpellingIndex(self._vocabulary.own_words, self._known.are_forms)

    @cached_property
    def _terms(self) -> frozenset[str]:
        """The single-word terms of the text."""
        return frozenset(form for form in self._known.own_terms if " " not in form and len(form) > SHORTEST)

    @cached_property
    def _spelt_terms(self) -> SpellingIndex:
        return SpellingIndex(self._terms, self._known.are_forms)

    def nearest_name(self, phrase: Phrase, mentions: Iterable[Mention]) -> str | None:
        """Return the name that a phrase nearly matches, or None if it is a name or is similar to none."""
        covered = {at for mention in mentions for at in range(mention.start, mention.end)}
        parts = tuple(word.folded for word in phrase.words)
        if self._is_known(phrase, parts, covered):
            return None
        if len(parts) == 1:
            return self._nearest_to_single(phrase, parts[0])
        return (
            self._nearest_card(parts) or self._nearest_of_several(parts) or self._nearest_inside(phrase.words, covered)
        )

    def nearest_to_word(self, word: str) -> str | None:
        """Return the name that a single word nearly matches, by its letters only."""
        is_known = " " in word or fold(word) in self._vocabulary.senses
        return None if is_known else self._spelling.nearest(fold(word), sure=False)

    def misspelling_of(self, word: Word) -> str | None:
        """Return the word of which a word that occurs once is a misspelling: one letter inside it differs.

        A capitalised word can match any word of a name. A lower-case word must be long and match a term of the text.
        """
        known, folded, capital = self._known, word.folded, word.is_capital
        if len(folded) < (SHORT_SLIP if capital else LONG_SLIP) or known.use_count(folded) != 1:
            return None
        meant = known.lower_case_words if capital else known.own_terms
        if any(folded in words for words in (self._vocabulary.own_words, FUNCTION_WORDS, meant)):
            return None
        nearest = (self._spelt_words if capital else self._spelt_terms).nearest(folded, sure=False)
        if nearest is None or not differs_inside(folded, nearest):
            return None
        # do not correct ``taken`` to ``token``, ``words`` to ``worlds``, or ``teaches`` to a form of ``tech`` that is
        # written nowhere
        letters = stem(folded) if known.are_english and not known.use_count(nearest) else folded
        return nearest if len(letters) >= LONG_SLIP or sorted(folded) == sorted(nearest) else None

    def _is_known(self, phrase: Phrase, parts: Parts, covered: set[int]) -> bool:
        """Return whether names cover the whole phrase, or the text itself defines it."""
        folded, vocabulary, known = " ".join(parts), self._vocabulary, self._known
        if folded in vocabulary.senses or folded in vocabulary.known_terms or known.phrase_counts[folded] >= OFTEN_USED:
            return True
        if folded in known.defined_phrases:
            return not (len(parts) == 1 and known.phrase_counts[folded] == 1 and self._is_slip(folded))
        if "of" in parts[1:-1]:
            return False
        own_words = (vocabulary.own_words,) if len(parts) > 1 else ()
        common_words = (known.heading_words, FUNCTION_WORDS, GENERIC, *own_words)
        return all(
            word.start in covered or any(word.folded in known_set for known_set in common_words)
            for word in phrase.words
        )

    def _is_slip(self, word: str) -> bool:
        """Return whether a word that the text defines once is a misspelling of a name in the deck."""
        near = self._spelling.nearest(word, sure=False) if len(word) > SHORTEST else None
        return near is not None and differs_inside(word, near)

    def _nearest_to_single(self, phrase: Phrase, word: str) -> str | None:
        """Return the name that a phrase of one word nearly matches. A word in all capitals matches none."""
        is_all_capitals = phrase.words[0].text.isupper()
        if is_all_capitals or word in NUMBER_WORDS or word in self._vocabulary.own_words or word in FUNCTION_WORDS:
            return None
        is_capital = phrase.words[0].is_capital
        if is_capital and (synonyms := synonyms_of(word) & self._vocabulary.senses.keys()):
            return min(synonyms)
        if word in self._known.lower_case_words and not (phrase.is_marked and is_capital):
            return None
        return self._nearest(phrase, word) if is_capital else self.misspelling_of(phrase.words[0])

    def _nearest(self, phrase: Phrase, word: str) -> str | None:
        """Return the name of the deck, or else the term of the text, that a capitalised word nearly matches."""
        if phrase.is_first and not phrase.is_marked and len(word) < LONG_FIRST:
            return None
        near = self._spelling.nearest(word, sure=phrase.is_sure and not phrase.is_first)
        if near is None and word not in self._known.own_terms:
            near = self._spelt_terms.nearest(word, sure=False)
        if near is None and phrase.is_marked:
            near = self._spelt_words.nearest(word, sure=False)
        # capitalised because it begins a sentence, or a name of its own such as ``Yard`` beside ``card``
        by_chance = (phrase.is_first and not phrase.is_marked) or near in GENERIC
        return None if near is None or (by_chance and near[0] != word[0]) else near

    def _nearest_card(self, parts: Parts) -> str | None:
        """Return the card that ``Knight of Spades`` nearly matches, with the same rank or the same suit."""
        if len(parts) != 3 or parts[1] != "of" or parts[2].isdecimal():
            return None
        alike = {*self._by_word.get((3, 0, parts[0]), ()), *self._by_word.get((3, 2, parts[2]), ())}
        cards = sorted(" ".join(names) for names in alike if names[1] == "of")
        phrase = " ".join(parts)
        return max(cards, key=lambda name: SequenceMatcher(None, name, phrase).ratio(), default=None)

    def _nearest_of_several(self, parts: Parts) -> str | None:
        """Return a name of the same length in which all words but one are equal and that one is similar."""
        near = {names for at, part in enumerate(parts) for names in self._by_word.get((len(parts), at, part), ())}
        scored: list[tuple[float, str]] = []
        for names in near:
            different = [pair for pair in zip(parts, names, strict=True) if pair[0] != pair[1]]
            if all(self._known.are_forms(*pair) for pair in different):
                continue
            if len(different) == 1 and (score := similarity(*different[0], beside=True)) >= MIN_SIMILARITY:
                scored.append((score, " ".join(names)))
        return max(scored, default=(0.0, None))[1]

    def _nearest_inside(self, words: tuple[Word, ...], covered: set[int]) -> str | None:
        """Return the name that the one unknown word nearly matches, if all other words of a phrase are names."""
        unknown = [word for word in words if word.start not in covered and word.folded not in FUNCTION_WORDS]
        if len(unknown) != 1 or len(unknown[0].folded) <= SHORTEST or not unknown[0].is_capital:
            return None
        word = unknown[0].folded
        is_known = (
            unknown[0].text.casefold() != word  # ``Hanna's Queen`` belongs to a player
            or word in self._known.lower_case_words
            or word in self._known.heading_words
            or word in self._vocabulary.own_words
        )
        return None if is_known or word in NUMBER_WORDS else self._spelling.nearest(word, sure=False)

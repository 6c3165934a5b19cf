"""Which name, of the vocabulary or of the text itself, a phrase is nearly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.phrases import Phrase
from punchboard.checks.prose.english.playing_cards import synonyms_of
from punchboard.checks.prose.english.spelling import MIN_SIMILARITY, SHORTEST, SpellingIndex, similarity
from punchboard.checks.prose.english.words import FUNCTION_WORDS, Word, edit_distance, fold
from punchboard.checks.prose.reading.defined_words import OFTEN_USED, DefinedWords
from punchboard.checks.prose.reading.mentions import Mention
from punchboard.checks.prose.reading.vocabulary import GENERIC, Vocabulary

Parts = tuple[str, ...]

LONG_SLIP: Final = 7
"""A slip in a word in lower case is told only of words so long."""

SHORT_SLIP: Final = 5
"""In capitals a word may be so short, if it has the letters of the other in another order."""

LONG_FIRST: Final = 6
"""The first word of a sentence is looked at when it is so long."""


class NameMatcher:
    """Finds the name that a phrase is nearly."""

    def __init__(self, vocabulary: Vocabulary, known: DefinedWords) -> None:
        self._vocabulary, self._known = vocabulary, known

    @cached_property
    def _by_word(self) -> Mapping[tuple[int, int, str], tuple[Parts, ...]]:
        """Every form of every name of several words: by how many they are, and by each word and its position."""
        found: dict[tuple[int, int, str], list[Parts]] = {}
        for form in self._vocabulary.senses:
            parts = tuple(form.split())
            for at, part in enumerate(parts) if len(parts) > 1 else ():
                found.setdefault((len(parts), at, part), []).append(parts)
        return {key: tuple(names) for key, names in found.items()}

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of one word that are no mere part of longer names."""
        senses = self._vocabulary.senses.items()
        whole = {form for form, found in senses if " " not in form and any(one.role != "head" for one in found)}
        return frozenset(whole - FUNCTION_WORDS)

    @cached_property
    def _spelling(self) -> SpellingIndex:
        return SpellingIndex(self._names)

    @cached_property
    def _spelt_words(self) -> SpellingIndex:
        return SpellingIndex(self._vocabulary.own_words)

    @cached_property
    def _terms(self) -> frozenset[str]:
        """The words that the text makes its own."""
        return frozenset(form for form in self._known.own_terms if " " not in form and len(form) > SHORTEST)

    @cached_property
    def _spelt_terms(self) -> SpellingIndex:
        return SpellingIndex(self._terms)

    def nearest_name(self, phrase: Phrase, mentions: Iterable[Mention]) -> str | None:
        """Return the name that a phrase is nearly; None when it is one, or is like none."""
        covered = {at for one in mentions for at in range(one.start, one.end)}
        parts = tuple(word.folded for word in phrase.words)
        if self._is_known(phrase, parts, covered):
            return None
        if len(parts) == 1:
            return self._nearest_to_single(phrase, parts[0])
        return (
            self._nearest_card(parts) or self._nearest_of_several(parts) or self._nearest_inside(phrase.words, covered)
        )

    def word(self, word: str) -> str | None:
        """Return the name that a single word is nearly, by its letters alone."""
        known = " " in word or fold(word) in self._vocabulary.senses
        return None if known else self._spelling.nearest(fold(word), sure=False)

    def misspelling_of(self, word: Word) -> str | None:
        """Return the word that a word which stands here alone is, but for a letter inside it.

        In capitals it may be any word of a name; in lower case it is a term of the text, and a long one.
        """
        known, folded, capital = self._known, word.folded, word.is_capital
        if len(folded) < (SHORT_SLIP if capital else LONG_SLIP) or known.use_count(folded) != 1:
            return None
        if folded in self._vocabulary.own_words or folded in (known.lower_case_words if capital else known.own_terms):
            return None
        near = (self._spelt_words if capital else self._spelt_terms).nearest(folded, sure=False)
        if near is None or not _differs_inside(folded, near):
            return None
        # ``taken`` is no ``token``, and ``words`` no ``worlds``
        return near if len(folded) >= LONG_SLIP or sorted(folded) == sorted(near) else None

    def _is_known(self, phrase: Phrase, parts: Parts, covered: set[int]) -> bool:
        """Tell whether names cover the whole phrase, or the text itself makes it known."""
        folded, vocabulary, known = " ".join(parts), self._vocabulary, self._known
        if folded in vocabulary.senses or folded in vocabulary.known_terms or known.phrase_counts[folded] >= OFTEN_USED:
            return True
        if folded in known.defined_phrases:
            return not (len(parts) == 1 and known.phrase_counts[folded] == 1 and self._is_slip(folded))
        if "of" in parts[1:-1]:
            return False
        common = (known.heading_words, FUNCTION_WORDS, GENERIC, *((vocabulary.own_words,) if len(parts) > 1 else ()))
        return all(word.start in covered or any(word.folded in one for one in common) for word in phrase.words)

    def _is_slip(self, word: str) -> bool:
        """Tell whether a word that a text defines once is a name of the deck but for a letter inside it."""
        near = self._spelling.nearest(word, sure=False) if len(word) > SHORTEST else None
        return near is not None and _differs_inside(word, near)

    def _nearest_to_single(self, phrase: Phrase, word: str) -> str | None:
        """Return the name that a phrase of one word is nearly; a word that is shouted may be any."""
        shouted = phrase.words[0].text.isupper()
        if shouted or word in NUMBER_WORDS or word in self._vocabulary.own_words or word in FUNCTION_WORDS:
            return None
        capital = phrase.words[0].is_capital
        if capital and (renamed := synonyms_of(word) & self._vocabulary.senses.keys()):
            return min(renamed)
        if word in self._known.lower_case_words and not (phrase.is_marked and capital):
            return None
        return self._nearest(phrase, word) if capital else self.misspelling_of(phrase.words[0])

    def _nearest(self, phrase: Phrase, word: str) -> str | None:
        """Return the name of the deck, or else the term of the text, that a word in capitals is nearly."""
        if phrase.is_first and not phrase.is_marked and len(word) < LONG_FIRST:
            return None
        near = self._spelling.nearest(word, sure=phrase.is_sure and not phrase.is_first)
        if near is None and word not in self._known.own_terms:
            near = self._spelt_terms.nearest(word, sure=False)
        by_chance = phrase.is_first and not phrase.is_marked  # it has its capital from the sentence
        return None if near is None or (by_chance and near[0] != word[0]) else near

    def _nearest_card(self, parts: Parts) -> str | None:
        """Return the card that ``Knight of Spades`` is nearly; the deck has its rank or its suit, but not both."""
        if len(parts) != 3 or parts[1] != "of" or parts[2].isdecimal():
            return None
        alike = {*self._by_word.get((3, 0, parts[0]), ()), *self._by_word.get((3, 2, parts[2]), ())}
        cards = sorted(" ".join(names) for names in alike if names[1] == "of")
        said = " ".join(parts)
        return max(cards, key=lambda name: SequenceMatcher(None, name, said).ratio(), default=None)

    def _nearest_of_several(self, parts: Parts) -> str | None:
        """Return a name of as many words, all but one of them the same and that one alike."""
        near = {names for at, part in enumerate(parts) for names in self._by_word.get((len(parts), at, part), ())}
        found: list[tuple[float, str]] = []
        for names in near:
            other = [pair for pair in zip(parts, names, strict=True) if pair[0] != pair[1]]
            if len(other) == 1 and (alike := similarity(*other[0], beside=True)) >= MIN_SIMILARITY:
                found.append((alike, " ".join(names)))
        return max(found, default=(0.0, None))[1]

    def _nearest_inside(self, words: tuple[Word, ...], covered: set[int]) -> str | None:
        """Return the name that the one strange word is nearly, where all others of a phrase are names."""
        strange = [word for word in words if word.start not in covered and word.folded not in FUNCTION_WORDS]
        if len(strange) != 1 or len(strange[0].folded) <= SHORTEST or not strange[0].is_capital:
            return None
        word = strange[0].folded
        known = (
            word in self._known.lower_case_words
            or word in self._known.heading_words
            or word in self._vocabulary.own_words
        )
        return None if known or word in NUMBER_WORDS else self._spelling.nearest(word, sure=False)


def _differs_inside(word: str, other: str) -> bool:
    """Tell whether two words are the same but for one letter between the first and the last."""
    return word[0] == other[0] and word[-1] == other[-1] and edit_distance(word, other) == 1

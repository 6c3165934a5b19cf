"""Forms of words, and their edit distance."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.prose.english.parsed_text import (
    edit_distance,
    is_inflection,
    plurals,
    singulars,
    stem,
    words,
)
from punchboard.checks.prose.reading.spelling import SpellingIndex
from punchboard.checks.prose.reading.vocabulary import forms

LETTERS = st.text("abcdexyz", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("egg", "eggs"),
        ("fox", "foxes"),
        ("penny", "pennies"),
        ("day", "days"),
        ("wolf", "wolves"),
        ("witch", "witches"),
        ("watchman", "watchmen"),
        ("die", "dice"),
        ("person", "people"),
        ("person", "persons"),
        ("nemesis", "nemeses"),
    ],
)
def test_singular_and_plural(one, many):
    """Each leads to the other."""
    assert many in plurals(one)
    assert one in singulars(many)


def test_names_in_the_plural():
    """The last word changes, before ``of`` the first."""
    assert "queens of hearts" in forms("Queen of Hearts")
    assert "queen of heart" not in forms("Queen of Hearts")
    assert forms("Golden Acorn") == {"golden acorn", "golden acorns"}
    assert forms("Foxes") == {"foxes", "foxe", "fox"}


def test_combining_marks_are_parts_of_words():
    """Vowel signs of Indic scripts and accents written apart do not cut a word in two."""
    assert [word.text for word in words("दो पत्ते खींचो। cafe\u0301 3")] == ["दो", "पत्ते", "खींचो", "cafe\u0301", "3"]


def test_words_have_positions():
    """Possessives lose their ``'s``; hyphens and digits stay inside words."""
    found = words("The Fox's D20, glow-worm.")
    assert [(word.folded, word.start) for word in found] == [("the", 0), ("fox", 4), ("d20", 10), ("glow-worm", 15)]


@pytest.mark.parametrize(("one", "other"), [("planted", "plants"), ("starter", "started"), ("hearty", "hearts")])
def test_words_that_differ_in_their_ending_have_one_stem(one, other):
    """Plurals, participles and others."""
    assert stem(one) == stem(other)


@given(LETTERS, LETTERS)
def test_edit_distance_is_symmetric_and_zero_only_for_equal_words(one, other):
    """As a distance must be."""
    assert (edit_distance(one, other) == 0) == (one == other)
    assert edit_distance(one, other) == edit_distance(other, one)


@given(LETTERS, st.integers(0, 7), st.sampled_from("abcq"))
def test_one_edit_has_distance_one(word, at, letter):
    """A letter added, dropped or swapped with the next."""
    at %= len(word)
    assert edit_distance(word, word[:at] + letter + word[at:]) == 1
    assert edit_distance(word, word[:at] + word[at + 1 :]) == 1
    swapped = word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    assert edit_distance(word, swapped) == (swapped != word)


@given(st.text("abcdexyz", min_size=5, max_size=10), st.integers(1, 8), st.sampled_from("abcq"))
def test_the_index_finds_every_word_with_one_letter_added(word, at, letter):
    """Unless the two words differ only in their ending."""
    at = min(at, len(word))
    changed = word[:at] + letter + word[at:]
    found = SpellingIndex([word], partial(is_inflection, is_english=True)).nearest(changed, sure=False)
    assert found == (word if stem(word) != stem(changed) else None)

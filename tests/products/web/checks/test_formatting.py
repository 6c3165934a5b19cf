"""Formatting: Markdown as HTML, and chances, means and numbers of players as text."""

from fractions import Fraction

import pytest

from punchboard.products.web.checks.wording import fraction, inline_html, join_words, number, percent, player_counts


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Deal *ten* cards. [#deal-ten]", "Deal <em>ten</em> cards."),
        ("Take **all** :flame: cards", "Take <strong>all</strong>  cards"),
        ("<script>alert(1)</script> & more", "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more"),
        ("", ""),
    ],
)
def test_markdown_becomes_safe_html(text, made):
    """Emphasis is kept, marks and icons are dropped, and nothing of a catalog becomes markup."""
    assert inline_html(text) == made


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(19, 4042), "0.47 %"),
        (Fraction(0), "0.00 %"),
        (Fraction(1), "100.00 %"),
        (Fraction(1, 10**9), "< 0.01 %"),
        (1 - Fraction(1, 10**9), "> 99.99 %"),
        (0.5, "50.00 %"),
    ],
)
def test_chances_per_cent(chance, said):
    """Two decimals; 0 and 100 only for exactly these."""
    assert percent(chance) == said


def test_readable_fractions():
    """Whole numbers without a denominator; a fraction with too many digits is dropped."""
    assert fraction(Fraction(19, 4042)) == "19/4042"
    assert fraction(Fraction(1)) == "1"
    assert fraction(Fraction(10**13 + 1, 10**13)) == ""


def test_means():
    """At most three decimals, and none for whole numbers."""
    assert [number(value) for value in (Fraction(5, 2), 9, 1 / 3, 0.0)] == ["2.5", "9", "0.333", "0"]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([2], "2"), ([3, 2], "2 or 3"), ([2, 3, 4], "2\u20134"), ([2, 4, 6], "2, 4 or 6"), ([2, 2], "2")],
)
def test_numbers_of_players(numbers, said):
    """More than two in a row are a range."""
    assert player_counts(numbers) == said


def test_lists():
    """The last word comes before the last part."""
    assert [join_words(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]

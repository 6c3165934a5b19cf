"""Numbers in digits and in words."""

import pytest

from punchboard.checks.prose.english.numbers import quantities
from punchboard.checks.prose.english.parsed_text import Block, SourceSpan


def numbers(text):
    """Return the values and the kind of each number in a text."""
    return [(one.values, one.kind) for one in quantities(Block("paragraph", text, "r.md", (SourceSpan(0, 1, 1),)))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30", 30),
        ("1,200", 1200),
        ("three", 3),
        ("Twenty-two", 22),
        ("twenty two", 22),
        ("five-and-twenty", 25),
        ("a dozen", 12),
        ("half a dozen", 6),
        ("three dozen", 36),
        ("a pair of", 2),
        ("a couple of", 2),
        ("a hundred", 100),
        ("two hundred", 200),
    ],
)
def test_a_number(text, value):
    """Digits, words, reversed words, and groups."""
    assert numbers(f"take {text} cards") == [((value,), "exactly")]


@pytest.mark.parametrize(
    ("text", "values", "how"),
    [
        ("3-5", (3, 5), "range"),
        ("3\u20135", (3, 5), "range"),
        ("three to five", (3, 5), "range"),
        ("two or three", (2, 3), "range"),
        ("9/7/5", (9, 7, 5), "each"),
        ("about 40", (40,), "about"),
        ("up to 4", (4,), "limit"),
        ("no more than four", (4,), "limit"),
    ],
)
def test_numbers_that_are_not_exact(text, values, how):
    """Ranges, one number for each slash, approximations and limits."""
    assert numbers(f"for {text} cards") == [(values, how)]


@pytest.mark.parametrize(
    ("text", "value"),
    [("$4", 4), ("6,00 \u20ac", 6), ("6 \u20ac", 6), ("\u00a3 1,000", 1000), ("12.00\u20ac", 12), ("up to $4", 4)],
)
def test_numbers_with_a_sign_of_a_currency_are_money(text, value):
    """Before or after the number, with or without zero cents."""
    assert numbers(f"it costs {text} here") == [((value,), "money")]


@pytest.mark.parametrize(
    "text",
    [
        "+2",
        "\u22123",
        "6,50 \u20ac",
        "20%",
        "the 3rd",
        "30-minute",
        "10:30",
        "minus 4",
        "in 1953",
        "section 4.2",
        "\u00b2",
    ],
)
def test_numbers_that_count_nothing_are_ignored(text):
    """Signed numbers, fractions, ordinals, times, years, and section labels."""
    assert numbers(f"it is {text} here") == []


def test_a_falling_pair_of_numbers_is_not_a_range():
    """``5-3`` is a score."""
    assert [values for values, _ in numbers("they lost 5-3 again")] == [(5,), (3,)]

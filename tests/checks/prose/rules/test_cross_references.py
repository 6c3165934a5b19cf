"""PROSE006: references that lead nowhere."""

import pytest

from punchboard.checks.prose.rules import cross_references

TEXT = """\
# The Game

## 1. Set-up

1. Shuffle.
2. Deal.

### 1.2 The deal (for two)

## 2. Scoring

2.1. Count.

## Scoring

| For | Section |
|---|---|
| Pairs | 2.1 |

"""


@pytest.mark.parametrize(
    "rules",
    [
        "See [the deal](#12-the-deal-for-two) and [more](#scoring) and [the web](https://example.org/#x).",
        "See [](#scoring), on page [#](#scoring).",
        "See Scoring. (see *The deal*) As told under **Set-up**.",
        "See section 1.2, section 2 and 2.1; in step 2 of the set-up, as in 2.1.",
        "You will see Ada under the table. Read the cards. Go to Paris. See 5 cards, in 5 turns.",
    ],
)
def test_references_that_lead_somewhere(messages, rules):
    """Links, titles, numbers of headings, paragraphs and steps; people and places are not references."""
    assert messages(cross_references, TEXT + rules) == []


@pytest.mark.parametrize(
    ("rules", "message", "hint"),
    [
        ("See [the deal](#the-deal).", "no heading has the anchor '#the-deal'", "did you mean"),
        ("See [](#the-deal).", "no heading has the anchor '#the-deal'", "did you mean"),
        ("On page [#](#the-deal).", "no heading has the anchor '#the-deal'", "did you mean"),
        ("See Counting.", "there is no section 'Counting'", ""),
        ("As told under *Scorings*.", "there is no section 'Scorings'", "Scoring"),
        ("See section 3.", "there is no section 3", "the last is 2.1"),
        ("A set (see 2.2) wins.", "there is no section 2.2", "the last is 2.1"),
        ("Go back to step 3.", "there is no step 3", "the last is 2"),
    ],
)
def test_references_that_lead_nowhere_are_reported(problems, rules, message, hint):
    """The hint has the nearest title or the last number."""
    (problem,) = problems(cross_references, TEXT + rules)
    assert problem.message == message
    assert hint in problem.hint
    assert problem.place.line == TEXT.count("\n") + 1


def test_numbers_in_a_table(messages):
    """The numbers in a column of sections are references."""
    assert messages(cross_references, TEXT.replace("| 2.1 |", "| 2.4 |")) == [(18, "there is no section 2.4")]


def test_labels_are_not_references(messages):
    """A paragraph that begins with ``Step 2`` is that step."""
    assert messages(cross_references, "Step 1. Shuffle.\n\nStep 2 Deal.\n\nGo back to step 2.") == []

"""PROSE007: a number is stated twice with different values.

What: two sentences say how many points win, how many cards are dealt, how many a hand may hold, how long a game lasts,
or what a piece or anything else has, costs or is worth, and their numbers differ. This also covers ``6/5/5 for 2/3/4
players`` beside a table, ``four suits:`` before a list of five, and a number in a summary that the rules never give. If
most statements agree, the others are reported; if there is no majority, those that differ from the first.

Why: different readers believe different sentences.

Bad::

    The first player to reach 100 points wins.

    Whoever gets to 120 points first has won.

Good: one of the two is changed.

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE007 long game -->``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.facts import Fact, facts, shown
from punchboard.checks.prose.claims.prices import prices
from punchboard.checks.prose.claims.repeated_facts import (
    definite_numbers,
    overfull_hands,
    restated_numbers,
    table_mismatches,
    table_scores,
    wrong_list_counts,
)
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.sentences import sentence_at
from punchboard.checks.prose.reading.reading import Reading, other_place
from punchboard.problem import Problem

_RE: Final = Patterns("stated")

ID: Final = "PROSE007"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each statement that contradicts others."""
    groups: dict[tuple[str, ...], list[Fact]] = {}
    stated = tuple(facts(reading))
    for fact in (*stated, *prices(reading), *table_scores(reading), *definite_numbers(reading)):
        cases = (title.casefold() for title in fact.block.sections if _RE.case_title.search(title))
        groups.setdefault((*fact.key, *cases), []).append(fact)
    for group in groups.values():
        yield from _contradictions(list(_unconditional(group)))
    for fact, other in (*table_mismatches(reading), *restated_numbers(reading), *overfull_hands(stated)):
        yield _problem(fact, other)
    for block, quantity, number in wrong_list_counts(reading):
        message = f"{shown(block, quantity)!r} here, but {number} are listed"
        yield Problem(ID, block.place(quantity.start), message, "correct the number or the list")


def _unconditional(group: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the facts, without those of one sort of game and without blocks with several values for several cases.

    ``25 points, or 100 for a long game``: one sentence with two values, or one that speaks of cases.
    """
    for fact in group:
        beside = [other for other in group if other.block is fact.block and other.value != fact.value]
        sentences = [sentence_at(stated.block, stated.letter) for stated in (fact, *beside)]
        is_one = len({sentence.start for sentence in sentences}) < len(sentences)
        is_case = beside and (is_one or any(_RE.case.search(sentence.text) for sentence in sentences))
        if not is_case and not _RE.special.search(sentences[0].text):
            yield fact


def _contradictions(group: Sequence[Fact]) -> Iterator[Problem]:
    """Yield a problem for each fact in the minority, or else for those that differ from the first."""
    if not group:
        return
    group = sorted(group, key=lambda fact: (fact.block.file, fact.block.place(fact.letter).line, fact.letter))
    times = Counter(fact.value for fact in group)
    most = max(times.values())
    believed = next(fact for fact in group if times[fact.value] == most)
    yield from (_problem(fact, believed) for fact in group if fact.value != believed.value)


def _problem(fact: Fact, other: Fact) -> Problem:
    place, there = fact.block.place(fact.letter), other.block.place(other.letter)
    message = f"{fact.shown!r} here, but {other.shown!r} in {other_place(place, there)}"
    return Problem(ID, place, message, "state it once, or use the same number in both places")

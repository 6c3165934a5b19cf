"""Ten rulebooks, with and without planted faults: the faults are found at their places, and nothing else is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from counted import steps

from punchboard.checks.prose import Reading, check_reading, parse_markdown
from punchboard.cli.commands.check import table_vocabulary
from punchboard.load.tables import TableSource

BOOKS = Path(__file__).parents[2] / "prose"
NAMES = sorted(path.parent.name for path in BOOKS.glob("*/rules.md"))

FEWEST_FOUND = 60
"""Of sixty faults; the goal before the checker was written was 48."""
MOST_FALSE = 0
"""Over all ten clean copies; the goal was ten."""

RULES = {
    "name": {"PROSE001"},
    "number": {"PROSE002", "PROSE007"},
    "players": {"PROSE003"},
    "unmentioned": {"PROSE004"},
    "unexplained": {"PROSE005"},
    "section": {"PROSE006"},
    "twice": {"PROSE007"},
}
"""Which rules may report a kind of fault."""


class Fault(NamedTuple):
    """A planted fault: the book, where it is, and its kind."""

    book: str
    file: str
    line: int
    kind: str


def book(name, *, spoilt):
    """Return the reading of a book: the clean copy, or the spoilt one with its deck."""
    rules = "spoilt.md" if spoilt else "rules.md"
    cards = "spoilt.csv" if spoilt and (BOOKS / name / "spoilt.csv").exists() else "cards.csv"
    vocabulary = table_vocabulary(TableSource(cards, (BOOKS / name / cards).read_bytes()))
    text = parse_markdown((BOOKS / name / rules).read_text(encoding="utf-8"), rules)
    return Reading((text,), vocabulary)


@cache
def problems(name, *, spoilt):
    """Return the problems of a book."""
    return list(check_reading(book(name, spoilt=spoilt)))


def faults(name):
    """Return the faults of a book."""
    listed = yaml.safe_load((BOOKS / name / "faults.yaml").read_text(encoding="utf-8"))
    return [Fault(name, one.get("file", "spoilt.md"), one["line"], one["kind"]) for one in listed]


def missed(name):
    """Return the faults of a book that no rule of their kind reports at their line, or as contradicting it."""
    found = problems(name, spoilt=True)
    return [
        one
        for one in faults(name)
        if not any(
            problem.rule in RULES[one.kind]
            and problem.place.file == one.file
            and (problem.place.line == one.line or problem.message.endswith(f" in line {one.line}"))
            for problem in found
        )
    ]


def test_the_corpus_is_complete():
    """Ten books with six faults each."""
    assert len(NAMES) == 10
    assert [len(faults(name)) for name in NAMES] == [6] * 10


def test_faults_are_found_at_their_line():
    """All of the sixty are, by a rule of their kind."""
    lost = [one for name in NAMES for one in missed(name)]
    assert len(lost) <= 60 - FEWEST_FOUND, lost


def test_every_kind_of_fault_is_found():
    """At least one fault of each kind."""
    lost = {one for name in NAMES for one in missed(name)}
    assert {one.kind for name in NAMES for one in faults(name) if one not in lost} == set(RULES)


def test_clean_copies_have_no_problems():
    """Nothing is reported of ten books without faults."""
    found = [problem for name in NAMES for problem in problems(name, spoilt=False)]
    assert len(found) <= MOST_FALSE, found


@pytest.mark.parametrize("name", NAMES)
def test_spoilt_copies_have_few_other_problems(name):
    """At most one in addition to the faults: the other of two statements that disagree."""
    places = {(one.file, one.line) for one in faults(name)}
    found = {(problem.place.file, problem.place.line) for problem in problems(name, spoilt=True)}
    assert len(found - places) <= 1


def check_steps(rules, cards):
    """Return the steps of checking a rulebook against the cards of a table."""
    vocabulary = table_vocabulary(TableSource("cards.csv", cards))
    return steps(lambda: list(check_reading(Reading((parse_markdown(rules, "r.md"),), vocabulary))))


def test_checking_grows_with_the_rulebook():
    """Twice the lines take at most a little more than twice the steps."""
    whole = (BOOKS / "hollin-hill" / "rules.md").read_text(encoding="utf-8").split("\n\n")
    text = "\n\n".join(whole[: len(whole) // 2])
    cards = (BOOKS / "hollin-hill" / "cards.csv").read_bytes()
    check_steps(text, cards)  # loads lists of words, which are cached
    few, more, most = (check_steps("\n\n".join([text] * times), cards) for times in (1, 2, 4))
    assert most - more < 2.2 * (more - few)


def test_checking_grows_with_the_cards():
    """Twice the cards take at most a little more than twice the steps, and none of their texts is a problem."""
    words = ("draw", "discard", "play", "gain", "lose", "take", "place", "move", "attack", "guard", "gold")

    def deck(count):
        texts = (f"{words[at % 10].title()} {at % 4 + 1} {words[at % 11]} and {words[at % 7]}." for at in range(count))
        return (
            f"name,kind,text\n{''.join(f'Ship {at},hero,{text}' + chr(10) for at, text in enumerate(texts))}".encode()
        )

    vocabulary = table_vocabulary(TableSource("cards.csv", deck(400)))
    assert list(check_reading(Reading((parse_markdown("Draw a hero.", "r.md"),), vocabulary))) == []
    few, more, most = (check_steps("Draw a hero.", deck(count)) for count in (100, 200, 400))
    assert most - more < 2.2 * (more - few)

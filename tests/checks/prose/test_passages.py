"""Short rulebooks in addition to the corpus: the problems announced in their lines are found, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.checks.prose.reading.inflections import with_inflections
from punchboard.checks.prose.reading.vocabulary import with_counted_copies
from punchboard.cli.commands.check import table_vocabulary
from punchboard.load.tables import TableSource

PASSAGES = Path(__file__).parent / "passages"
ANNOUNCED = re.compile(r" *\{(PROSE\d{3})\}$")
FAULTS = [
    pytest.param(book, fault, id=f"{book}-{number}")
    for book, faults in yaml.safe_load((PASSAGES / "faults.yaml").read_text(encoding="utf-8")).items()
    for number, fault in enumerate(faults, 1)
]


def problems(name, rules, cards):
    """Return the problems of a text and of its table, which may be empty."""
    vocabulary = table_vocabulary(TableSource(f"{name}.csv", cards.encode())) if cards else deck_vocabulary("")
    text = parse_markdown(rules, f"{name}.md")
    vocabulary = with_counted_copies(with_inflections(vocabulary, text.blocks), text.blocks)
    return list(check_reading(Reading((text,), vocabulary)))


@pytest.mark.parametrize("name", sorted(path.stem for path in PASSAGES.glob("*.md")))
def test_what_is_announced_is_found(name):
    """A line ends with the code of its problem; a row of the deck likewise."""
    expected: set[tuple[str, int, str]] = set()
    rules, cards = (_without_codes(f"{name}.{kind}", expected) for kind in ("md", "csv"))
    found = problems(name, rules, cards)
    assert {(one.place.file, one.place.line, one.rule) for one in found} == expected, found


def test_the_corpus_is_complete():
    """Forty-five rulebooks without a fault as they are, in ten languages, and more than two hundred faults to plant."""
    clean = [path for path in PASSAGES.glob("*.md") if not _codes(path.name)]
    assert len(clean) >= 45
    assert len(FAULTS) >= 205


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_one_fault_is_found_at_its_word_and_nothing_else(name, fault):
    """In a text that is right but for this, and for each of two statements that contradict each other."""
    kind = fault.get("in", "md")
    texts = {of: _without_codes(f"{name}.{of}", set()) for of in ("md", "csv")}
    was = re.compile(re.escape(fault["was"]), re.IGNORECASE)
    assert len(was.findall(texts[kind])) == 1, fault["was"]
    text = texts[kind] = was.sub(lambda _found: fault["is"], texts[kind])
    expected = set()
    for at in [fault["at"]] if isinstance(fault["at"], str) else fault["at"]:
        letter = text.index(at)
        line, column = text.count("\n", 0, letter) + 1, letter - text.rfind("\n", 0, letter)
        expected.add((f"{name}.{kind}", line, column, fault["rule"]))
    found = problems(name, texts["md"], texts["csv"])
    assert {(one.place.file, one.place.line, one.place.column, one.rule) for one in found} == expected, found


def _codes(file: str) -> set[tuple[str, int, str]]:
    expected: set[tuple[str, int, str]] = set()
    _without_codes(file, expected)
    return expected


def _without_codes(file: str, expected: set[tuple[str, int, str]]) -> str:
    """Return a text without the codes at the ends of its lines, and add them to ``expected``; empty if no file."""
    if not (PASSAGES / file).exists():
        return ""
    lines = (PASSAGES / file).read_text(encoding="utf-8").split("\n")
    codes = ((number, ANNOUNCED.search(line)) for number, line in enumerate(lines, 1))
    expected |= {(file, number, code[1]) for number, code in codes if code}
    return "\n".join(ANNOUNCED.sub("", line) for line in lines)

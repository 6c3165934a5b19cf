"""Short rulebooks in addition to the corpus: the problems announced in their lines are found, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.checks.prose.reading.vocabulary import with_inflections
from punchboard.cli.commands.check import table_vocabulary
from punchboard.load.tables import TableSource

PASSAGES = Path(__file__).parent / "passages"
ANNOUNCED = re.compile(r" *\{(PROSE\d{3})\}$")


@pytest.mark.parametrize("name", sorted(path.stem for path in PASSAGES.glob("*.md")))
def test_what_is_announced_is_found(name):
    """A line ends with the code of its problem; a row of the deck likewise."""
    expected: set[tuple[str, int, str]] = set()
    rules = _without_codes(f"{name}.md", expected)
    cards = PASSAGES / f"{name}.csv"
    vocabulary = deck_vocabulary("")
    if cards.exists():
        vocabulary = table_vocabulary(TableSource(cards.name, _without_codes(cards.name, expected).encode()))
    text = parse_markdown(rules, f"{name}.md")
    found = list(check_reading(Reading((text,), with_inflections(vocabulary, text.blocks))))
    assert {(one.place.file, one.place.line, one.rule) for one in found} == expected, found


def _without_codes(file: str, expected: set[tuple[str, int, str]]) -> str:
    """Return a text without the codes at the ends of its lines, and add them to ``expected``."""
    lines = (PASSAGES / file).read_text(encoding="utf-8").split("\n")
    codes = ((number, ANNOUNCED.search(line)) for number, line in enumerate(lines, 1))
    expected |= {(file, number, code[1]) for number, code in codes if code}
    return "\n".join(ANNOUNCED.sub("", line) for line in lines)

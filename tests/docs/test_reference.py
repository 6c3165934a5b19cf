"""The reference in docs/ is generated from the models."""

import re
from pathlib import Path

from punchboard.schema.reference_pages import pages

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "reference"


def test_the_reference_is_up_to_date():
    """`python -m punchboard.schema docs/reference` writes exactly these pages."""
    made = dict(pages())
    assert sorted(made) == sorted(path.name for path in FOLDER.iterdir())
    assert [name for name, text in made.items() if (FOLDER / name).read_text(encoding="utf-8") != text] == []


def test_every_key_has_a_description():
    """Each table row has a meaning and a type."""
    rows = [(name, line) for name, text in pages() for line in text.splitlines() if line.startswith(("| `", "| **`"))]
    assert [row for row in rows if row[1].endswith("|  |") or "| anything |" in row[1]] == []


def test_the_words_of_a_key_are_separated_by_spaces():
    """One spelling in all files, so that nobody has to look up which one a key has; functions in formulas differ."""
    keys = [
        (name, key)
        for name, text in pages()
        if name != "expressions.md"
        for key in re.findall(r"^\| (?:\*\*)?`([^`]+)`", text, re.MULTILINE)
    ]
    assert ("face.md", "one line") in keys
    assert [(name, key) for name, key in keys if "_" in key] == []

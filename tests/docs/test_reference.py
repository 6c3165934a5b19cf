"""The reference in docs/ is what the models say."""

from pathlib import Path

from punchboard.cli.schema.reference_pages import pages

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "reference"


def test_the_reference_is_that_of_the_models():
    """Each page as it is generated, and no other; `python -m punchboard.cli.schema docs/reference` writes them anew."""
    made = dict(pages())
    assert sorted(made) == sorted(path.name for path in FOLDER.iterdir())
    assert [name for name, text in made.items() if (FOLDER / name).read_text(encoding="utf-8") != text] == []


def test_every_key_is_told_in_words():
    """A row of a table has a meaning, and says what may stand there."""
    rows = [(name, line) for name, text in pages() for line in text.splitlines() if line.startswith(("| `", "| **`"))]
    assert [row for row in rows if row[1].endswith("|  |") or "| anything |" in row[1]] == []

"""The reference in docs/ is generated from the models."""

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

"""The reference in docs/ is generated from the models."""

import re
from pathlib import Path

from punchboard.schema.reference_pages import pages

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "reference"
STUDIO = ROOT / "src" / "punchboard" / "server" / "studio" / "page"


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


def test_the_studio_and_messages_spell_keys_as_files_do():
    """A page that writes a box with `one_line` has it refused, and a hint that names it sends its reader astray."""
    keys = {
        key for _, text in pages() for key in re.findall(r"^\| (?:\*\*)?`([a-z]+(?: [a-z]+)+)`", text, re.MULTILINE)
    }
    old = re.compile(rf"\b(?:{'|'.join(key.replace(' ', '_') for key in sorted(keys))})\b(?=\"?: )")
    written = {path.name: old.findall(path.read_text(encoding="utf-8")) for path in STUDIO.rglob("*.js")}
    assert "newbox.js" in written
    assert {name: found for name, found in written.items() if found} == {}
    hint = re.compile(rf"'(?:{'|'.join(key.replace(' ', '_') for key in sorted(keys))})(?:: [^']*)?'\"")
    model = ROOT / "src" / "punchboard" / "model"
    assert [path.name for path in model.rglob("*.py") if hint.search(path.read_text(encoding="utf-8"))] == []


def test_defaults_are_values_that_a_designer_could_write():
    """Such as `[0, 0]`, and not the parts of a length."""
    assert [name for name, text in pages() if re.search(r"`\[\[?\d*, ,", text)] == []

"""Tables that were never made for Punchboard go from file to printed sheet with no edit.

Each folder beside this file holds a table and ``expect.yaml``: ``kinds`` has the number of cards of each kind;
``printed`` and ``not printed`` are texts of the cards' PDF; each of ``messages`` is printed exactly once, what is
``not said`` never; ``left out`` names the columns whose values are on no card; ``roles`` has how the report begins for
a column.
To add a table, add a folder. All texts are our own.
"""

import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
import yaml

from punchboard.load import load_game
from punchboard.model.game.game import Entry

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
KEYS = {"kinds", "printed", "not printed", "messages", "not said", "left out", "roles"}

RAW = re.compile(r"\{\S{1,16}\}|\[[\w +/-]{1,20}\]|</?[a-z][^>]*>|(?<!\w):[a-z][\w-]+:|\*\*|&#?\w+;|\{\{")
"""Symbols and markup as written."""


ICONS = tuple(f":{path.stem}:" for path in (SOURCE.parent / "layouts" / "icons").glob("*.svg"))
"""How icons are copied from a PDF."""


def folders():
    return sorted(path.parent.name for path in HERE.glob("*/expect.yaml"))


def printed_text(path):
    """Return the text of a PDF as a viewer copies it, with single spaces and hyphenated words joined."""
    document = pypdfium2.PdfDocument(path)
    try:
        pages = [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
    return " ".join(re.sub("\ufffe|[\u00ad\u0002]\\s*", "", " ".join(pages)).split())


def without_symbols(text, symbols):
    """Return a text without the names under which icons and badges are copied."""
    for token in sorted(symbols, key=len, reverse=True):
        text = text.replace(token, " ")
    return " ".join(text.split())


def unprinted_columns(game, text):
    """Return the columns with values whose words are not in the text of the cards."""
    printed = set(re.findall(r"[^\W_]+", text.casefold()))
    return {
        field.column or name
        for component in game.components
        for name, field in game.kinds[component.kind].file.fields.items()
        if not value_words(component.values[name], field.column or name, game.file.symbols) <= printed
    }


def value_words(value, column, symbols):
    """Return the words that a value prints: noughts, no and nothing print none, yes the name of its column."""
    if value is None or value is False or value == 0:
        return set()
    named = value.properties["name"] if isinstance(value, Entry) else value
    text = column.rpartition(".")[2].removeprefix("is") if value is True or value == "x" else f"{named}"
    for markup in (*map(re.escape, symbols), "<[^>]*>", r"&#?\w+;", r":[a-z-]+:"):
        text = re.sub(markup, " ", text)
    return set(re.findall(r"[^\W_]+", text.casefold()))


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("name", folders())
def test_a_strangers_table_is_printed(name, tmp_path, forker):
    """All its cards are there with their texts, and nothing is reported twice."""
    expected = yaml.safe_load((HERE / name / "expect.yaml").read_text(encoding="utf-8"))
    assert expected.keys() <= KEYS
    (table,) = (path for path in (HERE / name).iterdir() if path.name != "expect.yaml")
    shutil.copy(table, tmp_path)
    env = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
    ran = forker.run(("new", "game", "--from", table.name), tmp_path, env)
    said = ran.out + ran.err
    assert ran.status == 0, said

    game = load_game(tmp_path / "catalog" / "game", tmp_path)
    counts = Counter[str]()
    for component in game.components:
        counts[component.kind] += component.copies
    assert counts == expected["kinds"]
    assert re.search(rf"\b{counts.total()} (?:in all|cop(?:y|ies))$", ran.out.splitlines()[0]), ran.out

    (sheet,) = (tmp_path / "output" / "game" / "print-and-play").glob("*-duplex.pdf")
    text = without_symbols(printed_text(sheet), [*game.file.symbols, *ICONS])
    assert [words for words in expected.get("printed", ()) if words not in text] == [], text
    assert [words for words in expected.get("not printed", ()) if words in text] == []

    assert [raw for raw in RAW.findall(text) if raw not in expected.get("printed", ())] == []
    unprinted = unprinted_columns(game, text)
    assert unprinted == set(expected.get("left out", ()))
    assert [column for column in unprinted if column not in said] == []

    assert {words: said.count(words) for words in expected.get("messages", ())} == dict.fromkeys(
        expected.get("messages", ()), 1
    )
    assert [words for words in expected.get("not said", ()) if words in said] == []
    guesses = {column: f"{column} {guess}" for column, guess in expected.get("roles", {}).items()}
    report = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert [begin for begin in guesses.values() if not any(line.startswith(begin) for line in report)] == [], said
    lines = [line.partition(" warning ")[2] for line in ran.err.splitlines() if " warning " in line]
    assert len(set(lines)) == len(lines), lines
    tables = [line for line in lines if line.startswith("TABLE")]
    known = expected.get("messages", ())
    assert [line for line in tables if not any(words in line for words in known)] == []

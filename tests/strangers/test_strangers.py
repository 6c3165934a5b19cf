"""Tables that were never made for Punchboard go from file to printed sheet with no edit.

Each folder beside this file holds a table and ``expect.yaml``: ``kinds`` has the number of cards of each kind;
``printed`` and ``not printed`` are texts of the cards' PDF; each of ``messages`` is printed exactly once.
To add a table, add a folder. All texts are our own.
"""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
import yaml

from punchboard.load import load_game

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
KEYS = {"kinds", "printed", "not printed", "messages"}


QUICK = {
    "deep",
    "five-resources",
    "html-lists",
    "objects-by-id",
    "online-sheet",
    "party-packs",
    "spells",
    "trading-cards",
}
"""The tables that quick runs print; the slow proofs print all."""


def folders():
    names = sorted(path.parent.name for path in HERE.glob("*/expect.yaml"))
    return [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in names]


def printed_text(path):
    """Return the text of a PDF as a viewer copies it, with single spaces and hyphenated words joined."""
    document = pypdfium2.PdfDocument(path)
    try:
        pages = [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
    return " ".join(re.sub("\ufffe|[\u00ad\u0002]\\s*", "", " ".join(pages)).split())


@pytest.mark.parametrize("name", folders())
def test_a_strangers_table_is_printed(name, tmp_path):
    """All its cards are there with their texts, and nothing is reported twice."""
    expected = yaml.safe_load((HERE / name / "expect.yaml").read_text(encoding="utf-8"))
    assert expected.keys() <= KEYS
    (table,) = (path for path in (HERE / name).iterdir() if path.name != "expect.yaml")
    shutil.copy(table, tmp_path)
    command = [sys.executable, "-m", "punchboard", "new", "game", "--from", table.name]
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
    ran = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    said = ran.stdout + ran.stderr
    assert ran.returncode == 0, said

    game = load_game(tmp_path / "catalog" / "game", tmp_path)
    counts = Counter[str]()
    for component in game.components:
        counts[component.kind] += component.copies
    assert counts == expected["kinds"]

    (sheet,) = (tmp_path / "output" / "game" / "print-and-play").glob("*-duplex.pdf")
    text = printed_text(sheet)
    assert [words for words in expected.get("printed", ()) if words not in text] == [], text
    assert [words for words in expected.get("not printed", ()) if words in text] == []

    assert {words: said.count(words) for words in expected.get("messages", ())} == dict.fromkeys(
        expected.get("messages", ()), 1
    )
    lines = [line.partition(" warning ")[2] for line in ran.stderr.splitlines() if " warning " in line]
    assert len(set(lines)) == len(lines), lines
    tables = [line for line in lines if line.startswith("TABLE")]
    assert len(tables) == sum("column" in words or "row" in words for words in expected.get("messages", ()))

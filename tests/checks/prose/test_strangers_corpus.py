"""Nine rulebooks of strangers, with and without planted faults."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

BOOKS = Path(__file__).parents[2] / "prose" / "strangers"
NAMES = sorted(path.name for path in BOOKS.iterdir() if path.is_dir())


def faults(name):
    """Return the faults of a book, as in its file."""
    return yaml.safe_load((BOOKS / name / "faults.yaml").read_text(encoding="utf-8"))


def test_the_corpus_is_complete():
    """Nine books with five faults each."""
    assert [len(faults(name)) for name in NAMES] == [5] * 9


@pytest.mark.parametrize("name", NAMES)
def test_a_spoilt_copy_is_the_clean_one_with_its_faults(name):
    """Each fault changes a few words that occur once."""
    text, spoilt = ((BOOKS / name / file).read_text(encoding="utf-8") for file in ("rules.md", "spoilt.md"))
    for fault in faults(name):
        assert text.count(fault["was"]) == 1
        text = text.replace(fault["was"], fault["is"])
    assert text == spoilt

"""Drawn sections that wait in a temporary file until they are written."""

import pytest

from punchboard.pipeline import deck_chunks
from punchboard.pipeline.deck_chunks import SectionStore
from punchboard.render.pdf.drawing.sections import PlainSection


def section(text):
    """Return a section with one form."""
    return PlainSection((), {}, {text: (text.encode() * 1000, 3.5)}, {})


def refused(**_options):
    raise PermissionError("a sandboxed build writes no file")


@pytest.mark.parametrize("may_write", [True, False])
def test_a_section_comes_back_once_and_as_it_was(monkeypatch, may_write):
    """In any order, each with its own file and number; where no file may be written, from memory."""
    if not may_write:
        monkeypatch.setattr(deck_chunks, "TemporaryFile", refused)
    store = SectionStore()
    places = [("fronts.pdf", 0), ("fronts.pdf", 1), ("duplex.pdf", 0)]
    for path, number in places:
        store.add(path, number, section(f"{path} {number}"))
    assert len(store) == 3
    for path, number in reversed(places):
        assert store.take(path, number) == section(f"{path} {number}")
        assert store.take(path, number) is None
    assert len(store) == 0


def test_what_was_never_stored_is_not_there():
    assert SectionStore().take("fronts.pdf", 0) is None

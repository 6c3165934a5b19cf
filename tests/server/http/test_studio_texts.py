"""The texts of a game in the studio: what is typed is in the file, and nothing that was written elsewhere is lost."""

from __future__ import annotations

import pytest
from tests.server.http.conftest import OURS

from punchboard.load import load
from punchboard.products import ComposedGame

RULEBOOK = "catalog/grove/rulebook.md"


@pytest.fixture
def page(studio):
    """Return a function that reads the rulebook as the page does."""
    return lambda: studio.get("/g/grove/text/rulebook.json").json()


def typed(studio, text, seen):
    """Type a text over that of the rulebook."""
    return studio.post("/g/grove/text", json={"name": "rulebook", "text": text, "seen": seen}, headers=OURS)


def test_what_is_typed_is_in_the_file_and_undo_gives_the_bytes_back(studio, workspace, page):
    """A file with a byte order mark and the line ends of Windows keeps both."""
    path = workspace.path / RULEBOOK
    path.write_bytes(b"\xef\xbb\xbf# One\r\n\r\nA line.\r\n")
    before = page()
    assert before["text"] == "# One\n\nA line.\n"
    answer = typed(studio, before["text"] + "More.\n", before["seen"])
    assert answer.json()["undo"] == "Type in rulebook.md"
    assert path.read_bytes() == b"\xef\xbb\xbf# One\r\n\r\nA line.\r\nMore.\r\n"
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert path.read_bytes() == b"\xef\xbb\xbf# One\r\n\r\nA line.\r\n"


def test_lines_that_were_not_touched_keep_their_ends(studio, workspace, page):
    """A file with the line ends of two systems changes in one line only."""
    path = workspace.path / RULEBOOK
    path.write_bytes(b"# One\r\n\nA line.\r\nThe last.\n")
    before = page()
    typed(studio, before["text"].replace("A line", "Two\nlines"), before["seen"])
    assert path.read_bytes() == b"# One\r\n\nTwo\r\nlines.\r\nThe last.\n"


def test_a_text_that_was_changed_elsewhere_is_not_written_over(studio, workspace, page):
    """The answer has both versions; written with the fingerprint that the user saw, it can be undone."""
    path = workspace.path / RULEBOOK
    path.write_text("# One\n", encoding="utf-8")
    before = page()
    path.write_text("# Elsewhere\n", encoding="utf-8")
    answer = typed(studio, "# Mine\n", before["seen"])
    assert answer.status_code == 409
    (conflict,) = answer.json()["conflicts"]
    assert {"-# Elsewhere", "+# Mine"} <= set(conflict["lines"])
    assert path.read_text(encoding="utf-8") == "# Elsewhere\n"
    assert typed(studio, "# Mine\n", conflict["seen"]).status_code == 200
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert path.read_text(encoding="utf-8") == "# Elsewhere\n"


def test_a_text_can_be_mended_when_the_game_cannot_be_loaded(studio, workspace, page):
    """Half a front matter is no reason to lose what was typed next."""
    typed(studio, "---\ntitle: [\n---\n", page()["seen"])
    assert typed(studio, "# One\n", page()["seen"]).status_code == 200
    assert (workspace.path / RULEBOOK).read_bytes() == b"# One\n"


@pytest.mark.parametrize("name", ["game", "../grove/rulebook", "rulebook.md", ""])
def test_only_the_texts_of_a_game_are_written(studio, workspace, name):
    """No other name becomes a path."""
    before = workspace.tree()
    answer = studio.post("/g/grove/text", json={"name": name, "text": "x", "seen": ""}, headers=OURS)
    assert answer.status_code == 422
    lone = b'{"name": "rulebook", "text": "\\ud800", "seen": ""}'
    headers = OURS | {"Content-Type": "application/json"}
    assert studio.post("/g/grove/text", content=lone, headers=headers).status_code == 422
    assert workspace.tree() == before


def test_completions_come_from_the_tables_of_the_reference(studio):
    """Each has its help."""
    found = studio.get("/g/grove/completions.json").json()
    assert {"setup", "cards"} <= {one["label"] for one in found["directives"]}
    assert "card-1" in {one["label"] for one in found["components"]}
    assert all(one["help"] for kind in ("names", "filters", "directives") for one in found[kind])


def test_a_completed_block_has_no_problem(studio, workspace, page):
    """The examples of the reference are filled with components of the game."""
    found = studio.get("/g/grove/completions.json").json()["directives"]
    blocks = (
        f"```{one['label']}\n{one['body']}```\n\n" for one in found if one["label"] in {"cards", "scene", "components"}
    )
    typed(studio, "# One\n\n" + "".join(blocks), page()["seen"])
    composed = ComposedGame(load("grove", workspace.path), ("a4",))
    assert composed.rulebook.problems == ()

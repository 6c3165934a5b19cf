"""What a build goes by: every file that it may read, what it was asked, and the program."""

from __future__ import annotations

import os
import sys

import pytest

from punchboard.cache import FileHashes, fingerprint_inputs, inputs_timestamp
from punchboard.cache.build_inputs import program_digest
from punchboard.cache.store import CACHE_FOLDER

FILES = {
    "catalog/oak/game.yaml": "title: Oak\n",
    "catalog/oak/cards.csv": "name\nRoot\n",
    "catalog/oak/pictures/leaf.png": "no picture yet",
    "catalog/oak/locale/de/texts.csv": "key,text\n",
    "layouts/papers.yaml": "a4: 210x297mm\n",
    "layouts/oak/faces/card.yaml": "boxes: {}\n",
}


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.setattr("punchboard.cache.build_inputs.program_digest", lambda: "this program")
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def digest(workspace, asked="table set", game="oak"):
    """Return the hash as a program that has just started finds it."""
    out = workspace / "output"
    seen = FileHashes(out)
    found = fingerprint_inputs(game, workspace, out, asked, seen)
    seen.save()
    return found and found.digest


def long_ago(workspace):
    """Make all files older than what is kept of them, so that they are not hashed again."""
    for path in workspace.rglob("*"):
        if path.is_file() and CACHE_FOLDER not in path.parts:
            os.utime(path, (1_000_000_000, 1_000_000_000))


def test_what_was_touched_is_told_without_reading(workspace):
    """So it is known after a build whether anything was saved while it ran."""
    out = workspace / "output"
    before = fingerprint_inputs("oak", workspace, out, "", FileHashes(out)).timestamp
    assert inputs_timestamp("oak", workspace, out) == before
    (workspace / "catalog/oak/cards.csv").write_text(FILES["catalog/oak/cards.csv"], "utf-8")
    assert inputs_timestamp("oak", workspace, out) != before
    (workspace / "catalog/oak/art").symlink_to(workspace / "layouts", target_is_directory=True)
    assert inputs_timestamp("oak", workspace, out) == ""


def test_nothing_changed_gives_the_same_hash(workspace):
    """Also in a folder of another name, and when times have changed and contents have not."""
    before = digest(workspace)
    long_ago(workspace)
    assert before == digest(workspace) == digest(workspace)


@pytest.mark.parametrize("name", FILES)
def test_every_file_counts(workspace, name):
    """A byte more in any file of the game or of the layouts is another build."""
    before = digest(workspace)
    with (workspace / name).open("a") as file:
        file.write("#")
    assert digest(workspace) != before


@pytest.mark.parametrize("name", [*FILES])
def test_a_file_that_goes_or_changes_its_name_counts(workspace, name):
    """And the hash is the old one when it comes back."""
    before = digest(workspace)
    (workspace / name).rename(workspace / f"{name}.x")
    assert digest(workspace) != before
    (workspace / f"{name}.x").rename(workspace / name)
    assert digest(workspace) == before


def test_a_new_file_counts_wherever_it_lies(workspace):
    """A set-up sheet of the game's own, a language, a layout: each would be found by the next build."""
    found = {digest(workspace)}
    for name in ("catalog/oak/set-up.md", "catalog/oak/locale/fr/texts.csv", "layouts/icons/leaf.svg"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("x", encoding="utf-8")
        found.add(digest(workspace))
    assert len(found) == 4


def test_two_files_that_change_places_count(workspace):
    """Names belong to contents."""
    before = digest(workspace)
    one, other = workspace / "catalog/oak/game.yaml", workspace / "catalog/oak/cards.csv"
    texts = one.read_text("utf-8"), other.read_text("utf-8")
    one.write_text(texts[1], "utf-8")
    other.write_text(texts[0], "utf-8")
    assert digest(workspace) != before


def test_other_games_outputs_and_hidden_files_do_not_count(workspace):
    """They are read by no build of this game."""
    before = digest(workspace)
    for name in ("catalog/elm/game.yaml", "output/oak/manifest.json", "catalog/oak/.git/index", "catalog/oak/.swp"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("x", encoding="utf-8")
    assert digest(workspace) == before


def test_the_output_of_a_game_that_travels_alone_is_none_of_it(workspace):
    """It lies within the game's own folder."""
    game = workspace / "catalog" / "oak"
    alone = game.rename(workspace / "oak")
    before = digest(alone)
    (alone / "output" / "oak").mkdir(parents=True)
    (alone / "output" / "oak" / "rulebook.pdf").write_text("x", encoding="utf-8")
    assert digest(alone) == before


def test_what_is_asked_and_the_program_count(workspace, monkeypatch):
    """Other papers are another build; so is a new release."""
    before = digest(workspace)
    assert digest(workspace, "all") != before
    monkeypatch.setattr("punchboard.cache.build_inputs.program_digest", lambda: "another program")
    assert digest(workspace) != before


def test_a_program_is_told_by_its_version_its_files_and_what_is_installed_beside_it(monkeypatch, tmp_path):
    """A release, a file of the program that is edited, a package that comes or goes."""
    found = {program_digest.__wrapped__(), program_digest.__wrapped__()}
    monkeypatch.setattr("punchboard.__version__", "999")
    found.add(program_digest.__wrapped__())
    packages = tmp_path / "site-packages"
    packages.mkdir()
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path, str(packages)])
    found.add(program_digest.__wrapped__())
    (packages / "package").mkdir()
    os.utime(packages, (1, 1))
    found.add(program_digest.__wrapped__())
    monkeypatch.setattr("punchboard.__file__", str(tmp_path / "__init__.py"))
    found.add(program_digest.__wrapped__())
    assert len(found) == 5


def test_a_file_edited_within_the_same_moment_is_read_again(workspace):
    """Its size and times are those that were seen: what was seen so shortly after it was written is not believed."""
    path = workspace / "catalog/oak/cards.csv"
    before = digest(workspace)
    told = path.stat()
    path.write_text("name\nRoof\n", encoding="utf-8")
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    assert digest(workspace) != before


def test_a_file_that_has_not_been_touched_is_not_read_again(workspace, monkeypatch):
    """That is what makes it fast with hundreds of megabytes of pictures."""
    seen = FileHashes(workspace / "output")
    path = str(workspace / "catalog/oak/cards.csv")
    monkeypatch.setattr("punchboard.cache.file_hashes.COARSEST_CLOCK_NS", -60_000_000_000)
    found = seen.hash(path)
    seen.save()
    known = FileHashes(workspace / "output")
    monkeypatch.setattr("punchboard.cache.file_hashes.Path", None)
    assert known.hash(path) == found


def test_a_link_to_a_folder_cannot_be_told(workspace):
    """It may lead anywhere, so nothing is kept of such a game; a link to a file is what it leads to."""
    (workspace / "catalog/oak/more.csv").symlink_to(workspace / "catalog/oak/cards.csv")
    assert digest(workspace)
    (workspace / "catalog/oak/art").symlink_to(workspace / "layouts", target_is_directory=True)
    assert digest(workspace) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff" * 99, b"[[[[", b'{"a": 1}', b"null"])
def test_a_damaged_record_of_files_is_as_none(workspace, damage):
    """Hashes are worked out again."""
    before = digest(workspace)
    (workspace / "output" / CACHE_FOLDER / "files.json").write_bytes(damage)
    assert digest(workspace) == before
    (workspace / "output" / CACHE_FOLDER / "files.json").unlink()
    assert digest(workspace) == before


def test_a_folder_is_what_it_was_when_it_was_asked_for_first(workspace):
    """Games share that of the layouts: it is looked through once, and one state of it is told to all."""
    out = workspace / "output"
    seen, layouts = FileHashes(out), workspace / "layouts"
    before = seen.folder(layouts, out)
    (layouts / "papers.yaml").write_text("a4: 210x298mm\n", encoding="utf-8")
    assert seen.folder(layouts, out) is before
    later = FileHashes(out).folder(layouts, out)
    assert later.digest != before.digest
    assert later.timestamp != before.timestamp


def test_a_folder_that_is_not_there_is_empty(tmp_path):
    """Many games have no layouts of their own."""
    assert FileHashes(tmp_path / "output").folder(tmp_path / "layouts", tmp_path).files == ()

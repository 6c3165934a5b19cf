"""The fingerprint of a build's inputs: every file that it may read, its options and the program."""

from __future__ import annotations

import os
import sys

import pytest

from punchboard.cache import CACHE_FOLDER, FileHashes, fingerprint_inputs, inputs_timestamp, program_digest

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
    monkeypatch.setattr("punchboard.cache.program_digest", lambda: "this program")
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def digest(workspace, options="default products", game="oak"):
    """Return the fingerprint, as a program that has just started computes it."""
    out = workspace / "output"
    hashes = FileHashes(out)
    found = fingerprint_inputs(game, workspace, out, options, hashes)
    hashes.save()
    return found and found.digest


def make_old(workspace):
    """Make all files older than their stored hashes, so that they are not hashed again."""
    for path in workspace.rglob("*"):
        if path.is_file() and CACHE_FOLDER not in path.parts:
            os.utime(path, (1_000_000_000, 1_000_000_000))


def test_the_timestamp_shows_edits_without_reading_files(workspace):
    """So a build finds out at its end whether anything was saved while it ran."""
    out = workspace / "output"
    before = fingerprint_inputs("oak", workspace, out, "", FileHashes(out)).timestamp
    assert inputs_timestamp("oak", workspace, out) == before
    (workspace / "catalog/oak/cards.csv").write_text(FILES["catalog/oak/cards.csv"], "utf-8")
    assert inputs_timestamp("oak", workspace, out) != before
    (workspace / "catalog/oak/art").symlink_to(workspace / "layouts", target_is_directory=True)
    assert inputs_timestamp("oak", workspace, out) == ""


def test_unchanged_files_give_the_same_fingerprint(workspace):
    """Also when their times have changed."""
    before = digest(workspace)
    make_old(workspace)
    assert before == digest(workspace) == digest(workspace)


@pytest.mark.parametrize("name", FILES)
def test_every_file_counts(workspace, name):
    """One more byte in any file of the game or its layouts changes the fingerprint."""
    before = digest(workspace)
    with (workspace / name).open("a") as file:
        file.write("#")
    assert digest(workspace) != before


@pytest.mark.parametrize("name", [*FILES])
def test_a_renamed_file_counts(workspace, name):
    """The fingerprint is the old one when the file gets its old name back."""
    before = digest(workspace)
    (workspace / name).rename(workspace / f"{name}.x")
    assert digest(workspace) != before
    (workspace / f"{name}.x").rename(workspace / name)
    assert digest(workspace) == before


def test_a_new_file_counts_in_every_folder(workspace):
    """The next build would find a new text, language or layout."""
    found = {digest(workspace)}
    for name in ("catalog/oak/set-up.md", "catalog/oak/locale/fr/texts.csv", "layouts/icons/leaf.svg"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("x", encoding="utf-8")
        found.add(digest(workspace))
    assert len(found) == 4


def test_swapped_files_count(workspace):
    """The fingerprint connects names with contents."""
    before = digest(workspace)
    one, other = workspace / "catalog/oak/game.yaml", workspace / "catalog/oak/cards.csv"
    texts = one.read_text("utf-8"), other.read_text("utf-8")
    one.write_text(texts[1], "utf-8")
    other.write_text(texts[0], "utf-8")
    assert digest(workspace) != before


def test_other_games_outputs_and_hidden_files_do_not_count(workspace):
    """No build of this game reads them."""
    before = digest(workspace)
    for name in ("catalog/elm/game.yaml", "output/oak/manifest.json", "catalog/oak/.git/index", "catalog/oak/.swp"):
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text("x", encoding="utf-8")
    assert digest(workspace) == before


def test_the_output_of_a_game_without_a_workspace_does_not_count(workspace):
    """It lies inside the game's own folder."""
    game = workspace / "catalog" / "oak"
    alone = game.rename(workspace / "oak")
    before = digest(alone)
    (alone / "output" / "oak").mkdir(parents=True)
    (alone / "output" / "oak" / "rulebook.pdf").write_text("x", encoding="utf-8")
    assert digest(alone) == before


def test_options_and_program_count(workspace, monkeypatch):
    """Other options or a new release change the fingerprint."""
    before = digest(workspace)
    assert digest(workspace, "all") != before
    monkeypatch.setattr("punchboard.cache.program_digest", lambda: "another program")
    assert digest(workspace) != before


def test_the_program_counts_by_version_files_and_installed_packages(monkeypatch, tmp_path):
    """A release, an edited file of the program, and an installed or removed package change its hash."""
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


def test_a_recently_written_file_is_read_again(workspace):
    """An edit right after the stored hash may leave size and times as they were."""
    path = workspace / "catalog/oak/cards.csv"
    before = digest(workspace)
    status = path.stat()
    path.write_text("name\nRoof\n", encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert digest(workspace) != before


def test_an_untouched_file_is_not_read_again(workspace, monkeypatch):
    """So a game with hundreds of megabytes of pictures is fast."""
    hashes = FileHashes(workspace / "output")
    path = str(workspace / "catalog/oak/cards.csv")
    monkeypatch.setattr("punchboard.cache.COARSEST_CLOCK_NS", -60_000_000_000)
    found = hashes.hash(path)
    hashes.save()
    stored = FileHashes(workspace / "output")
    monkeypatch.setattr("punchboard.cache.Path", None)
    assert stored.hash(path) == found


def test_a_game_with_a_link_to_a_folder_has_no_fingerprint(workspace):
    """The link may lead anywhere. A link to a file counts as the file."""
    (workspace / "catalog/oak/more.csv").symlink_to(workspace / "catalog/oak/cards.csv")
    assert digest(workspace)
    (workspace / "catalog/oak/art").symlink_to(workspace / "layouts", target_is_directory=True)
    assert digest(workspace) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff" * 99, b"[[[[", b'{"a": 1}', b"null"])
def test_damaged_file_hashes_are_ignored(workspace, damage):
    """The files are hashed again."""
    before = digest(workspace)
    (workspace / "output" / CACHE_FOLDER / "files.json").write_bytes(damage)
    assert digest(workspace) == before
    (workspace / "output" / CACHE_FOLDER / "files.json").unlink()
    assert digest(workspace) == before


def test_a_folder_is_listed_once_for_all_games(workspace):
    """All games of a command see the same state of the layouts."""
    out = workspace / "output"
    hashes, layouts = FileHashes(out), workspace / "layouts"
    before = hashes.folder(layouts, out)
    (layouts / "papers.yaml").write_text("a4: 210x298mm\n", encoding="utf-8")
    assert hashes.folder(layouts, out) is before
    later = FileHashes(out).folder(layouts, out)
    assert later.digest != before.digest
    assert later.timestamp != before.timestamp


def test_a_missing_folder_is_empty(tmp_path):
    """Many games have no layouts of their own."""
    assert FileHashes(tmp_path / "output").folder(tmp_path / "layouts", tmp_path).files == ()

"""The files of a game are read, compared and written; nothing is written over bytes that nobody saw."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from punchboard.edit.game_files import MAX_LINES, Conflict, FileChange, GameFiles, fingerprint
from punchboard.problem import ProblemsFound

GAME = "catalog/moon/game.yaml"
FACE = "layouts/moon/faces/card.yaml"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with two games, one of which has layouts."""
    for name in (GAME, FACE, "catalog/sun/game.yaml", "layouts/papers.yaml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"title: Moon\n")
    return tmp_path


@pytest.fixture
def files(workspace: Path) -> GameFiles:
    """The files of the first game."""
    return GameFiles(workspace, "moon")


def test_the_files_of_the_game_and_its_layouts_are_read(files: GameFiles) -> None:
    """A file that does not exist yet has no bytes, and may be made."""
    assert files.read(GAME) == files.read(FACE) == b"title: Moon\n"
    assert files.read("catalog/moon/cards.csv") is None


@pytest.mark.parametrize("file", ["catalog/sun/game.yaml", "layouts/papers.yaml"])
def test_files_of_others_are_refused(files: GameFiles, file: str) -> None:
    """The studio of one game changes neither another game nor what all games share."""
    with pytest.raises(ProblemsFound, match="is not a file of this game"):
        files.read(file)
    with pytest.raises(ProblemsFound, match="is not a file of this game"):
        files.write([FileChange(file, None, b"changed")])


def test_a_game_on_its_own_has_its_layouts_inside(tmp_path: Path) -> None:
    """Its folder is the workspace, and all files in it are its own."""
    (tmp_path / "game.yaml").write_bytes(b"title: Moon\n")
    files = GameFiles(tmp_path, tmp_path.name)
    files.write([FileChange("layouts/faces/card.yaml", None, b"boxes: {}\n")])
    assert files.read("layouts/faces/card.yaml") == b"boxes: {}\n"


def test_only_files_with_other_bytes_are_conflicts(files: GameFiles) -> None:
    """A change names the bytes that it was made from, or that there was no file."""
    fits, new = FileChange(GAME, b"title: Moon\n", b"title: Sun\n"), FileChange("catalog/moon/new.csv", None, b"a\n")
    stale = FileChange(FACE, b"title: Old\n", b"title: New\n")
    gone = FileChange("catalog/moon/gone.csv", b"a\n", b"b\n")
    assert files.conflicts([fits, new]) == ()
    assert files.conflicts([fits, stale, new, gone]) == (
        Conflict(FACE, b"title: Old\n", b"title: Moon\n", b"title: New\n"),
        Conflict("catalog/moon/gone.csv", b"a\n", None, b"b\n"),
    )


def test_changes_are_written_and_files_removed(files: GameFiles, workspace: Path) -> None:
    """A change without bytes afterwards removes the file; to remove a missing file is no error."""
    changes = [FileChange(GAME, b"title: Moon\n", b"title: Sun\n"), FileChange(FACE, b"title: Moon\n", None)]
    assert files.write(changes) == ()
    assert files.write([FileChange(FACE, None, None)]) == ()
    assert (workspace / GAME).read_bytes() == b"title: Sun\n"
    assert not (workspace / FACE).exists()


def test_nothing_is_written_when_one_of_the_files_is_another_by_now(files: GameFiles, workspace: Path) -> None:
    """The caller gets what differs, at the moment of writing."""
    fits, stale = FileChange(GAME, b"title: Moon\n", b"title: Sun\n"), FileChange(FACE, b"title: Old\n", b"")
    assert files.write([fits, stale]) == (Conflict(FACE, b"title: Old\n", b"title: Moon\n", b""),)
    assert (workspace / GAME).read_bytes() == b"title: Moon\n"


def test_writers_that_follow_each_other_at_once_lose_nothing(workspace: Path) -> None:
    """Two studios add lines to one file, and begin again after a conflict: every line is there."""

    def add(name: str) -> None:
        files = GameFiles(workspace, "moon")
        for number in range(40):
            line = f"{name} {number}\n".encode()
            while files.write([FileChange(GAME, before := files.read(GAME), (before or b"") + line)]):
                pass

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(add, "ab"))
    lines = (workspace / GAME).read_text().splitlines()
    assert sorted(lines[1:]) == sorted(f"{name} {number}" for name in "ab" for number in range(40))


def test_when_a_file_cannot_be_written_the_others_are_put_back(files: GameFiles, workspace: Path) -> None:
    """A step is on the disk as a whole or not at all, whatever kind of change came before."""
    before = FileChange(GAME, b"title: Moon\n", b"title: Sun\n")
    made = FileChange("catalog/moon/new.csv", None, b"a\n")
    impossible = FileChange("catalog/moon/new.csv/new.csv", None, b"a\n")
    with pytest.raises(ProblemsFound, match="cannot write"):
        files.write([before, made, impossible, FileChange(FACE, b"title: Moon\n", None)])
    assert files.read(GAME) == b"title: Moon\n"
    assert files.read("catalog/moon/new.csv") is None
    assert files.read(FACE) == b"title: Moon\n"


def test_a_conflict_shows_the_lines_that_differ() -> None:
    """Lines on disk have a minus, wanted lines a plus, with two neighbours on each side; a missing file has none."""
    disk, wanted = b"1\n2\n3\n4\n5\n6\n7\n", b"1\n2\n3\nfour\n5\n6\n7\n"
    assert Conflict("a", b"", disk, wanted).difference == ("@@ -2,5 +2,5 @@", " 2", " 3", "-4", "+four", " 5", " 6")
    assert Conflict("a", b"", None, b"1\n").difference == ("@@ -0,0 +1 @@", "+1")
    assert Conflict("a", b"", b"1\n", None).difference == ("@@ -1 +0,0 @@", "-1")
    assert Conflict("a", b"", b"\xff\xfe\xff", b"1\n").difference == ()
    long = "".join(f"{number}\n" for number in range(2 * MAX_LINES)).encode()
    assert len(Conflict("a", b"", None, long).difference) == MAX_LINES


def test_a_file_and_no_file_have_different_fingerprints() -> None:
    """A page that saw no file must not overwrite an empty one."""
    assert fingerprint(None) == ""
    assert fingerprint(b"") == sha256(b"").hexdigest()
    assert Conflict("a", b"before", b"disk", b"wanted").seen == fingerprint(b"disk")


@pytest.fixture
def grove(tmp_path):
    """The files of a game with two texts, and their folder."""
    game = tmp_path.resolve() / "catalog" / "grove"
    game.mkdir(parents=True)
    for name in ("game.yaml", "a.txt", "b.txt"):
        (game / name).write_bytes(b"old")
    return GameFiles(game.parents[1], "grove"), game


def change(name, before=b"old", after=b"new"):
    """Return a change of a file of the game."""
    return FileChange(f"catalog/grove/{name}", before, after)


def test_what_a_killed_write_left_goes_when_the_game_is_opened_again(grove):
    """In all its folders; another editor's own hidden files stay."""
    _, game = grove
    (game / "art").mkdir()
    for name in (".a.txt.k2j4h5.unfinished", "art/.b.png.k2j4h5.unfinished", ".a.txt.swp"):
        (game / name).write_bytes(b"half")
    GameFiles(game.parents[1], "grove")
    assert [path.name for path in game.rglob(".*")] == [".a.txt.swp"]


def test_a_disk_that_fills_up_leaves_all_files_as_they_were(grove, monkeypatch):
    """The second of two files cannot be written, so the first one is put back; the hint says that nothing changed."""
    game_files, game = grove
    replace, count = os.replace, []

    def full(source, target):
        count.append(target)
        if len(count) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ProblemsFound) as found:
        game_files.write([change("a.txt"), change("b.txt")])
    assert "no space left" in found.value.problems[0].message
    assert "unchanged" in found.value.problems[0].hint
    assert {path.name: path.read_bytes() for path in game.iterdir()} == dict.fromkeys(
        ("game.yaml", "a.txt", "b.txt"), b"old"
    )

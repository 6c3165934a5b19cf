"""Files of a game are written whole or not at all, and what a killed program left behind goes."""

from __future__ import annotations

import errno
import os

import pytest

from punchboard.edit.game_files import GameFiles
from punchboard.edit.history import FileChange
from punchboard.problem import ProblemsFound


@pytest.fixture
def files(tmp_path):
    """The files of a game with two texts, and their folder."""
    game = tmp_path.resolve() / "catalog" / "grove"
    game.mkdir(parents=True)
    for name in ("game.yaml", "a.txt", "b.txt"):
        (game / name).write_bytes(b"old")
    return GameFiles(game.parents[1], "grove"), game


def change(name, before=b"old", after=b"new"):
    """Return a change of a file of the game."""
    return FileChange(f"catalog/grove/{name}", before, after)


def test_what_a_killed_write_left_goes_with_the_next_write(files):
    """Only that of the same file; another editor's own hidden files stay."""
    game_files, game = files
    for name in (".a.txt.k2j4h5.unfinished", ".b.txt.k2j4h5.unfinished", ".a.txt.swp"):
        (game / name).write_bytes(b"half")
    game_files.write([change("a.txt")])
    assert sorted(path.name for path in game.iterdir() if path.name.startswith(".")) == [
        ".a.txt.swp",
        ".b.txt.k2j4h5.unfinished",
    ]
    assert (game / "a.txt").read_bytes() == b"new"


def test_a_disk_that_fills_up_leaves_all_files_as_they_were(files, monkeypatch):
    """The second of two files cannot be written, so the first one is put back; the hint says that nothing changed."""
    game_files, game = files
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

"""Locks of games' outputs, and the sweep after builds that were killed."""

from __future__ import annotations

import os
import sys
import threading
import time
import types

import pytest

from punchboard.problem import ProblemsFound
from punchboard.write import OutputFolder, lock
from punchboard.write.cleanup import STALE_SECONDS

module = sys.modules["punchboard.write.lock"]


def left(output, *names):
    """Lay what killed builds leave, and the locks of their games."""
    for name in names:
        (output / name).mkdir(parents=True)
        (output / name / "left.txt").touch()


def names(output):
    return sorted(path.name for path in output.iterdir())


def test_what_a_killed_build_of_another_game_left_is_cleared_away(tmp_path):
    """Its game may never be built again; one that was just moved aside is put back."""
    for game in ("shore", "fen"):
        with lock(tmp_path, game):
            pass
    left(tmp_path, ".shore.new", ".shore.old", "shore", ".fen.old")
    with lock(tmp_path, "grove") as held:
        assert held
    assert names(tmp_path) == [".locks", "fen", "shore"]


def test_what_a_killed_build_was_about_to_keep_is_cleared_away(tmp_path):
    """Its process is no more; that of one which is at work is left alone."""
    cache = tmp_path / ".cache"
    cache.mkdir()
    for name in ("grove.json", "grove.json.999999999.new", f"files.json.{os.getpid()}.new", "files.json.new"):
        (cache / name).touch()
    with lock(tmp_path, "grove"):
        assert names(cache) == [f"files.json.{os.getpid()}.new", "files.json.new", "grove.json"]


def test_what_another_build_is_making_is_left_alone(tmp_path):
    """It holds its lock."""
    with lock(tmp_path, "shore"):
        left(tmp_path, ".shore.new")
        with lock(tmp_path, "grove"):
            assert names(tmp_path) == [".locks", ".shore.new"]


def test_what_is_not_ours_is_left_alone(tmp_path):
    """Nothing was ever built here under that name."""
    left(tmp_path, ".mine.new", ".config", "new", ".cache")
    with lock(tmp_path, "grove"):
        assert names(tmp_path) == [".cache", ".config", ".locks", ".mine.new", "new"]


def test_a_folder_in_the_place_of_a_lock_is_named(tmp_path):
    """So that its owner can move it."""
    left(tmp_path, ".locks/grove")
    with pytest.raises(ProblemsFound) as caught, lock(tmp_path, "grove"):
        pass
    assert caught.value.problems[0].place.file == str(tmp_path / ".locks" / "grove")


def test_a_disk_without_locks_is_built_on_all_the_same(tmp_path, monkeypatch):
    """A disk of another machine may say that it knows none."""

    def refuse(_file, _how):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(module.fcntl, "flock", refuse)
    with lock(tmp_path, "grove") as held:
        assert not held


def test_a_system_without_locks_is_built_on_all_the_same(tmp_path, monkeypatch):
    """Two builds at once each have a folder of their own, and the last one stays."""
    monkeypatch.setattr(module, "fcntl", None)
    with (
        lock(tmp_path, "grove") as held,
        OutputFolder(tmp_path, "grove", keep_old=False, locked=held) as one,
        OutputFolder(tmp_path, "grove", keep_old=False, locked=held) as other,
    ):
        assert not held
        for number, folder in enumerate((one, other)):
            folder.write("a.txt", b"%d" % number)
            folder.write("manifest.json", b'{"made_by":"punchboard 0"}')
        one.exchange()
        other.exchange()
    assert (tmp_path / "grove" / "a.txt").read_bytes() == b"1"
    assert names(tmp_path) == [".locks", "grove"]


@pytest.mark.parametrize("age", [STALE_SECONDS + 60, -STALE_SECONDS - 60])
def test_what_a_build_without_a_lock_left_is_cleared_away_when_it_is_old(tmp_path, age):
    """Before that it may be at work; a clock that was set back does not keep it for ever."""
    left(tmp_path, ".grove.new-0123456789abcdef", ".grove.new-fedcba9876543210")
    old = time.time() - age
    os.utime(tmp_path / ".grove.new-0123456789abcdef", (old, old))
    with lock(tmp_path, "grove"):
        assert names(tmp_path) == [".grove.new-fedcba9876543210", ".locks"]


def test_windows_has_locks_of_its_own(tmp_path, monkeypatch):
    """They do not wait; so they are tried until they are to be had."""
    taken = threading.Lock()

    def locking(_file, how, size):
        assert (how, size) == (2, 1)
        if not taken.acquire(blocking=False):
            raise OSError(13, "Permission denied")

    monkeypatch.setattr(module, "fcntl", None)
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    order = []

    def second():
        with lock(tmp_path, "grove") as held:
            order.append(held)

    with lock(tmp_path, "grove") as held:
        order.append("first")
        other = threading.Thread(target=second)
        other.start()
        other.join(0.1)
        assert held
        assert order == ["first"]
        taken.release()
    other.join(5)
    assert order == ["first", True]

"""Locks of game outputs, and the cleanup after killed builds."""

from __future__ import annotations

import os
import sys
import threading

import pytest
from patience import PATIENCE

from punchboard.problem import ProblemsFound
from punchboard.write import OutputFolder, lock
from punchboard.write.lock import STALE_SECONDS

LOCKS = sys.modules[lock.__module__]


def left(output, *names):
    """Create leftovers of killed builds, and the locks of their games."""
    for name in names:
        (output / name).mkdir(parents=True)
        (output / name / "left.txt").touch()


def no_locks(_file, **_how):
    raise OSError(37, "No locks available")


def names(output):
    return sorted(path.name for path in output.iterdir())


def test_leftovers_of_another_games_killed_build_are_removed(tmp_path):
    """That game may never be built again; an output that was moved aside is restored."""
    for game in ("shore", "fen"):
        with lock(tmp_path, game):
            pass
    left(tmp_path, ".shore.new", ".shore.old", "shore", ".fen.old")
    with lock(tmp_path, "grove") as held:
        assert held
    assert names(tmp_path) == [".locks", "fen", "shore"]


def test_unfinished_cache_files_of_a_killed_build_are_removed(tmp_path):
    """Those of a running process stay."""
    cache = tmp_path / ".cache"
    cache.mkdir()
    for name in ("grove.json", "grove.json.999999999.new", f"files.json.{os.getpid()}.new", "files.json.new"):
        (cache / name).touch()
    with lock(tmp_path, "grove"):
        assert names(cache) == [f"files.json.{os.getpid()}.new", "files.json.new", "grove.json"]


def test_the_folder_of_a_running_build_stays(tmp_path):
    """That build holds its lock."""
    with lock(tmp_path, "shore"):
        left(tmp_path, ".shore.new")
        with lock(tmp_path, "grove"):
            assert names(tmp_path) == [".locks", ".shore.new"]


def test_folders_of_other_programs_stay(tmp_path):
    """No game was ever built here under that name."""
    left(tmp_path, ".mine.new", ".config", "new", ".cache")
    with lock(tmp_path, "grove"):
        assert names(tmp_path) == [".cache", ".config", ".locks", ".mine.new", "new"]


def test_a_folder_in_the_place_of_a_lock_file_is_named(tmp_path):
    """The user can then move it."""
    left(tmp_path, ".locks/grove")
    with pytest.raises(ProblemsFound) as caught, lock(tmp_path, "grove"):
        pass
    assert caught.value.problems[0].place.file == str(tmp_path / ".locks" / "grove")


def test_a_build_works_on_a_disk_without_locks(tmp_path, monkeypatch):
    """A network disk may have no locks."""
    monkeypatch.setattr(LOCKS, "lock_descriptor", no_locks)
    with lock(tmp_path, "grove") as held:
        assert not held


def test_a_build_works_on_a_system_without_locks(tmp_path, monkeypatch):
    """Two simultaneous builds have separate folders, and the last one wins."""
    monkeypatch.setattr(LOCKS, "lock_descriptor", no_locks)
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
def test_old_leftovers_of_a_build_without_a_lock_are_removed(tmp_path, age):
    """A recent folder may be in use; a clock that was set back does not keep it for ever."""
    left(tmp_path, ".grove.new-0123456789abcdef", ".grove.new-fedcba9876543210")
    aged = tmp_path / ".grove.new-0123456789abcdef"
    old = aged.stat().st_mtime - age
    os.utime(aged, (old, old))
    with lock(tmp_path, "grove"):
        assert names(tmp_path) == [".grove.new-fedcba9876543210", ".locks"]


def test_a_second_build_of_a_game_waits_for_the_first(tmp_path, monkeypatch):
    """It then has the lock."""
    order, tried, real = [], threading.Event(), LOCKS.lock_descriptor

    def noted(file, **how):
        if threading.current_thread() is other:
            tried.set()
        return real(file, **how)

    monkeypatch.setattr(LOCKS, "lock_descriptor", noted)

    def second():
        with lock(tmp_path, "grove") as held:
            order.append(held)

    other = threading.Thread(target=second)
    with lock(tmp_path, "grove"):
        other.start()
        assert tried.wait(PATIENCE)
        order.append("first")
    other.join(PATIENCE)
    assert order == ["first", True]

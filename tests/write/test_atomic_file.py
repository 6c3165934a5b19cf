"""One file that is there whole, or as it was."""

import os
import stat

import pytest

from punchboard.problem import ProblemsFound
from punchboard.write.atomic_file import write_atomically


def test_a_file_and_the_folders_above_it_are_made(tmp_path):
    """What was there before is replaced; nothing else is left beside it, and others may read it."""
    path = tmp_path / "a" / "b" / "laser.yaml"
    for data in (b"one", b"two"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    """A full disk is FILE004, the old file stays, and no half one lies beside it."""
    path = tmp_path / "laser.yaml"
    path.write_bytes(b"old")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(ProblemsFound) as raised:
        write_atomically(path, b"new")
    (problem,) = raised.value.problems
    assert (problem.rule, problem.message) == ("FILE004", "cannot write: no space left on device")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_is_taken_is_a_problem(tmp_path):
    """By a folder, or below a file."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "folder", tmp_path / "file" / "laser.yaml"):
        with pytest.raises(ProblemsFound, match="FILE004"):
            write_atomically(path, b"")

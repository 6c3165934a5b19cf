"""Files are written completely, or stay as they were."""

import os
import stat
from functools import partial

import pytest

from punchboard.problem import ProblemsFound
from punchboard.write.atomic_file import write_atomically, write_new_folder


def test_a_file_and_its_parent_folders_are_created(tmp_path):
    """An old file is replaced, no temporary file remains, and other users can read the file."""
    path = tmp_path / "a" / "b" / "laser.yaml"
    for data in (b"one", b"two"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.skipif(os.name != "posix", reason="modes are those of Unix")
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o640])
def test_a_replaced_file_keeps_its_mode_owner_and_group(tmp_path, mode):
    """A private file does not become public by an edit, and a group can still write its file."""
    path = tmp_path / "cards.csv"
    path.write_bytes(b"one")
    if os.geteuid() == 0:
        os.chown(path, 1, 2)
    path.chmod(mode)
    old = path.stat()
    write_atomically(path, b"two")
    now = path.stat()
    assert path.read_bytes() == b"two"
    assert (stat.S_IMODE(now.st_mode), now.st_uid, now.st_gid) == (mode, old.st_uid, old.st_gid)


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    """A full disk is FILE004, the old file stays, and no partial file remains."""
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
    """The place is a folder, or inside a file."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "folder", tmp_path / "file" / "laser.yaml"):
        with pytest.raises(ProblemsFound, match="FILE004"):
            write_atomically(path, b"")


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path):
    """For a file and for a new folder alike; disk space and permissions have nothing to do with it."""
    (tmp_path / "catalog").write_bytes(b"")
    game = tmp_path / "catalog" / "owls"
    for write in (partial(write_new_folder, game, {"x": b""}), partial(write_atomically, game / "game.yaml", b"")):
        with pytest.raises(ProblemsFound) as raised:
            write()
        (problem,) = raised.value.problems
        assert problem.message == f"cannot write: {tmp_path / 'catalog'} is a file, and a folder is needed there"
        assert problem.hint == "move or rename that file, or choose another place"

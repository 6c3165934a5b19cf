"""Replacing one folder by another on systems that swap folders in one step, and on those that do not."""

from pathlib import Path

import pytest

from punchboard.problem import ProblemsFound
from punchboard.system import files
from punchboard.write import OutputFolder
from punchboard.write.lock import recover

MANIFEST = '{"made_by":"punchboard 0.1.0"}'


class Library:
    """A C library with some functions, which record how they are called."""

    def __init__(self, *names, result=0):
        self.calls = []
        for name in names:
            setattr(self, name, lambda *arguments: self.calls.append(arguments) or result)


@pytest.mark.parametrize(
    ("library", "arguments"),
    [(Library("renameat2"), (-100, b"one", -100, b"two", 2)), (Library("renamex_np"), (b"one", b"two", 2))],
    ids=["Linux", "macOS"],
)
def test_linux_and_macos_swap_folders_by_a_call_of_their_own(monkeypatch, library, arguments):
    """With the flag that exchanges the two."""
    monkeypatch.setattr(files, "_c_library", lambda: library)
    assert files.swap_folders(Path("one"), Path("two"))
    assert library.calls == [arguments]


@pytest.mark.parametrize(
    "library", [Library("renameat2", result=-1), Library("renamex_np", result=-1), Library(), None]
)
def test_a_system_or_disk_that_cannot_swap_says_so(monkeypatch, library):
    """An older C library, a network disk, or Windows."""
    monkeypatch.setattr(files, "_c_library", lambda: library)
    assert not files.swap_folders(Path("one"), Path("two"))


def test_windows_is_not_asked_for_a_c_library(monkeypatch):
    """It has none under that name."""
    monkeypatch.setattr("sys.platform", "win32")
    assert not files.swap_folders(Path("one"), Path("two"))


@pytest.mark.parametrize("killed_at", range(3))
@pytest.mark.parametrize("library", [Library(), None], ids=["without renameat2", "Windows"])
def test_an_exchange_in_two_steps_never_leaves_neither_folder(tmp_path, monkeypatch, killed_at, library):
    """Killed before, between or after its two renames, a build leaves an output that the next build finds whole."""
    final = tmp_path / "grove"
    final.mkdir()
    (final / "manifest.json").write_text(MANIFEST)
    (final / "a.txt").write_text("old")
    monkeypatch.setattr(files, "_c_library", lambda: library)
    rename, done = Path.rename, []

    def killable(path, target):
        if len(done) == killed_at:
            raise KeyboardInterrupt
        done.append(target)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", killable)
    folder = OutputFolder(tmp_path, "grove", keep_old=False)
    folder.__enter__()
    folder.write("manifest.json", MANIFEST.encode())
    folder.write("a.txt", b"new")
    if killed_at < 2:
        with pytest.raises(KeyboardInterrupt):
            folder.exchange()
    else:
        folder.exchange()
    assert final.is_dir() or ((tmp_path / ".grove.old").is_dir() and (tmp_path / ".grove.new").is_dir())
    monkeypatch.setattr(Path, "rename", rename)
    recover(final, tmp_path / ".grove.old")
    assert (final / "a.txt").read_text() == ("new" if killed_at == 2 else "old")


def test_a_second_rename_that_fails_is_undone(tmp_path, monkeypatch):
    """The old output is back in its place."""
    final = tmp_path / "grove"
    final.mkdir()
    (final / "manifest.json").write_text(MANIFEST)
    monkeypatch.setattr(files, "_c_library", lambda: None)
    rename = Path.rename

    def refused(path, target):
        if path.name == ".grove.new":
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    with OutputFolder(tmp_path, "grove", keep_old=False) as folder:
        folder.write("a.txt", b"new")
        with pytest.raises(ProblemsFound):
            folder.exchange()
    assert [path.name for path in tmp_path.iterdir()] == ["grove"]
    assert (final / "manifest.json").read_text() == MANIFEST


def test_windows_is_asked_again_while_a_virus_scanner_reads_the_new_folder(tmp_path, monkeypatch):
    """The folder is renamed as soon as its files are closed."""
    (tmp_path / "one").mkdir()
    rename, refusals = Path.rename, [PermissionError(13, "in use"), PermissionError(13, "in use")]

    def busy(path, target):
        if refusals:
            raise refusals.pop()
        return rename(path, target)

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(files, "PAUSE", 0)
    monkeypatch.setattr(Path, "rename", busy)
    files.rename_folder(tmp_path / "one", tmp_path / "two")
    assert [path.name for path in tmp_path.iterdir()] == ["two"]

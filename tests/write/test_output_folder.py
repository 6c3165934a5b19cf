import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import punchboard.write as module
from punchboard.build_result import FileRecord
from punchboard.model.snapshot import Snapshot
from punchboard.problem import ProblemsFound
from punchboard.system.files import swap_folders
from punchboard.write import OutputFolder, game_summary, lock, manifest

KEPT = FileRecord("rules/a.txt", "rulebook", 2, 0, 3, sha256(b"old").hexdigest())
MANIFEST = (
    '{"game":{"id":"grove"},"made_by":"punchboard 0.1.0",\n"files": [\n'
    f"{json.dumps(KEPT.manifest_entry())}\n],\n"
    '"components": [\n\n]\n}\n'
)


@pytest.fixture(params=[True, False], ids=["one step", "two steps"])
def exchanging(request, monkeypatch):
    """Both kinds of exchange: on systems that can swap two folders, and on others."""
    if not request.param:
        monkeypatch.setattr(module, "swap_folders", lambda one, other: False)


@pytest.fixture
def old(tmp_path):
    """An output folder with one good file of a game, and its manifest."""
    good = tmp_path / "grove" / "rules" / "a.txt"
    good.parent.mkdir(parents=True)
    good.write_text("old")
    (tmp_path / "grove" / "manifest.json").write_text(MANIFEST)
    return tmp_path


def files(folder):
    """Return the texts of all files but manifests by their paths."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def build(output, *paths, keep=False):
    """Make a game's output with files that all contain the same word."""
    with OutputFolder(output, "grove", keep_old=keep) as folder:
        for path in paths:
            folder.write(path, b"new")
        folder.exchange()


def refusal(caught):
    (problem,) = caught.value.problems
    assert problem.rule == "FILE004"
    assert "the last good output is untouched" in problem.hint
    return problem


def test_a_new_output_takes_the_place_of_the_old(old, exchanging):
    """Files that are not rebuilt are gone; nothing else remains in the folder."""
    with OutputFolder(old, "grove", keep_old=False) as folder:
        folder.write("b/c.txt", b"new")
        assert files(old / "grove") == {"rules/a.txt": "old"}
        folder.exchange()
    assert files(old) == {"grove/b/c.txt": "new"}
    assert [path.name for path in old.iterdir()] == ["grove"]


def test_the_first_output_of_a_game_is_made(tmp_path, exchanging):
    """There is no old output to replace."""
    with OutputFolder(tmp_path, "grove", keep_old=False) as folder:
        folder.write("a.txt", b"new")
        folder.exchange()
    assert files(tmp_path) == {"grove/a.txt": "new"}


def test_an_output_that_was_not_exchanged_is_removed(old):
    """A failed build leaves the last good output, and nothing else."""
    with OutputFolder(old, "grove", keep_old=False) as folder:
        folder.write("a.txt", b"new")
    assert files(old) == {"grove/rules/a.txt": "old"}
    assert [path.name for path in old.iterdir()] == ["grove"]


def test_only_keeps_the_files_of_other_products(old, exchanging):
    """A rebuilt file replaces only its own old file; kept files of the old output do not change."""
    with OutputFolder(old, "grove", keep_old=True) as folder:
        folder.write("b.txt", b"new")
        folder.write("rules/a.txt", b"newer")
        assert files(old / "grove") == {"rules/a.txt": "old"}
        folder.exchange()
    assert files(old) == {"grove/rules/a.txt": "newer", "grove/b.txt": "new"}


def test_kept_files_are_copied_where_they_cannot_be_linked(old, monkeypatch):
    """Some disks have no links."""

    def refuse(*_paths):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with OutputFolder(old, "grove", keep_old=True) as folder:
        folder.write("b.txt", b"new")
        folder.exchange()
    assert files(old) == {"grove/rules/a.txt": "old", "grove/b.txt": "new"}


def test_kept_files_are_copied_where_the_system_has_no_links(old, monkeypatch):
    """As in a browser."""
    monkeypatch.delattr(os, "link")
    with OutputFolder(old, "grove", keep_old=True) as folder:
        folder.write("b.txt", b"new")
        folder.exchange()
    assert files(old) == {"grove/rules/a.txt": "old", "grove/b.txt": "new"}


def test_records_of_kept_files_come_from_the_old_manifest(old, tiny_game):
    """The new manifest lists all files; without an old manifest no file is kept."""
    with OutputFolder(old, "grove", keep_old=True) as folder:
        assert folder.kept_records() == (KEPT,)
    made = manifest(game_summary(tiny_game().game), "1.0", [KEPT], Snapshot("grove", "1.0", {}))
    (old / "grove" / "manifest.json").write_bytes(made)
    with OutputFolder(old, "grove", keep_old=True) as folder:
        assert folder.kept_records() == (KEPT,)
    (old / "grove" / "manifest.json").write_bytes(b"")
    with OutputFolder(old, "grove", keep_old=True) as folder:
        assert folder.kept_records() == ()


def test_the_next_build_cleans_up_after_a_killed_one(old):
    """Its new folder and the old one that it had moved aside are removed."""
    for name in (".grove.new", ".grove.old"):
        (old / name).mkdir()
        (old / name / "left.txt").write_text("left")
    with OutputFolder(old, "grove", keep_old=False) as folder:
        folder.write("a.txt", b"new")
        folder.exchange()
    assert files(old) == {"grove/a.txt": "new"}


def test_an_output_put_aside_by_a_killed_build_comes_back(old):
    """A build killed between the two steps of an exchange left the last good output under another name."""
    (old / "grove").rename(old / ".grove.old")
    with OutputFolder(old, "grove", keep_old=False):
        assert files(old / "grove") == {"rules/a.txt": "old"}
    assert files(old) == {"grove/rules/a.txt": "old"}


@pytest.mark.unix
def test_a_build_that_is_killed_leaves_the_last_good_output(old):
    """The process dies in the middle of a write; the next build works."""
    script = (
        "import os, signal, sys; from pathlib import Path; from punchboard.write import OutputFolder\n"
        "with OutputFolder(Path(sys.argv[1]), 'grove', keep_old=False) as folder:\n"
        "    folder.write('a.txt', b'new'); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    run = subprocess.run([sys.executable, "-c", script, str(old)], check=False)
    assert run.returncode == -9
    assert files(old / "grove") == {"rules/a.txt": "old"}
    with OutputFolder(old, "grove", keep_old=False) as folder:
        folder.write("a.txt", b"new")
        folder.exchange()
    assert files(old) == {"grove/a.txt": "new"}


def test_a_full_disk_leaves_the_last_good_output(old, monkeypatch):
    """There is no space for the third file: one problem names it, and the old output is complete."""
    write = Path.write_bytes
    count = iter(range(10))

    def full(path, data):
        if next(count) == 2:
            write(path, data[:1])
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ProblemsFound) as caught:
        build(old, "a.txt", "b.txt", "c.txt", "d.txt")
    problem = refusal(caught)
    assert problem.message == "cannot write: no space left on device"
    assert problem.place.file == str(old / "grove" / "c.txt")
    assert files(old) == {"grove/rules/a.txt": "old"}


def test_a_failed_exchange_restores_the_old_output(old, monkeypatch):
    """The second of two steps fails; the first is undone."""
    monkeypatch.setattr(module, "swap_folders", lambda one, other: False)
    rename = Path.rename

    def refuse(path, target):
        if path.name == ".grove.new":
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(ProblemsFound) as caught:
        build(old, "a.txt")
    assert refusal(caught).message == "cannot write: input/output error"
    assert files(old) == {"grove/rules/a.txt": "old"}


@pytest.mark.parametrize("keep", [True, False])
def test_a_file_in_the_place_of_the_folder_stays(tmp_path, keep):
    """It may be the user's; the problem names it."""
    (tmp_path / "grove").write_text("mine")
    with pytest.raises(ProblemsFound) as caught:
        build(tmp_path, "a.txt", keep=keep)
    assert refusal(caught).place.file == str(tmp_path / "grove")
    assert files(tmp_path) == {"grove": "mine"}


def test_a_file_in_the_place_of_the_output_is_a_problem(tmp_path):
    """``output`` itself cannot be made."""
    (tmp_path / "output").write_text("mine")
    with pytest.raises(ProblemsFound) as caught, lock(tmp_path / "output", "grove"):
        pass
    assert refusal(caught).place.file == str(tmp_path / "output")


def test_a_file_in_the_place_of_a_products_folder_is_a_problem(tmp_path):
    """A product's folder has the name of another product's file."""
    with pytest.raises(ProblemsFound) as caught:
        build(tmp_path, "a", "a/b.txt")
    assert refusal(caught).place.file == str(tmp_path / "grove" / "a" / "b.txt")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="the read-only place of this test is Linux's /proc")
def test_a_place_that_cannot_be_written_is_a_problem():
    """Not even root can write there, so the test does not depend on permissions."""
    with pytest.raises(ProblemsFound) as caught, lock(Path("/proc/self/output"), "grove"):
        pass
    assert refusal(caught).place.file == "/proc/self/output"


@pytest.mark.unix
def test_a_folder_without_permissions_is_a_problem_for_an_ordinary_user(tmp_path):
    """The child process gives up root; a folder that it may only read stays unchanged."""
    output = tmp_path / "output"
    (output / "grove").mkdir(parents=True)
    (output / "grove" / "a.txt").write_text("old")
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from punchboard.problem import ProblemsFound\n"
        "from punchboard.write import OutputFolder, lock\n"
        "output = Path(sys.argv[1])\n"
        "os.chdir(output)\n"
        "if os.geteuid() == 0:\n"
        "    os.setgid(65534); os.setuid(65534)\n"
        "for place in (lock(Path('.'), 'grove'), OutputFolder(Path('.'), 'grove', keep_old=False)):\n"
        "    try:\n"
        "        place.__enter__()\n"
        "    except ProblemsFound as found:\n"
        "        print(found.problems[0].rule, found.problems[0].message)\n"
    )
    (output / "grove" / "manifest.json").write_text(MANIFEST)
    output.chmod(0o555)
    try:
        run = subprocess.run(
            [sys.executable, "-c", script, str(output)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": ":".join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"},
        )
    finally:
        output.chmod(0o755)
    assert run.stdout.splitlines() == ["FILE004 cannot write: permission denied"] * 2, run.stderr
    assert files(output) == {"grove/a.txt": "old"}


def test_folders_are_swapped_or_left_alone(tmp_path):
    """The result says whether they were swapped."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "name.txt").write_text(name)
    swapped = swap_folders(tmp_path / "one", tmp_path / "two")
    assert ((tmp_path / "one" / "name.txt").read_text() == "two") is swapped
    assert not swap_folders(tmp_path / "one", tmp_path / "three")


def test_a_folder_that_is_not_an_output_is_never_replaced(tmp_path):
    """``--out catalog`` would replace, and so delete, the game itself."""
    (tmp_path / "grove").mkdir()
    (tmp_path / "grove" / "game.yaml").write_text("title: Mine")
    (tmp_path / "grove" / "manifest.json").write_text('{"name": "a page of mine"}')
    for name in ("manifest.json", "game.yaml"):
        with pytest.raises(ProblemsFound) as caught:
            build(tmp_path, "a.txt")
        (problem,) = caught.value.problems
        assert (problem.rule, problem.place.file) == ("FILE004", str(tmp_path / "grove"))
        assert "a build would delete this folder" in problem.hint
        assert (tmp_path / "grove" / name).exists()
        (tmp_path / "grove" / name).unlink()
    build(tmp_path, "a.txt")
    assert files(tmp_path) == {"grove/a.txt": "new"}


def test_an_output_whose_manifest_a_power_cut_left_empty_is_replaced(old):
    """It must be an output of this program."""
    (old / "grove" / "manifest.json").write_bytes(b"\0" * 100)
    build(old, "a.txt")
    assert files(old) == {"grove/a.txt": "new"}


def test_a_link_in_the_place_of_an_output_is_not_followed(old, tmp_path_factory):
    """Its target may not be an output; the link is reported, and nothing is changed."""
    other = tmp_path_factory.mktemp("other")
    (other / "mine.txt").write_text("mine")
    (old / "shore").symlink_to(other)
    with pytest.raises(ProblemsFound) as caught, OutputFolder(old, "shore", keep_old=False):
        pass
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place.file) == ("FILE004", str(old / "shore"))
    assert "a link" in problem.message
    assert files(other) == {"mine.txt": "mine"}


@pytest.mark.parametrize("lay", ["file", "folder", "link"])
@pytest.mark.parametrize("name", [".grove.new", ".grove.old"])
def test_anything_in_the_place_of_the_new_output_is_removed(old, tmp_path_factory, name, lay):
    """Of a link, only the link is removed."""
    other = tmp_path_factory.mktemp("other")
    (other / "mine.txt").write_text("mine")
    if lay == "folder":
        shutil.copytree(other, old / name)
    elif lay == "link":
        (old / name).symlink_to(other)
    else:
        (old / name).write_text("left")
    build(old, "a.txt")
    assert [path.name for path in old.iterdir()] == ["grove"]
    assert files(other) == {"mine.txt": "mine"}


def test_a_leftover_that_cannot_be_removed_is_named(old, monkeypatch):
    """The user can then delete it."""
    (old / ".grove.new").mkdir()

    def refuse(_path):
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(module, "remove", refuse)
    with pytest.raises(ProblemsFound) as caught:
        build(old, "a.txt")
    (problem,) = caught.value.problems
    assert problem.place.file == str(old / ".grove.new")
    assert problem.hint == "an earlier build left this folder; delete it and build again"
    assert files(old / "grove") == {"rules/a.txt": "old"}


@pytest.mark.parametrize("damage", ["empty", "gone", "folder", "link"])
def test_a_changed_file_is_not_kept(old, damage):
    """Its record, for example after a power cut, would be wrong."""
    path = old / "grove" / "rules" / "a.txt"
    path.unlink()
    if damage == "empty":
        path.touch()
    elif damage == "folder":
        path.mkdir()
    elif damage == "link":
        path.symlink_to("/etc/hostname")
    with OutputFolder(old, "grove", keep_old=True) as folder:
        assert folder.kept_records() == ()
        folder.write("b.txt", b"new")
        folder.exchange()
    assert files(old) == {"grove/b.txt": "new"}


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/hostname", "linked/secret.txt"])
def test_files_outside_the_output_are_not_kept(old, path):
    """The manifest may come from a stranger, in an unpacked folder."""
    (old / "secret.txt").write_text("secret")
    (old / "grove" / "linked").symlink_to(old)
    size = len(Path("/etc/hostname").read_bytes()) if path.startswith("/") else 6
    record = json.dumps(KEPT._replace(path=path, size=size).manifest_entry())
    (old / "grove" / "manifest.json").write_text('{"made_by":"punchboard 0","files": [\n' + record + "\n],\n}")
    with OutputFolder(old, "grove", keep_old=True) as folder:
        assert folder.kept_records() == ()


@pytest.mark.parametrize("other", ["Rules/A.txt", "rules/A.TXT"])
def test_two_names_that_are_equal_on_some_disks_are_a_problem(tmp_path, other):
    """There, one file would replace the other, and the manifest would list both."""
    with pytest.raises(ProblemsFound) as caught:
        build(tmp_path, "rules/a.txt", other)
    assert "'rules/a.txt' has the same name" in caught.value.problems[0].message


def test_the_same_file_may_be_written_twice(tmp_path):
    """The second version replaces the first."""
    build(tmp_path, "a.txt", "a.txt")
    assert files(tmp_path) == {"grove/a.txt": "new"}


@pytest.mark.parametrize("keep", [False, True])
def test_an_output_deleted_in_the_middle_of_a_build_is_an_error(old, keep):
    """A build whose first files another program deleted ends with an error, never with a part of its files."""
    with OutputFolder(old, "grove", keep_old=keep) as folder:
        folder.write("a.txt", b"new")
        shutil.rmtree(old)
        folder.write("b.txt", b"new")
        with pytest.raises(ProblemsFound) as caught:
            folder.exchange()
    (problem,) = caught.value.problems
    assert problem.rule == "FILE004"
    assert problem.place.file.endswith("rules/a.txt" if keep else "grove/a.txt")
    assert "deleted it during the build" in problem.message
    assert files(old) == {}

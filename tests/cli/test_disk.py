"""Disk errors during a build: no permission, a full disk, a killed process. The last good output stays complete."""

import ctypes
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

from punchboard import write
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import BuildHooks, build
from punchboard.problem import Severity
from punchboard.system.files import swap_folders

pytestmark = [pytest.mark.slow, pytest.mark.unix]

LIBC = ctypes.CDLL(None)
NOBODY = 65534


def refusal(ran):
    """Return the one problem line of a run that could not write."""
    lines = ran.err.splitlines()
    problems = [line for line in lines if ": error FILE004: " in line]
    assert (ran.status, len(problems)) == (1, 1), ran
    assert lines[-1] == "1 error"
    return problems[0]


def change(workspace):
    """Change a card, so that a build that got through would show it."""
    cards = workspace.path / "catalog" / "grove" / "cards.csv"
    cards.write_text(cards.read_text().replace("Draw two", "Draw nine"))


@pytest.fixture
def built(grove):
    """A workspace with a good output, whose game has since been changed, and the bytes of that output."""
    assert grove.run("build").status == 0
    before = grove.snapshot()
    change(grove)
    return grove, before


def without_rights():
    """In the child: give up root's right to pass over permissions; as root without it, or else as nobody."""
    if os.getuid() != 0:
        return
    drop_from_bounding_set, dac_override, dac_read_search, fowner = 24, 1, 2, 3
    dropped = [LIBC.prctl(drop_from_bounding_set, right, 0, 0, 0) for right in (dac_override, dac_read_search, fowner)]
    if any(dropped):
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def test_an_output_that_may_not_be_written_is_one_error(built):
    """Without the right to write in output/: one error that names it, status 1, and not a byte changed."""
    workspace, before = built
    for path in (workspace.output, *workspace.output.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    ran = workspace.run_alone("build", preexec_fn=without_rights)
    for path in (workspace.output, *workspace.output.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert "output" in refusal(ran)
    assert "permission denied" in refusal(ran)
    assert workspace.snapshot() == before


def test_without_root_rights_a_build_succeeds(grove):
    """The control of the test above: only the permissions make it fail."""
    place = grove.path / "free"
    place.mkdir()
    ran = grove.run_alone("build", "--out", place, "--only", "sheets/fronts", preexec_fn=without_rights)
    assert ran.status == 0, ran.err


@pytest.mark.parametrize("place", ["/proc/punchboard", "/sys/punchboard"])
def test_a_place_where_nobody_can_write_is_one_error(grove, place):
    """Where even root cannot make a folder: one error that names the place."""
    assert place in refusal(grove.run("build", "--out", place))


def test_a_file_in_the_place_of_the_output_is_one_error(grove):
    """A file named output stays as it is."""
    grove.output.write_text("mine")
    assert "output" in refusal(grove.run("build"))
    assert grove.output.read_text() == "mine"


def test_a_file_in_the_place_of_the_games_output_is_one_error(grove):
    """A file at output/grove stays as it is, and nothing is left beside it."""
    grove.output.mkdir()
    (grove.output / "grove").write_text("mine")
    assert "output/grove" in refusal(grove.run("build"))
    assert grove.snapshot() == {"grove": b"mine"}
    assert sorted(path.name for path in grove.output.iterdir()) == [".locks", "grove"]


@pytest.mark.parametrize("limit", [0, 5000, 11500])
def test_a_disk_that_fills_up_in_the_middle_of_a_write_is_one_error(built, limit):
    """When a file cannot grow beyond a limit: one error that names the file, and the last good output untouched."""
    workspace, before = built

    def small_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    line = refusal(workspace.run_alone("build", preexec_fn=small_disk))
    assert line.startswith("output/grove/")
    assert workspace.snapshot() == before
    assert not list(workspace.output.glob(".grove.*"))
    assert workspace.run("build").status == 0
    assert workspace.snapshot() != before


@pytest.mark.parametrize("spare", [0, 3, 6])
def test_no_space_left_at_any_file_is_one_error(built, monkeypatch, spare):
    """ENOSPC at the first, the fourth or the seventh file: the problem names it, and the old output stays."""
    workspace, before = built
    written = []
    write_bytes = Path.write_bytes

    def filling(path, data):
        if len(written) == spare:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(path)
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", filling)
    done = build("grove", BuildOptions(workspace.path, workspace.output))
    monkeypatch.undo()
    (problem,) = done.problems
    assert (problem.rule, done.has_errors) == ("FILE004", True)
    assert "no space left" in problem.message
    assert workspace.snapshot() == before


def test_a_disk_that_refuses_the_exchange_keeps_the_old_output(built, monkeypatch):
    """When the new folder cannot take the old one's place, the old one stands as before and the new one is gone."""
    workspace, before = built
    rename = Path.rename

    def stubborn(path, target):
        if path.name == ".grove.new":
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr("punchboard.write.swap_folders", lambda _one, _other: False)
    monkeypatch.setattr(Path, "rename", stubborn)
    done = build("grove", BuildOptions(workspace.path, workspace.output))
    assert [problem.rule for problem in done.problems] == ["FILE004"]
    assert workspace.snapshot() == before
    assert not list(workspace.output.glob(".grove.*"))


def test_the_exchange_works_where_folders_cannot_be_swapped_in_one_step(built, monkeypatch):
    """On such a disk two renames do it: the new output is whole and nothing is left beside it."""
    workspace, before = built
    monkeypatch.setattr("punchboard.write.swap_folders", lambda _one, _other: False)
    assert not build("grove", BuildOptions(workspace.path, workspace.output)).has_errors
    after = workspace.snapshot()
    assert sorted(after) == sorted(before)
    assert after != before
    assert not list(workspace.output.glob(".grove.*"))


def test_two_folders_are_swapped_in_one_step(tmp_path):
    """Where the system can exchange two folders, each has the other's files afterwards; where not, nothing changed."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    done = swap_folders(tmp_path / "one", tmp_path / "two")
    assert (tmp_path / "one" / ("two" if done else "one")).exists()
    assert (tmp_path / "two" / ("one" if done else "two")).exists()


def test_an_output_left_between_two_renames_is_restored(grove):
    """A build killed when the old output had just been moved aside: the next one, even if it fails, finds it again."""
    grove.run("build")
    before = grove.snapshot()
    (grove.output / "grove").rename(grove.output / ".grove.old")
    (grove.output / ".grove.new").mkdir()
    assert grove.run("build", "--only", "sheets/fronts").status == 0
    assert grove.snapshot() == before
    assert not list(grove.output.glob(".grove.*"))


def test_two_builds_at_once_both_succeed(grove):
    """Two builds in one folder wait for each other; both end with status 0, and the output is that of one build."""
    grove.run("build")
    before = grove.snapshot()
    running = [grove.start("build") for _ in range(3)]
    errors = [process.communicate(timeout=PATIENCE)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], errors
    assert errors == [b"", b"", b""]
    assert grove.snapshot() == before


def build_until(step, workspace, only):
    """In a forked child, build and die at a file operation; return whether it lived to the end."""
    child = os.fork()
    if child == 0:
        left = [step]

        def counted(work):
            def run(*args, **more):
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left[0] -= 1
                return work(*args, **more)

            return run

        for name in ("write_bytes", "mkdir", "rename", "unlink"):
            setattr(Path, name, counted(getattr(Path, name)))
        write.swap_folders, shutil.rmtree = counted(write.swap_folders), counted(shutil.rmtree)
        done = build("grove", BuildOptions(workspace.path, workspace.output, only))
        os._exit(1 if done.has_errors else 0)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in {0, -signal.SIGKILL}
    return code == 0


@pytest.mark.parametrize(("only", "every"), [(("components",), 1), pytest.param((), 4, marks=pytest.mark.slow)])
def test_a_build_killed_at_a_step_of_writing_leaves_a_whole_output(grove, only, every):
    """Killed before each of its file operations in turn, a build leaves the old output or the new one, never a part.

    Of all products, it is killed before every fourth. The build after them is right, and nothing is left behind.
    """
    options = [word for product in only for word in ("--only", product)]
    grove.run("build", *options)
    before = grove.snapshot("output/grove")
    shutil.copytree(grove.output, grove.path / "unharmed")
    change(grove)
    seen = []
    for step in range(0, 60 * every, every):
        lived = build_until(step, grove, only)
        seen.append(grove.snapshot("output/grove"))
        if lived:
            break
    after = seen[-1]
    assert lived
    assert len(seen) > 10
    assert after != before
    assert [step for step, found in enumerate(seen) if found not in (before, after)] == []
    assert not list(grove.output.glob(".grove.*"))
    build("grove", BuildOptions(grove.path, grove.path / "unharmed", only))
    assert after == grove.snapshot("unharmed/grove")


@pytest.mark.parametrize("only", [(), ("components",)])
def test_an_output_deleted_in_the_middle_of_a_build_is_one_error(built, only):
    """Whoever deletes the output while files are written gets an error, never a part of the files and status 0."""
    grove, _ = built
    deleted = []

    def delete_once(*_progress):
        if not deleted:
            shutil.rmtree(grove.output)
            deleted.append(True)

    result = build("grove", BuildOptions(grove.path, grove.output, only), BuildHooks(progress=delete_once))
    (problem,) = (problem for problem in result.problems if problem.severity is Severity.ERROR)
    assert problem.rule == "FILE004"
    assert "another program deleted it during the build" in problem.message
    assert not (grove.output / "grove").exists()


INTERRUPTED = """
import os, signal, sys
from pathlib import Path

known, written = Path.write_bytes, []

def write_bytes(path, data):
    written.append(path)
    if len(written) == 4:
        os.kill(os.getpid(), signal.SIGINT)
    return known(path, data)

Path.write_bytes = write_bytes
from punchboard.cli import run

run()
"""


def test_an_interrupted_build_ends_without_a_traceback(built):
    """Ctrl-C at its fourth file ends a build with status 130, silently, and the last good output stays."""
    workspace, before = built
    process = workspace.start_command(
        [sys.executable, "-c", INTERRUPTED, "build"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")
    assert workspace.snapshot() == before
    assert not list(workspace.output.glob(".grove.*"))

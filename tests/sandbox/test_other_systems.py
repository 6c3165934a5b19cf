"""The sandbox on systems without Landlock, without system calls of Linux, or without limits."""

import subprocess
import sys

import pytest

from punchboard.cli.commands import preview
from punchboard.sandbox import kernel, restrictions
from punchboard.sandbox.job import LIMITS, SAFER

ENTER = """
import sys, sysconfig
import punchboard.load, punchboard.sandbox.restrictions as restrictions
from punchboard.sandbox.job import LIMITS
sysconfig.get_paths()
sys.platform, sys.modules["resource"] = "win32", None
print(restrictions.enter_sandbox((), LIMITS))
try:
    open("made-by-a-game", "w")
except PermissionError:
    print("refused")
"""


@pytest.fixture
def without_linux(monkeypatch):
    """A system with another kernel."""
    monkeypatch.setattr("sys.platform", "darwin")


def test_another_kernel_has_none_of_the_restrictions_of_linux(without_linux):
    """Each says that it is not in force, and does nothing."""
    assert kernel.version() == 0
    assert not kernel.restrict_files(())
    assert not kernel.restrict_calls()
    assert not kernel.drop_capabilities()


def test_a_kernel_without_landlock_says_so(monkeypatch):
    """Linux before 5.13, or one that was built without it, refuses the call."""

    class Library:
        def syscall(self, *_arguments):
            return -1

    monkeypatch.setattr(kernel, "c_library", Library)
    assert kernel.version() == 0
    assert not kernel.restrict_files(("/usr",))


def test_an_unknown_processor_has_no_filter_of_system_calls(monkeypatch):
    """The numbers of the calls are known for two architectures."""
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert not kernel.restrict_calls()
    assert not kernel.drop_capabilities()


def test_a_system_without_resource_limits_says_so(monkeypatch):
    """Windows has no module `resource`."""
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not kernel.limit_resources(LIMITS)


def test_without_any_restriction_of_the_system_the_audit_hook_refuses_to_write(tmp_path):
    """As on Windows: nothing else is in force, and a build still writes no file."""
    done = subprocess.run([sys.executable, "-c", ENTER], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout.split("\n")[:2], done.returncode) == (["()", "refused"], 0), done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("active", "parts"),
    [
        (restrictions.RESTRICTIONS, ["can read only this folder"]),
        (
            ("resource limits",),
            ["could read other files", "lacks Landlock and a filter", "only the others apply", SAFER],
        ),
        ((), ["could read other files", "lacks resource limits and Landlock", "there is no sandbox", SAFER]),
    ],
    ids=["Linux", "macOS", "Windows"],
)
def test_the_preview_says_what_it_cannot_prevent(tmp_path, monkeypatch, active, parts):
    """And what to do: mark the folder as one's own, or use another system."""
    monkeypatch.setattr(restrictions, "enter_server_sandbox", lambda *_: active)
    monkeypatch.setattr("sys.dont_write_bytecode", sys.dont_write_bytecode)
    message = preview.enter_sandbox(tmp_path, ())
    assert [part for part in (*parts, "--trusted") if part not in message] == []
    assert ("can read only" in message) == (active == restrictions.RESTRICTIONS)

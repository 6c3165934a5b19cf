"""Processes, limits, sockets, language and browser on each system."""

import io
import os
import socket
import sys
import threading

import pytest
from patience import PATIENCE

from punchboard.system import processes
from punchboard.system import processes as resource_limits
from punchboard.system.operating_system import print_all_characters
from punchboard.system.sockets import allow_restart
from punchboard.system.user import open_page, user_locale
from punchboard.workers.process_pool import worker_pool


@pytest.mark.parametrize(
    ("system", "method"), [("linux", "fork"), ("darwin", "spawn"), ("win32", "spawn"), ("freebsd14", "fork")]
)
def test_only_linux_and_its_like_fork(monkeypatch, system, method):
    """The libraries of macOS may not be used after a fork."""
    monkeypatch.setattr("sys.platform", system)
    assert processes.start_method() == method


def test_a_python_without_fork_spawns(monkeypatch):
    """Some builds of Python have none."""
    monkeypatch.delattr("os.fork")
    assert processes.start_method() == "spawn"


def test_workers_start_without_fork(monkeypatch):
    """A pool of spawned processes does the same work."""
    monkeypatch.setattr("punchboard.workers.process_pool.start_method", lambda: "spawn")
    with worker_pool(1) as pool:
        assert pool.submit(os.getpid).result(timeout=PATIENCE) != os.getpid()


def test_windows_waits_for_61_processes_at_most(monkeypatch):
    """Python refuses a larger pool there; a machine may have more processors."""
    assert processes.pool_size(96) == 96
    monkeypatch.setattr("sys.platform", "win32")
    assert processes.pool_size(96) == 61
    assert processes.pool_size(4) == 4


def test_a_process_is_never_probed_on_windows(monkeypatch):
    """The probe would end it."""
    assert processes.is_running(os.getpid())
    assert not processes.is_running(999_999_999)
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("os.kill", lambda *_: pytest.fail("a process was signalled"))
    assert processes.is_running(999_999_999)


def test_a_process_is_ended_where_there_are_no_groups(monkeypatch):
    """Windows ends the process itself."""
    ended = []

    class Process:
        pid = 7

        def terminate(self):
            ended.append(self.pid)

    monkeypatch.delattr("os.killpg")
    processes.end_with_children(Process())
    assert ended == [7]


def test_a_system_without_priorities_keeps_its_own(monkeypatch):
    """Windows has no niceness."""
    monkeypatch.delattr("os.nice")
    processes.lower_priority(15)


def test_a_system_without_resource_limits_sets_none(monkeypatch):
    """Windows: a server may then open as many files as it wants."""
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not resource_limits.are_supported()
    resource_limits.set_limit("RLIMIT_CPU", 1, 2)
    assert resource_limits.raise_open_files(4096) == 4096


def test_a_limit_that_a_system_refuses_stays(monkeypatch):
    """MacOS refuses to limit the address space."""
    resource = pytest.importorskip("resource")
    tried = []

    def refuse(number, limits):
        tried.append((number, limits))
        raise ValueError("not allowed")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    resource_limits.set_limit("RLIMIT_CORE", 0, 0)
    resource_limits.set_limit("RLIMIT_OF_ANOTHER_SYSTEM", 0, 0)
    assert tried == [(resource.RLIMIT_CORE, (0, 0))]


@pytest.mark.parametrize(("system", "set_"), [("linux", 1), ("darwin", 1), ("win32", 0)])
def test_a_port_is_never_shared_on_windows(monkeypatch, system, set_):
    """There, SO_REUSEADDR lets two servers take one port."""
    monkeypatch.setattr("sys.platform", system)
    with socket.socket() as listener:
        allow_restart(listener)
        assert bool(listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)) == bool(set_)


def test_the_locale_module_is_asked_on_windows_only(monkeypatch):
    """Elsewhere it would take an empty environment for the United States."""
    for name in ("LC_ALL", "LC_PAPER", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: ("German_Germany", "1252"))
    assert user_locale() == ""
    monkeypatch.setattr("sys.platform", "win32")
    assert user_locale() == "German_Germany"
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert user_locale() == "en_US.UTF-8"


def test_a_page_opens_without_waiting_for_the_browser(monkeypatch):
    """A browser may take long to start."""
    started, go_on = threading.Event(), threading.Event()

    def slow(address):
        assert address == "http://127.0.0.1:1/"
        started.set()
        go_on.wait(PATIENCE)

    monkeypatch.setattr("webbrowser.open", slow)
    try:
        open_page("http://127.0.0.1:1/")
        assert started.wait(PATIENCE)
    finally:
        go_on.set()


@pytest.mark.parametrize(
    ("system", "named", "printed"),
    [
        ("linux", "", b"\xe9 \\u2192"),
        ("win32", "", "é →".encode()),
        ("win32", "cp1252", b"\xe9 \\u2192"),
    ],
)
def test_a_stream_prints_every_character(monkeypatch, system, named, printed):
    """A pipe of Windows gets UTF-8, unless the user names an encoding; elsewhere, unknown characters are escaped."""
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setenv("PYTHONIOENCODING", named)
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding="cp1252")
    print_all_characters(stream)
    stream.write("é →")
    stream.flush()
    assert data.getvalue() == printed


def test_a_stream_of_another_program_stays_as_it_is():
    """A test or a notebook may have put one in the place of standard output."""
    stream = io.StringIO()
    print_all_characters(stream)
    assert not stream.getvalue()

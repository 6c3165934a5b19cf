"""Faults of disks: errors, full, too small, read-only."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from faulty import kills
from faulty.shim import NotHereError, counting, failing
from faulty.table import SMALL, Ran, Table
from faulty.tally import Tally

_NAMESPACE, _PRIVATE, _BIND, _READ_ONLY, _AGAIN = 0x20000, 0x44000, 0x1000, 1, 32


def operations(table: Table, under: Path | None = None, on: str = "", **which: str) -> int:
    """Return the number of operations of a build that changes one state into the other, below the output by default."""
    log = table.path / "operations.log"
    log.unlink(missing_ok=True)
    table.set_state(1)
    ran = table.build(env=counting(under or table.output, log, on, **which))
    assert ran.status == 0, ran.text
    table.set_state(0)
    assert table.build().status == 0
    return log.stat().st_size if log.exists() else 0


def _refusing(name: str, path: Path, times: int, error: int, *, ever: bool) -> Tally:
    table = Table(path, cards=3, options=SMALL)
    return kills.steps(
        Tally(name), table, times, lambda one, number: one.build(env=failing(one.output, number, error, ever=ever))
    )


def full_at_each(path: Path, times: int) -> Tally:
    """The disk is full from the n-th operation on."""
    return _refusing("disk full (ENOSPC) from the n-th operation on, every n", path, times, errno.ENOSPC, ever=True)


def failing_at_each(path: Path, times: int) -> Tally:
    """Only the n-th operation fails."""
    return _refusing("n-th operation fails once (EIO), every n", path, times, errno.EIO, ever=False)


def no_rename(path: Path, times: int) -> Tally:
    """The disk refuses to rename, as between layers of a container or on a mounted folder."""
    tally, table = Tally("disk refuses every rename (EXDEV, EBUSY, EACCES)"), Table(path, cards=3, options=SMALL)
    assert table.build().status == 0
    for number in range(times):
        state, error = 1 - number % 2, (errno.EXDEV, errno.EBUSY, errno.EACCES)[number % 3]
        table.set_state(state)
        ran = table.build(env=failing(table.output, 0, error, on="rename", ever=True))
        told = ran.status == 1 and "FILE004" in ran.text
        if not told:
            tally.wrong.append(f"not told: {ran}")
        tally.after(table, state, ran, what=f"rename refused with {error}")
    return tally


def small_files(path: Path, times: int) -> Tally:
    """Files cannot grow beyond a limit."""
    tally, table = Tally("files may not grow beyond a limit (RLIMIT_FSIZE)"), Table(path, cards=12)
    assert table.build().status == 0
    for number in range(times):
        state, limit = 1 - number % 2, 12_000 * number // times

        def small(limit: int = limit) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        table.set_state(state)
        tally.after(table, state, table.build(preexec_fn=small), what=f"at {limit} bytes")
    return tally


@contextmanager
def _own_mounts() -> Iterator[ctypes.CDLL]:
    """Return the C library, in a process with mounts of its own.

    Raises:
        NotHereError: when the system does not allow it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if os.getuid() != 0 or libc.unshare(_NAMESPACE) or libc.mount(b"none", b"/", None, _PRIVATE, None):
        raise NotHereError("needs the right to mount")
    yield libc


def small_disk(path: Path, times: int) -> Tally:
    """The output is on a disk of a few kilobytes, with room for one output, but not always for two."""
    tally = Tally("the disk is full (a small disk of 300 to 800 kB is mounted)")
    with _own_mounts() as libc:
        for number in range(times):
            table = Table(path / str(number), cards=12)
            table.clean(0), table.clean(1)
            table.output.mkdir()
            size = f"size={300 + 500 * number // times}k".encode()
            if libc.mount(b"tmpfs", os.fsencode(table.output), b"tmpfs", 0, size):
                raise NotHereError("needs the right to mount")
            first = table.build()
            table.set_state(1)
            ran = table.build() if first.status == 0 else first
            libc.mount(b"tmpfs", os.fsencode(table.output), b"tmpfs", _AGAIN, b"size=8m")  # make room
            tally.after(table, 1, ran, what=size.decode(), old=first.status == 0)
            libc.umount(os.fsencode(table.output))
    return tally


def read_only(path: Path, times: int) -> Tally:
    """The output is on a disk that is mounted read-only."""
    tally = Tally("output on a disk that may only be read")
    with _own_mounts() as libc:
        for number in range(times):
            table = Table(path / str(number), cards=3, options=SMALL)
            table.clean(0), table.clean(1)
            assert table.build().status == 0
            out = os.fsencode(table.output)
            if libc.mount(out, out, None, _BIND, None) or libc.mount(
                None, out, None, _BIND | _READ_ONLY | _AGAIN, None
            ):
                raise NotHereError("needs the right to mount")
            table.set_state(1)
            ran = table.build()
            libc.umount(out)
            if ran.status != 1 or "FILE004" not in ran.text:
                tally.wrong.append(f"not told: {ran}")
            tally.after(table, 1, ran, what="read only")
    return tally


def no_rights(path: Path, times: int) -> Tally:
    """The user has no right to write to the folder of outputs."""
    tally = Tally("output folder without the right to write")
    if os.getuid() != 0:
        raise NotHereError("needs another user than the one who tries")
    for number in range(times):
        table = Table(path / str(number), cards=3, options=SMALL)
        table.clean(0), table.clean(1)
        assert table.build().status == 0
        table.set_state(1)
        folders = [table.output, *(one for one in table.output.rglob("*") if one.is_dir())]
        for one in folders:
            one.chmod(0o555)
        ran = table.build(preexec_fn=_as_nobody)
        for one in folders:
            one.chmod(0o755)
        if ran.status != 1 or "permission denied" not in ran.text:
            tally.wrong.append(f"not told: {ran}")
        tally.after(table, 1, ran, what="nobody's folder")
    return tally


def _as_nobody() -> None:
    """Drop root's right to ignore permissions, or become the user nobody."""
    libc = ctypes.CDLL(None)
    if any(libc.prctl(24, right, 0, 0, 0) for right in (1, 2, 3)):
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def full_output(path: Path, times: int) -> Tally:
    """Standard output is full."""
    tally, table = Tally("standard output is a full disk (/dev/full)"), Table(path, cards=3, options=SMALL)
    assert table.build().status == 0
    for number in range(times):
        table.set_state(1 - number % 2)
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            done = subprocess.run(
                [sys.executable, "-m", "punchboard", "build", *table.games, *SMALL],
                cwd=table.path,
                env=table.environment(),
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        tally.after(table, 1 - number % 2, Ran(done.returncode, "", done.stderr), what="/dev/full")
    return tally

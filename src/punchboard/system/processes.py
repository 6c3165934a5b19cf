"""Processes: how they start, how many there may be, their priority, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import Final, Literal

from punchboard.system.operating_system import LINUX, is_windows, this_system

MAX_POOL: Final = 61
"""The most processes of a pool on Windows, which can wait for 63 things at once."""


def start_method() -> Literal["fork", "spawn"]:
    """Return how worker processes start.

    A forked process inherits all that its parent has loaded, such as a composed deck. Only Linux forks safely: the
    libraries of macOS may not be used afterwards, and Windows cannot fork. Python 3.14 would no longer fork by itself,
    because a process with threads must not; ours start workers before any thread.
    """
    return "fork" if this_system() == LINUX and hasattr(os, "fork") else "spawn"


def pool_size(wanted: int) -> int:
    """Return the number of processes that a pool may have."""
    return min(wanted, MAX_POOL) if is_windows() else wanted


def is_running(process: int) -> bool:
    """Return whether a process may be running; always true on Windows, where the test would end the process."""
    if is_windows():
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # the process of another user
        return True
    return True


def lower_priority(niceness: int) -> None:
    """Let other processes take precedence over this one, where the system has such a priority."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def end_with_children(process: subprocess.Popen[str]) -> None:
    """Ask a process that leads a session to end, and on Unix all processes that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGTERM)
    else:
        process.terminate()

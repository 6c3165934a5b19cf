"""A preloaded library that makes the n-th disk operation of a process fail, or changes its clock."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp


class NotHereError(Exception):
    """This machine cannot run a trial; the message gives the reason."""


@cache
def library() -> str:
    """Return the path of the library, compiled at the first call.

    Raises:
        NotHereError: on other systems, and without a compiler.
    """
    compiler = shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        raise NotHereError("needs Linux and a C compiler: apt-get install gcc")
    target = Path(mkdtemp(prefix="punchboard-faults-")) / "shim.so"
    source = Path(__file__).with_name("shim.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-w", "-o", target, source, "-ldl"], check=True)
    return str(target)


KILL = 0
"""Instead of an error: the process is killed before the operation."""


def failing(
    under: Path, at: int, error: int, *, on: str = "", ever: bool = False, **more: str | Path
) -> dict[str, str]:
    """Return the environment in which the n-th operation of a process below a folder fails, or kills it.

    Args:
        under: the folder.
        at: n, from 0.
        error: the error number, or ``KILL``.
        on: the only operation to count: open (to read), write, create, mkdir, rename, link, unlink, rmdir; all but open
            when empty.
        ever: whether all later operations fail, too.
        more: ``signal``, ``who``, ``victim`` and ``armed``, as shim.c describes them.
    """
    found = {"LD_PRELOAD": library(), "FAULT_UNDER": str(under), "FAULT_AT": str(at), "FAULT_ERRNO": str(error)}
    found |= {f"FAULT_{name.upper()}": str(value) for name, value in more.items()}
    return found | ({"FAULT_ON": on} if on else {}) | ({"FAULT_EVER": "1"} if ever else {})


def counting(under: Path, log: Path, on: str = "", **more: str | Path) -> dict[str, str]:
    """Return the environment in which operations below a folder are counted, as one letter each in a file."""
    found = {"LD_PRELOAD": library(), "FAULT_UNDER": str(under), "FAULT_LOG": str(log)}
    found |= {f"FAULT_{name.upper()}": str(value) for name, value in more.items()}
    return found | ({"FAULT_ON": on} if on else {})


def clock(seconds: int) -> dict[str, str]:
    """Return the environment in which the clock is fast by a number of seconds, or slow when negative."""
    return {"LD_PRELOAD": library(), "FAULT_CLOCK": str(seconds)}

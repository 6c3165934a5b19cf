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


def failing(under: Path, at: int, error: int, *, on: str = "", ever: bool = False) -> dict[str, str]:
    """Return the environment in which the n-th operation below a folder fails; error 0 kills the process there.

    Args:
        under: the folder.
        at: n, from 0.
        error: the error number.
        on: the only operation to count: write, create, mkdir, rename, link, unlink, rmdir; all when empty.
        ever: whether all later operations fail, too.
    """
    found = {"LD_PRELOAD": library(), "FAULT_UNDER": str(under), "FAULT_AT": str(at), "FAULT_ERRNO": str(error)}
    return found | ({"FAULT_ON": on} if on else {}) | ({"FAULT_EVER": "1"} if ever else {})


def counting(under: Path, log: Path, on: str = "") -> dict[str, str]:
    """Return the environment in which operations below a folder are counted, as one letter each in a file."""
    found = {"LD_PRELOAD": library(), "FAULT_UNDER": str(under), "FAULT_LOG": str(log)}
    return found | ({"FAULT_ON": on} if on else {})


def clock(seconds: int) -> dict[str, str]:
    """Return the environment in which the clock is fast by a number of seconds, or slow when negative."""
    return {"LD_PRELOAD": library(), "FAULT_CLOCK": str(seconds)}

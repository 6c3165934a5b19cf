"""A library that is preloaded into a process: its n-th operation on the disk fails, or its clock is another."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp


class NotHereError(Exception):
    """This machine cannot do it; says why."""


@cache
def library() -> str:
    """Return the path of the library, which is compiled once.

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
    """Return the environment in which the n-th operation below a folder fails; with 0, the process is killed there.

    Args:
        under: the folder.
        at: n, from 0.
        error: the number of the error.
        on: the operation that alone is counted: write, create, mkdir, rename, link, unlink, rmdir; all when empty.
        ever: whether all operations after it fail, too.
    """
    found = {"LD_PRELOAD": library(), "FAULT_UNDER": str(under), "FAULT_AT": str(at), "FAULT_ERRNO": str(error)}
    return found | ({"FAULT_ON": on} if on else {}) | ({"FAULT_EVER": "1"} if ever else {})


def counting(under: Path, log: Path, on: str = "") -> dict[str, str]:
    """Return the environment in which operations below a folder are counted, a letter each in a file."""
    found = {"LD_PRELOAD": library(), "FAULT_UNDER": str(under), "FAULT_LOG": str(log)}
    return found | ({"FAULT_ON": on} if on else {})


def clock(seconds: int) -> dict[str, str]:
    """Return the environment in which the clock goes before by so many seconds, or after when negative."""
    return {"LD_PRELOAD": library(), "FAULT_CLOCK": str(seconds)}

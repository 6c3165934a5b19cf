"""What a measurement was made on: machine, Python, versions, day and revision."""

from __future__ import annotations

import datetime as dt
import os
import platform
import subprocess
import sys
from pathlib import Path

from programs import PROTOGRAF, SQUIB, Peers, squib_version, version

ROOT = Path(__file__).resolve().parents[1]
MUCH = 0.01
"""The share of the processors that may be taken by others without a word."""
PACKAGES = ("reportlab", "rl-accel", "uharfbuzz", "pydantic", "pikepdf", "pypdfium2", "pillow")


def described(found: Peers) -> dict[str, str]:
    """Return what there is to say of the machine, its programs and this checkout, by what it is called."""
    here = {name: version(sys.executable, name) for name in PACKAGES}
    peers = {PROTOGRAF: version(found.python, PROTOGRAF) if found.python else "", SQUIB: squib_version(found.ruby)}
    return {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "revision": revision(),
        "machine": f"{processor()}, {os.cpu_count()} processors, {memory()}",
        "system": f"{platform.system()}, {platform.machine()}",
        "load at the start": load(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": ", ".join(f"{name} {number}" for name, number in here.items() if number),
        "peers": ", ".join(f"{name} {number}" for name, number in peers.items() if number) or "none",
    }


def revision() -> str:
    """Return the commit that is measured, and whether files differ from it; results of measurements do not count."""
    try:
        commit = _git("rev-parse", "--short=10", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!benchmarks/results.*")
    except (OSError, subprocess.CalledProcessError):
        return "not a clone"
    return f"{commit}, with changes" if changed else commit


def _git(*asked: str) -> str:
    return subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def processor() -> str:
    """Return what the processor is called."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def load() -> str:
    """Return how many processes wanted a processor before anything was measured, and what too many mean."""
    found = os.getloadavg()[0]
    busy = found > (os.cpu_count() or 1) / 2
    return f"{found:.1f}" + (": **busy with other work**, so seconds are too long and ratios rough" if busy else "")


def processor_time() -> tuple[int, int]:
    """Return the ticks that other machines on the same host have taken from this one's processors, and all ticks.

    Both are 0 where the system does not tell; see proc(5), ``/proc/stat``: the eighth number is *steal*.
    """
    try:
        ticks = [*map(int, Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:9])]
    except (OSError, ValueError, IndexError):
        return 0, 0
    return ticks[-1], sum(ticks)


def taken_since(before: tuple[int, int]) -> str:
    """Return what share of the processors other machines have taken since, and what much of it means."""
    taken, whole = (now - then for now, then in zip(processor_time(), before, strict=True))
    share = taken / whole if whole else 0.0
    return f"{share:.1%}" + (": **others were at work**, so ratios are rough" if share > MUCH else "")


def memory() -> str:
    """Return how much memory there is."""
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB"

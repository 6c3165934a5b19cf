"""The conditions of a measurement: machine, Python, versions, date and revision."""

from __future__ import annotations

import datetime as dt
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from programs import PROTOGRAF, SQUIB, Peers, squib_version, version

ROOT = Path(__file__).resolve().parents[1]
MUCH = 0.01
"""The share of processor time that other machines may take without a warning."""
MUCH_OF_OTHERS = 0.05
"""The share that other programs of this machine may take while speed is judged."""
PACKAGES = ("reportlab", "rl-accel", "uharfbuzz", "pydantic", "pikepdf", "pypdfium2", "pillow")


def describe_machine(found: Peers) -> dict[str, str]:
    """Return the description of the machine, its programs and this checkout, by label."""
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
    """Return the commit, and whether files other than the results differ from it."""
    try:
        commit = _git("rev-parse", "--short=10", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!benchmarks/results.*")
    except (OSError, subprocess.CalledProcessError):
        return "not a clone"
    return f"{commit}, with changes" if changed else commit


def _git(*asked: str) -> str:
    return subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def load() -> str:
    """Return the load average, with a warning when it is high."""
    found = os.getloadavg()[0]
    busy = found > (os.cpu_count() or 1) / 2
    return f"{found:.1f}" + (": **busy with other work**, so seconds are too long and ratios are rough" if busy else "")


class Ticks(NamedTuple):
    """Processor ticks since the machine started; all are 0 on systems that do not count them.

    See proc(5), ``/proc/stat``: *steal* is what other machines of the host have taken from this one.
    """

    stolen: int = 0
    whole: int = 0
    busy: int = 0
    """Of all programs of this machine."""
    own: int = 0
    """Of this process and of its children that have ended."""


def processor_ticks() -> Ticks:
    """Return the ticks until now."""
    try:
        ticks = [*map(int, Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:9])]
        user, nice, system, _idle, _waits, hard, soft, stolen = ticks
    except (OSError, ValueError, IndexError):
        return Ticks()
    own = sum(os.times()[:4]) * os.sysconf("SC_CLK_TCK")
    return Ticks(stolen, sum(ticks), user + nice + system + hard + soft, round(own))


class Conditions(NamedTuple):
    """The shares of processor time that were not for us during a measurement: of other machines, of other programs."""

    stolen: float
    others: float

    @property
    def are_quiet(self) -> bool:
        """Whether both shares are small enough to judge speed."""
        return self.stolen <= MUCH and self.others <= MUCH_OF_OTHERS

    def __str__(self) -> str:
        """Return a sentence for the page and the table."""
        shares = f"other machines took {self.stolen:.1%} of the processor time, other programs {self.others:.1%}"
        return f"{shares}: the machine was {'quiet' if self.are_quiet else '**not quiet**'}"


def conditions_since(before: Ticks) -> Conditions:
    """Return the conditions since then; where the system does not count ticks, they pass for bad."""
    now = processor_ticks()
    stolen, whole, busy, own = (later - earlier for later, earlier in zip(now, before, strict=True))
    return Conditions(stolen / whole, max(0, busy - own) / whole) if whole else Conditions(1.0, 1.0)


def stolen_share(before: Ticks) -> str:
    """Return the share of processor time that other machines have taken since, with a warning when it is high."""
    now = processor_ticks()
    taken, whole = now.stolen - before.stolen, now.whole - before.whole
    share = taken / whole if whole else 0.0
    return f"{share:.1%}" + (": **other machines were busy**, so ratios are rough" if share > MUCH else "")


def memory() -> str:
    """Return the size of the memory."""
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.0f} GB"

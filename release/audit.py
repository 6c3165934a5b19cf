"""Ask pip-audit whether anything that the locks hold has a known vulnerability, and never take silence for an answer.

usage: audit.py [LOCK ...]

Exit status 0: every package of the locks was looked up, and none has a known vulnerability. 1: one has. 2: NOT DONE,
since a database did not answer, or did not know a package; pip-audit itself calls a run in which it skipped every
package a success. Vulnerabilities that were found count, also where other packages were skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dependencies import LOCK, Pinned, locked
from packaging.utils import canonicalize_name

LOCKS = (LOCK, LOCK.with_name("locked-test.txt"))
SERVICES = ("pypi", "osv")
"""Databases that pip-audit can ask; the second is asked when the first has left something out."""
PATIENCE = 120
"""Seconds that a database has; one that has said nothing by then is not asked again."""
CLEAN, VULNERABLE, NOT_DONE = range(3)

Key = tuple[str, str]


class Answer(NamedTuple):
    """What databases said: packages that were looked up, and the ids of what is known against them."""

    looked_up: frozenset[Key]
    against: Mapping[Key, tuple[str, ...]]

    def __or__(self, other: Answer) -> Answer:
        """Return what both said."""
        return Answer(self.looked_up | other.looked_up, {**self.against, **other.against})


NOTHING = Answer(frozenset(), {})


def read(report: str) -> Answer:
    """Return what a JSON report of pip-audit says; no report, or one that is cut off, says nothing."""
    try:
        packages = [each for each in json.loads(report)["dependencies"] if "vulns" in each]
        known = {(canonicalize_name(each["name"]), each["version"]): each["vulns"] for each in packages}
    except (ValueError, KeyError, TypeError):
        return NOTHING
    return Answer(frozenset(known), {key: tuple(one["id"] for one in found) for key, found in known.items() if found})


def asked(path: Path, service: str) -> Answer:
    """Return what pip-audit says of a requirements file; nothing when it fails, or takes too long."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(path), "--disable-pip", "--no-deps"]
    command += ["--vulnerability-service", service, "--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE, env=quiet())
    except subprocess.TimeoutExpired:
        return NOTHING
    return read(done.stdout)


def quiet() -> dict[str, str]:
    """Return an environment in which a tool's own warnings do not become errors."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONWARNINGS"}


def judged(packages: Iterable[Pinned], answer: Answer) -> tuple[int, str]:
    """Return the exit status, and what to tell, of the packages of the locks and of what was said of them."""
    keys = sorted({(package.name, package.version) for package in packages})
    left = [key for key in keys if key not in answer.looked_up]
    bad = [
        f"{name} {version}: {', '.join(answer.against[name, version])}"
        for name, version in keys
        if (name, version) in answer.against
    ]
    done = f"{len(keys) - len(left)} of {len(keys)} packages were looked up"
    if bad:
        return VULNERABLE, "\n".join((f"VULNERABLE: {done}", *bad))
    if left or not keys:
        names = ", ".join(name for name, _ in left[:5]) + (", ..." if len(left) > 5 else "")
        return NOT_DONE, f"NOT DONE: the audit for known vulnerabilities: {done}; not {names}"
    return CLEAN, f"{done}, none has a known vulnerability"


def main(locks: Iterable[Path] = LOCKS) -> int:
    """Ask until every package has been looked up, or nobody is left to ask; tell, and return the exit status."""
    packages = [package for path in locks for package in locked(path)]
    answer = NOTHING
    with TemporaryDirectory() as folder:
        for service in SERVICES:
            left = {(each.name, each.version) for each in packages} - answer.looked_up
            for number, lines in enumerate(apart(left)):
                path = Path(folder) / f"{service}-{number}.txt"
                path.write_text("".join(f"{name}=={version}\n" for name, version in lines), encoding="utf-8")
                said = asked(path, service)
                if not said.looked_up:
                    break
                answer |= said
    status, told = judged(packages, answer)
    print(told, file=sys.stderr if status else sys.stdout)
    return status


def apart(keys: Iterable[Key]) -> list[list[Key]]:
    """Return packages in lists in which none stands twice, as it may for two versions of Python."""
    lists: list[dict[str, str]] = []
    for name, version in sorted(keys):
        place = next((found for found in lists if name not in found), None)
        if place is None:
            lists.append(place := {})
        place[name] = version
    return [list(found.items()) for found in lists]


if __name__ == "__main__":
    sys.exit(main(tuple(map(Path, sys.argv[1:])) or LOCKS))

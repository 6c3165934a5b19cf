"""Audit the locked packages for known vulnerabilities with pip-audit; a package that was not looked up fails the audit.

usage: audit.py [LOCK ...]

Exit status 0: every package of the locks was looked up, and none has a known vulnerability. 1: a package has one, even
if others were skipped. 2: NOT DONE, because no database answered, or none knew some package. pip-audit itself succeeds
when it skipped every package.
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

from dependencies import LOCK, Pinned, locked_packages
from packaging.utils import canonicalize_name

LOCKS = (LOCK, LOCK.with_name("locked-test.txt"))
SERVICES = ("pypi", "osv")
"""Databases that pip-audit can query; the second is queried for packages that the first skipped."""
PATIENCE = 120
"""Seconds to wait for a database; one that has not answered by then is not queried again."""
CLEAN, VULNERABLE, NOT_DONE = range(3)

Key = tuple[str, str]


class Answer(NamedTuple):
    """The answers of databases: the packages that were looked up, and the ids of their vulnerabilities."""

    looked_up: frozenset[Key]
    against: Mapping[Key, tuple[str, ...]]

    def __or__(self, other: Answer) -> Answer:
        """Return both answers together."""
        return Answer(self.looked_up | other.looked_up, {**self.against, **other.against})


NOTHING = Answer(frozenset(), {})


def read(report: str) -> Answer:
    """Return the answer in a JSON report of pip-audit; `NOTHING` for a missing or damaged report."""
    try:
        packages = [package for package in json.loads(report)["dependencies"] if "vulns" in package]
        known = {(canonicalize_name(found["name"]), found["version"]): found["vulns"] for found in packages}
    except (ValueError, KeyError, TypeError):
        return NOTHING
    return Answer(frozenset(known), {key: tuple(one["id"] for one in found) for key, found in known.items() if found})


def query_database(path: Path, service: str) -> Answer:
    """Return the answer of pip-audit for a requirements file; `NOTHING` when it fails or takes too long."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(path), "--disable-pip", "--no-deps"]
    command += ["--vulnerability-service", service, "--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE, env=quiet())
    except subprocess.TimeoutExpired:
        return NOTHING
    return read(done.stdout)


def quiet() -> dict[str, str]:
    """Return an environment in which the warnings of pip-audit do not become errors."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONWARNINGS"}


def audit_result(packages: Iterable[Pinned], answer: Answer) -> tuple[int, str]:
    """Return the exit status and the message for the packages of the locks and the answers about them."""
    keys = sorted({(package.name, package.version) for package in packages})
    skipped = [key for key in keys if key not in answer.looked_up]
    vulnerable = [
        f"{name} {version}: {', '.join(answer.against[name, version])}"
        for name, version in keys
        if (name, version) in answer.against
    ]
    done = f"{len(keys) - len(skipped)} of {len(keys)} packages were looked up"
    if vulnerable:
        return VULNERABLE, "\n".join((f"VULNERABLE: {done}", *vulnerable))
    if skipped or not keys:
        names = ", ".join(name for name, _ in skipped[:5]) + (", ..." if len(skipped) > 5 else "")
        return NOT_DONE, f"NOT DONE: the audit for known vulnerabilities: {done}; skipped: {names}"
    return CLEAN, f"{done}; none has a known vulnerability"


def main(locks: Iterable[Path] = LOCKS) -> int:
    """Query databases until every package was looked up; print the result and return the exit status."""
    packages = [package for path in locks for package in locked_packages(path)]
    answer = NOTHING
    with TemporaryDirectory() as folder:
        for service in SERVICES:
            remaining = {(package.name, package.version) for package in packages} - answer.looked_up
            for number, lines in enumerate(split_versions(remaining)):
                path = Path(folder) / f"{service}-{number}.txt"
                path.write_text("".join(f"{name}=={version}\n" for name, version in lines), encoding="utf-8")
                found = query_database(path, service)
                if not found.looked_up:
                    break
                answer |= found
    status, message = audit_result(packages, answer)
    print(message, file=sys.stderr if status else sys.stdout)
    return status


def split_versions(keys: Iterable[Key]) -> list[list[Key]]:
    """Return packages in lists without duplicate names; a lock may have two versions for two versions of Python."""
    lists: list[dict[str, str]] = []
    for name, version in sorted(keys):
        place = next((found for found in lists if name not in found), None)
        if place is None:
            lists.append(place := {})
        place[name] = version
    return [list(found.items()) for found in lists]


if __name__ == "__main__":
    sys.exit(main(tuple(map(Path, sys.argv[1:])) or LOCKS))

"""The packages that the program needs: from pyproject.toml, from the lock, and from installed metadata."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "release" / "locked.txt"
_PIN = re.compile(r"^([\w.-]+)==([^\s;]+)(?: ; (.*?))?\s+--hash")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_TEXTS = ("", ".txt", ".md", ".rst")
_LEGAL = re.compile(r"(?i)^(licen[cs]es?|copying|notice|ofl)\b")


class Pinned(NamedTuple):
    """A package in a lock: its version, the marker that says where it is installed, and the SHA-256 of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def scripts_folder(environment: Path) -> Path:
    """Return the folder of the programs of a virtual environment."""
    return environment / ("Scripts" if os.name == "nt" else "bin")


def project() -> dict[str, object]:
    """Return the table ``project`` of pyproject.toml."""
    table: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def declared_requirements(extra: str | None = None) -> tuple[Requirement, ...]:
    """Return the run-time requirements in pyproject.toml, or those of one of its extras."""
    table = project()
    if extra is None:
        return tuple(Requirement(line) for line in table["dependencies"])  # type: ignore[attr-defined]
    return tuple(Requirement(line) for line in table["optional-dependencies"][extra])  # type: ignore[index]


def locked_packages(path: Path = LOCK) -> tuple[Pinned, ...]:
    """Return the packages of a lock in its order; a package may occur twice, for different versions of Python."""
    return tuple(_pinned(path.read_text(encoding="utf-8")))


def installed_packages(requirements: Sequence[Requirement] | None = None) -> dict[str, metadata.Distribution]:
    """Return the installed packages that requirements need, with their own requirements, by canonical name.

    Args:
        requirements: the run-time requirements of the program if None.

    Raises:
        importlib.metadata.PackageNotFoundError: when one is not installed.
    """
    found: dict[str, metadata.Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    queue = list(declared_requirements() if requirements is None else requirements)
    while queue:
        requirement = queue.pop()
        key = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if key not in seen:
            seen.add(key)
            found[key[0]] = metadata.distribution(requirement.name)
            queue += requirements_of(found[key[0]], requirement.extras)
    return dict(sorted(found.items()))


def requirements_of(
    package: metadata.Distribution, extras: set[str] | frozenset[str] = frozenset()
) -> list[Requirement]:
    """Return the requirements of an installed package in this environment, with some of its extras."""
    lines = [Requirement(line) for line in package.requires or ()]
    return [
        line
        for line in lines
        if not line.marker or any(line.marker.evaluate({"extra": name}) for name in ("", *extras))
    ]


def licence_texts(package: metadata.Distribution) -> dict[str, str]:
    """Return the licence texts in a package by path, without duplicates."""
    texts: dict[str, str] = {}
    for path in package.files or ():
        if "licenses" in path.parts[1:-1] or (_LEGAL.match(path.name) and path.suffix.lower() in _TEXTS):
            text = Path(str(path.locate())).read_text(encoding="utf-8", errors="replace").strip()
            if text and text not in texts.values():
                texts[str(path)] = text
    return texts


def _pinned(text: str) -> Iterator[Pinned]:
    for entry in text.replace("\\\n", " ").splitlines():
        if found := _PIN.match(entry):
            yield Pinned(canonicalize_name(found[1]), found[2], found[3] or "", tuple(_HASH.findall(entry)))

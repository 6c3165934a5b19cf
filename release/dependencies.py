"""What the program needs at run time: read from pyproject.toml, the lock, and the metadata of what is installed."""

from __future__ import annotations

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
    """A package as a lock has it: one version, where it is installed, and the SHA-256 of every file that may be."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def project() -> dict[str, object]:
    """Return the table ``project`` of pyproject.toml."""
    table: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def wanted(extra: str | None = None) -> tuple[Requirement, ...]:
    """Return what pyproject.toml asks for at run time, or what one of its extras asks for besides."""
    table = project()
    if extra is None:
        return tuple(Requirement(line) for line in table["dependencies"])  # type: ignore[attr-defined]
    return tuple(Requirement(line) for line in table["optional-dependencies"][extra])  # type: ignore[index]


def locked(path: Path = LOCK) -> tuple[Pinned, ...]:
    """Return the packages of a lock in its order; one that differs by version of Python stands there twice."""
    return tuple(_pinned(path.read_text(encoding="utf-8")))


def installed(requirements: Sequence[Requirement] | None = None) -> dict[str, metadata.Distribution]:
    """Return all that requirements lead to in this environment, by canonical name; without them, those of the program.

    Raises:
        importlib.metadata.PackageNotFoundError: something of it is not installed.
    """
    found: dict[str, metadata.Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    queue = list(wanted() if requirements is None else requirements)
    while queue:
        asked = queue.pop()
        key = canonicalize_name(asked.name), frozenset(asked.extras)
        if key not in seen:
            seen.add(key)
            found[key[0]] = metadata.distribution(asked.name)
            queue += needs(found[key[0]], asked.extras)
    return dict(sorted(found.items()))


def needs(package: metadata.Distribution, extras: set[str] | frozenset[str] = frozenset()) -> list[Requirement]:
    """Return what an installed package needs here, with some of its extras."""
    lines = [Requirement(line) for line in package.requires or ()]
    return [
        line
        for line in lines
        if not line.marker or any(line.marker.evaluate({"extra": name}) for name in ("", *extras))
    ]


def legal(package: metadata.Distribution) -> dict[str, str]:
    """Return the licence texts that a package brings, by path; a text that stands there twice once."""
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

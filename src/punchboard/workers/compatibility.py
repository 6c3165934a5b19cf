"""The check that two machines make the same bytes: same program, Python, drawing packages and fonts."""

from __future__ import annotations

import hashlib
import platform
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path
from typing import Final

import punchboard
from punchboard import __version__

DRAWING_PACKAGES: Final = (
    "jinja2",
    "markdown-it-py",
    "pikepdf",
    "pillow",
    "pydantic",
    "pyphen",
    "pypdfium2",
    "python-bidi",
    "python-calamine",
    "PyYAML",
    "reportlab",
    "svgwrite",
    "tinycss2",
    "uharfbuzz",
    "uniseg",
)
"""The packages that affect the bytes of files, apart from packages of fonts."""

FONT_PREFIXES: Final = ("font-", "fontpkg-")
"""The prefixes of the names of packages of fonts."""

Versions = Mapping[str, str]
"""The version of each package, of Python and of this program, by name."""


@cache
def installed_versions() -> Versions:
    """Return the versions of everything on this machine that affects the bytes of files."""
    names = {*DRAWING_PACKAGES, *(name for name in _package_names() if name.startswith(FONT_PREFIXES))}
    return {
        "punchboard": f"{__version__} ({_program_hash()})",
        "Python": platform.python_version(),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
        **{name: _version(name) for name in sorted(names)},
    }


def first_difference(ours: Versions, theirs: Versions) -> str:
    """Return the first difference in words; "" when all versions are the same."""
    for name in (*ours, *(theirs.keys() - ours.keys())):
        here, there = ours.get(name, "none"), theirs.get(name, "none")
        if here != there:
            return f"{name} {there} there, {here} here"
    return ""


def _package_names() -> Iterator[str]:
    yield from (str(package.metadata["Name"]) for package in distributions() if package.metadata["Name"])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _program_hash() -> str:
    """Return the hash of the program's own files, because a version under development has many states."""
    folder = Path(punchboard.__file__).parent
    digest = hashlib.blake2b(digest_size=4)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc" and "stock" not in path.relative_to(folder).parts[:1]:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()

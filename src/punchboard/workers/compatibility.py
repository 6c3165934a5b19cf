"""Whether two machines make the same bytes: the program, the Python and the packages that draw must be the same."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path
from typing import Final

import punchboard
from punchboard import __version__

DRAWING_PACKAGES: Final = (
    "ezdxf",
    "isal",
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
"""The packages that have a part in what files look like; those of fonts are found."""

FONT_PREFIXES: Final = ("font-", "fontpkg-")
"""How the names of packages of fonts begin."""

Versions = Mapping[str, str]
"""The version of each part by its name."""


@cache
def installed_versions() -> Versions:
    """Return what this machine makes files with."""
    names = {*DRAWING_PACKAGES, *(name for name in _package_names() if name.startswith(FONT_PREFIXES))}
    return {
        "punchboard": f"{__version__} ({_program_hash()})",
        "Python": platform.python_version(),
        **{name: _version(name) for name in sorted(names)},
    }


def first_difference(ours: Versions, theirs: Versions) -> str:
    """Return in words what differs first; nothing when all is the same."""
    for name in (*ours, *(theirs.keys() - ours.keys())):
        here, there = ours.get(name, "none"), theirs.get(name, "none")
        if here != there:
            return f"{name} {there} there, {here} here"
    return ""


def _package_names() -> Iterator[str]:
    yield from (str(one.metadata["Name"]) for one in distributions() if one.metadata["Name"])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _program_hash() -> str:
    """Return the hash of the program's own files: of one version there are many states, where it is worked on."""
    folder = Path(punchboard.__file__).parent
    whole = hashlib.blake2b(digest_size=4)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc" and "stock" not in path.relative_to(folder).parts[:1]:
            whole.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()

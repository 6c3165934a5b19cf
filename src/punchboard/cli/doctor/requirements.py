"""Findings on what builds require: Python, packages, games, fonts and a writable output folder."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import punchboard
from punchboard.cli.doctor.finding import Finding
from punchboard.cli.output.display_paths import display_path
from punchboard.load import find_games, output_folder
from punchboard.load.files.packages import install_command
from punchboard.load.fonts.requirements import font_requirements

_DISTRIBUTION: Final = "punchboard"
_PACKAGE_NAME: Final = re.compile(r"[\w.-]+")


def requirement_findings(workspace: Path, out: Path | None) -> Iterator[Finding]:
    """Yield a finding for each requirement of builds."""
    yield Finding("Python", good=True, told=f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    yield Finding(_DISTRIBUTION, good=True, told=f"{punchboard.__version__} in {Path(punchboard.__file__).parent}")
    yield _packages()
    yield _games(workspace)
    yield from _fonts(workspace)
    yield _output(out or output_folder(workspace))


def _packages() -> Finding:
    """Return a finding on the packages that the installed program requires; a bare checkout does not declare any."""
    required = _required()
    missing = [name for name in required if not _is_installed(name)]
    if not required:
        return Finding("packages", good=True, told="unknown, because the program is not installed as a package")
    if missing:
        return Finding("packages", good=False, told=", ".join(missing), how=install_command(*missing))
    return Finding("packages", good=True, told=f"all {len(required)} are installed")


def _required() -> list[str]:
    """Return the names from lines such as ``jinja2>=3.1.6``, without packages that only some systems need."""
    try:
        lines = metadata.requires(_DISTRIBUTION) or ()
    except metadata.PackageNotFoundError:
        return []
    return [found.group() for line in lines if ";" not in line and (found := _PACKAGE_NAME.match(line))]


def _is_installed(package: str) -> bool:
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _games(workspace: Path) -> Finding:
    found = find_games(workspace)
    here = display_path(workspace)
    if not found:
        how = "make one with `punchboard new NAME`, or go to a folder with catalog/ or to a game's folder"
        return Finding("games", good=True, told=f"none in {here}", how=how)
    return Finding("games", good=True, told=f"{len(found)} in {here}: {', '.join(found)}")


def _fonts(workspace: Path) -> Iterator[Finding]:
    """Yield findings on fonts; fonts of themes that no game uses are optional."""
    found, problems = font_requirements(workspace)
    missing = [font for font in found if not font.installed]
    for font in missing:
        users = ", ".join(font.games or font.themes)
        told = f"missing package {font.package}, which {'the game' if font.games else 'the theme'} {users} uses"
        yield Finding("fonts", good=not font.games, told=told, how=install_command(font.package))
    for problem in problems:
        yield Finding("fonts", good=False, told=str(problem), how=problem.hint)
    if not missing and not problems:
        yield Finding("fonts", good=True, told=f"all {len(found)} packages of the themes are installed")


def _output(folder: Path) -> Finding:
    nearest = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    try:
        with TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        told = f"cannot write to {display_path(folder)}: {(error.strerror or str(error)).lower()}"
        return Finding("output", good=False, told=told, how="change its permissions, or build with --out DIR")
    if not os.access(nearest, os.X_OK):
        return Finding("output", good=False, told=f"cannot open {display_path(folder)}")
    return Finding("output", good=True, told=f"{display_path(folder)} is writable")

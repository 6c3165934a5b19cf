"""What builds need: Python, packages, games, fonts, a place for outputs."""

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
    """Yield what builds need, each found or missing."""
    yield Finding("Python", good=True, told=f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    yield Finding(_DISTRIBUTION, good=True, told=f"{punchboard.__version__} in {Path(punchboard.__file__).parent}")
    yield _packages()
    yield _games(workspace)
    yield from _fonts(workspace)
    yield _output(out or output_folder(workspace))


def _packages() -> Finding:
    """Find the packages that the installed program says it requires; a checkout that is not installed says nothing."""
    wanted = _required()
    missing = [name for name in wanted if not _is_installed(name)]
    if not wanted:
        return Finding("packages", good=True, told="not known: the program runs without having been installed")
    if missing:
        return Finding("packages", good=False, told=", ".join(missing), how=install_command(*missing))
    return Finding("packages", good=True, told=f"all {len(wanted)} are installed")


def _required() -> list[str]:
    """Return the names of packages from lines such as ``jinja2>=3.1.6``; those with a marker are not always needed."""
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
        how = "punchboard new NAME makes one; or go to a folder that holds catalog/, or a game's own"
        return Finding("games", good=True, told=f"none in {here}", how=how)
    return Finding("games", good=True, told=f"{len(found)} in {here}: {', '.join(found)}")


def _fonts(workspace: Path) -> Iterator[Finding]:
    """Yield what is to be said of fonts: those of themes that no game has chosen are not needed."""
    found, problems = font_requirements(workspace)
    missing = [one for one in found if not one.installed]
    for one in missing:
        by = ", ".join(one.games or one.themes)
        told = f"the package {one.package} of {'the game' if one.games else 'the theme'} {by}"
        yield Finding("fonts", good=not one.games, told=told, how=install_command(one.package))
    for problem in problems:
        yield Finding("fonts", good=False, told=str(problem), how=problem.hint)
    if not missing and not problems:
        yield Finding("fonts", good=True, told=f"all {len(found)} packages that themes need are installed")


def _output(folder: Path) -> Finding:
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        told = f"{display_path(folder)} cannot be written: {(error.strerror or str(error)).lower()}"
        return Finding("output", good=False, told=told, how="mend its rights, or build with --out DIR")
    if not os.access(there, os.X_OK):
        return Finding("output", good=False, told=f"{display_path(folder)} cannot be entered")
    return Finding("output", good=True, told=f"{display_path(folder)} can be written")

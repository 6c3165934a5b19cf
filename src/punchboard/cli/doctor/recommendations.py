"""What a person gains from, and builds do without: other programs, profiles of presses, measured printers."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.cli.doctor.finding import Finding
from punchboard.cli.output.display_paths import display_path
from punchboard.load.files.printers import config_folder, printer, printer_names
from punchboard.problem import ProblemsFound


class Tool(NamedTuple):
    """Another program: the names that it goes by, what it is good for, and what it is called in each system's store."""

    commands: tuple[str, ...]
    gain: str
    packages: Mapping[str, str]


_INSTALL: Final = MappingProxyType({"darwin": "brew install", "win32": "winget install"})
_LINUX: Final = "sudo apt install"

TOOLS: Final[Mapping[str, Tool]] = MappingProxyType(
    {
        "git": Tool(
            ("git",),
            "diff and --changed-since read older states of games from revisions, such as v0.1.0",
            MappingProxyType({"win32": "Git.Git"}),
        ),
        "qpdf": Tool(
            ("qpdf",),
            "a second opinion on a PDF file before it goes to a shop: qpdf --check FILE",
            MappingProxyType({}),
        ),
        "ghostscript": Tool(
            ("gs", "gswin64c"),
            "the plates of a CMYK file, one by one: gs -sDEVICE=tiffsep -o plate-%d.tif FILE",
            MappingProxyType({"win32": "ArtifexSoftware.GhostScript"}),
        ),
    }
)

_PROFILE_FOLDERS: Final = (
    Path("/usr/share/color/icc"),
    Path("/Library/ColorSync/Profiles"),
    Path("/System/Library/ColorSync/Profiles"),
    Path.home() / ".local/share/icc",
    Path(os.environ.get("SYSTEMROOT", "")) / "System32/spool/drivers/color",
)
"""Where systems keep the profiles of devices."""

_CMYK: Final = b"CMYK"
"""What stands at bytes 16 to 20 of the profile of a press, by ICC.1, section 7.2."""


def recommendation_findings() -> Iterator[Finding]:
    """Yield what there is besides, and what more there could be."""
    for name, tool in TOOLS.items():
        there = any(map(shutil.which, tool.commands))
        command = _INSTALL.get(sys.platform, _LINUX)
        how = "" if there else f"{command} {tool.packages.get(sys.platform, name)}"
        yield Finding(name, good=there, told=tool.gain, how=how)
    yield _profiles()
    yield _printers()


def _profiles() -> Finding:
    found = next(filter(_is_press_profile, _profile_files()), None)
    gain = "--profile FILE.icc builds in CMYK, as presses print"
    if found is None:
        how = "ask the printer for theirs; free ones: colord-data (Linux), color.org, eci.org"
        return Finding("ICC profile", good=False, told=gain, how=how)
    return Finding("ICC profile", good=True, told=f"{gain}; there is {found}")


def _profile_files() -> Iterator[Path]:
    for folder in _PROFILE_FOLDERS:
        if folder.is_absolute() and folder.is_dir():
            yield from sorted(path for path in folder.rglob("*") if path.suffix.lower() in {".icc", ".icm"})


def _is_press_profile(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(20)[16:20] == _CMYK
    except OSError:
        return False


def _printers() -> Finding:
    names, folder = printer_names(), display_path(config_folder())
    bad = []
    for name in names:
        try:
            printer(name)
        except ProblemsFound as found:
            bad += [str(problem) for problem in found.problems]
    if bad:
        return Finding("printers", good=False, told="; ".join(bad), how=f"mend or delete the file in {folder}/printers")
    if not names:
        how = "punchboard calibrate makes the sheet to measure one by"
        return Finding("printers", good=False, told=f"backs that line up; none is kept in {folder}", how=how)
    return Finding("printers", good=True, told=f"{', '.join(names)}: kept in {folder}; build with --printer {names[0]}")

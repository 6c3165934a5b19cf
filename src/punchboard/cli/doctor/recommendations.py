"""Optional findings, which builds do not require: other programs, ICC profiles of presses, measured printers."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.cli.doctor.finding import Finding
from punchboard.cli.output.display_paths import display_path
from punchboard.load.files.printers import config_folder, printer, printer_names
from punchboard.problem import ProblemsFound
from punchboard.system.folders import profile_folders
from punchboard.system.operating_system import this_system


class Tool(NamedTuple):
    """An optional program: its commands, what it is useful for, and its package names by platform."""

    commands: tuple[str, ...]
    gain: str
    packages: Mapping[str, str]


_INSTALL: Final = MappingProxyType({"linux": "sudo apt install", "darwin": "brew install", "win32": "winget install"})

TOOLS: Final[Mapping[str, Tool]] = MappingProxyType(
    {
        "git": Tool(
            ("git",),
            "diff and --changed-since read older states of games from git revisions, such as v0.1.0",
            MappingProxyType({"win32": "Git.Git"}),
        ),
        "qpdf": Tool(
            ("qpdf",),
            "checks a PDF file once more before you send it to a shop: qpdf --check FILE",
            MappingProxyType({}),
        ),
        "ghostscript": Tool(
            ("gs", "gswin64c"),
            "shows the plates of a CMYK file one by one: gs -sDEVICE=tiffsep -o plate-%d.tif FILE",
            MappingProxyType({"win32": "ArtifexSoftware.GhostScript"}),
        ),
        "liblouis": Tool(
            ("lou_translate",),
            "translates names and words to Braille: build GAME --only braille",
            MappingProxyType({"linux": "liblouis-bin"}),
        ),
    }
)

_CMYK: Final = b"CMYK"
"""Bytes 16 to 20 of the ICC profile of a press, by ICC.1, section 7.2."""


def recommendation_findings() -> Iterator[Finding]:
    """Yield a finding for each optional program, for ICC profiles and for measured printers."""
    for name, tool in TOOLS.items():
        is_installed = any(map(shutil.which, tool.commands))
        how = "" if is_installed else f"{_INSTALL[this_system()]} {tool.packages.get(this_system(), name)}"
        yield Finding(name, good=is_installed, told=tool.gain, how=how)
    yield _profiles()
    yield _printers()


def _profiles() -> Finding:
    found = next(filter(_is_press_profile, _profile_files()), None)
    gain = "--profile FILE.icc builds in CMYK for a press"
    if found is None:
        how = "ask your print shop for its profile; free ones: colord-data (Linux), color.org, eci.org"
        return Finding("ICC profile", good=False, told=gain, how=how)
    return Finding("ICC profile", good=True, told=f"{gain}; found {found}")


def _profile_files() -> Iterator[Path]:
    for folder in profile_folders():
        if folder.is_dir():
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
        return Finding("printers", good=False, told="; ".join(bad), how=f"fix or delete the file in {folder}/printers")
    if not names:
        how = "measure your printer with `punchboard calibrate`"
        return Finding("printers", good=False, told=f"aligns backs with fronts; no printer in {folder}", how=how)
    told = f"{', '.join(names)}: stored in {folder}; build with --printer {names[0]}"
    return Finding("printers", good=True, told=told)

"""The command ``punchboard doctor``: what this machine lacks, and how to get it."""

import os
import platform
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import Final, NamedTuple

import punchboard
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.options import HERE, AsJson, Out, Workspace, options_from_record
from punchboard.cli.report import display_path, print_line, show_json
from punchboard.load import find_games, output_folder
from punchboard.load.printers import config_folder, printer, printer_names
from punchboard.load.theme_fonts import font_requirements, install_command
from punchboard.problem import ProblemsFound
from punchboard.system.operating_system import this_system
from punchboard.system.user import profile_folders


class DoctorRequest(NamedTuple):
    """The options of ``punchboard doctor``."""

    workspace: Workspace = HERE
    out: Out = None
    as_json: AsJson = False


@options_from_record
def command(request: DoctorRequest) -> int:
    """Report what builds require and recommend, what is missing and how to get it."""
    needed, recommended = (
        tuple(_requirement_findings(request.workspace, request.out)),
        tuple(_recommendation_findings()),
    )
    ready = all(finding.good for finding in needed)
    if request.as_json:
        findings = {"needed": needed, "optional": recommended}
        show_json({"ready": ready, **{key: [one._asdict() for one in group] for key, group in findings.items()}})
    else:
        for line in _report_lines(needed, recommended, ready=ready):
            print_line(line)
    return SUCCESS if ready else PROBLEMS


def _report_lines(needed: "tuple[Finding, ...]", recommended: "tuple[Finding, ...]", *, ready: bool) -> Iterator[str]:
    width = max(len(finding.name) for finding in (*needed, *recommended))
    yield from _finding_lines(needed, width, "missing")
    yield ""
    yield "optional"
    yield from _finding_lines(recommended, width, "-")
    yield ""
    yield "Everything that builds require is installed." if ready else "Builds require what is marked as missing."


def _finding_lines(findings: "Iterable[Finding]", width: int, mark: str) -> Iterator[str]:
    for finding in findings:
        yield f"  {'ok' if finding.good else mark:7}  {finding.name.ljust(width)}  {finding.told}"
        if finding.how:
            yield f"  {'':7}  {'':{width}}  {finding.how}"


_DISTRIBUTION: Final = "punchboard"
_PACKAGE_NAME: Final = re.compile(r"[\w.-]+")


def _requirement_findings(workspace: Path, out: Path | None) -> "Iterator[Finding]":
    """Yield a finding for each requirement of builds."""
    yield Finding("Python", good=True, told=f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    yield Finding(_DISTRIBUTION, good=True, told=f"{punchboard.__version__} in {Path(punchboard.__file__).parent}")
    yield _packages()
    yield _games(workspace)
    yield from _fonts(workspace)
    yield _output(out or output_folder(workspace))


def _packages() -> "Finding":
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
    return [match.group() for line in lines if ";" not in line and (match := _PACKAGE_NAME.match(line))]


def _is_installed(package: str) -> bool:
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _games(workspace: Path) -> "Finding":
    games = find_games(workspace)
    here = display_path(workspace)
    if not games:
        how = "make one with `punchboard new NAME`, or go to a folder with catalog/ or to a game's folder"
        return Finding("games", good=True, told=f"none in {here}", how=how)
    return Finding("games", good=True, told=f"{len(games)} in {here}: {', '.join(games)}")


def _fonts(workspace: Path) -> "Iterator[Finding]":
    """Yield findings on fonts; fonts of themes that no game uses are optional."""
    fonts, problems = font_requirements(workspace)
    missing = [font for font in fonts if not font.installed]
    for font in missing:
        users = ", ".join(font.games or font.themes)
        description = f"missing package {font.package}, which {'the game' if font.games else 'the theme'} {users} uses"
        yield Finding("fonts", good=not font.games, told=description, how=install_command(font.package))
    for problem in problems:
        yield Finding("fonts", good=False, told=str(problem), how=problem.hint)
    if not missing and not problems:
        yield Finding("fonts", good=True, told=f"all {len(fonts)} packages of the themes are installed")


def _output(folder: Path) -> "Finding":
    nearest = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    try:
        with TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        description = f"cannot write to {display_path(folder)}: {(error.strerror or str(error)).lower()}"
        return Finding("output", good=False, told=description, how="change its permissions, or build with --out DIR")
    if not os.access(nearest, os.X_OK):
        return Finding("output", good=False, told=f"cannot open {display_path(folder)}")
    return Finding("output", good=True, told=f"{display_path(folder)} is writable")


# Optional findings, which builds do not require: other programs, ICC profiles of presses, measured printers.


class Tool(NamedTuple):
    """An optional program: its commands, what it is useful for, and its package names by platform."""

    commands: tuple[str, ...]
    gain: str
    packages: Mapping[str, str]


_INSTALL: Final[Mapping[str, str]] = {"linux": "sudo apt install", "darwin": "brew install", "win32": "winget install"}

TOOLS: Final[Mapping[str, Tool]] = {
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

_CMYK: Final = b"CMYK"
"""Bytes 16 to 20 of the ICC profile of a press, by ICC.1, section 7.2."""


def _recommendation_findings() -> "Iterator[Finding]":
    """Yield a finding for each optional program, for ICC profiles and for measured printers."""
    for name, tool in TOOLS.items():
        is_installed = any(map(shutil.which, tool.commands))
        how = "" if is_installed else f"{_INSTALL[this_system()]} {tool.packages.get(this_system(), name)}"
        yield Finding(name, good=is_installed, told=tool.gain, how=how)
    yield _profiles()
    yield _printers()


def _profiles() -> "Finding":
    profile = next(filter(_is_press_profile, _profile_files()), None)
    gain = "--profile FILE.icc builds in CMYK for a press"
    if profile is None:
        how = "ask your print shop for its profile; free ones: colord-data (Linux), color.org, eci.org"
        return Finding("ICC profile", good=False, told=gain, how=how)
    return Finding("ICC profile", good=True, told=f"{gain}; found {profile}")


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


def _printers() -> "Finding":
    names, folder = printer_names(), display_path(config_folder())
    bad = []
    for name in names:
        try:
            printer(name)
        except ProblemsFound as error:
            bad += [str(problem) for problem in error.problems]
    if bad:
        return Finding("printers", good=False, told="; ".join(bad), how=f"fix or delete the file in {folder}/printers")
    if not names:
        how = "measure your printer with `punchboard calibrate`"
        return Finding("printers", good=False, told=f"aligns backs with fronts; no printer in {folder}", how=how)
    description = f"{', '.join(names)}: stored in {folder}; build with --printer {names[0]}"
    return Finding("printers", good=True, told=description)


class Finding(NamedTuple):
    """One finding: whether it is good, a description, and how to fix it; the field names are keys of ``--json``."""

    name: str
    good: bool
    told: str
    how: str = ""

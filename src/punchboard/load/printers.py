"""Profiles of printers that the user has measured, and ICC profiles of printing presses."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from punchboard.load.files import check_file
from punchboard.load.yaml.places import read_yaml_file
from punchboard.load.yaml.validate import validated
from punchboard.model.print_options import IccProfile
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.values import did_you_mean, is_slug
from punchboard.pixels import PILLOW_HINT, can_decode
from punchboard.problem import Place, fail
from punchboard.system.user import settings_folder


def config_folder() -> Path:
    """Return the user's configuration folder: ``$PUNCHBOARD_CONFIG``, else the system's standard location."""
    override = os.environ.get("PUNCHBOARD_CONFIG")
    return Path(override) if override else settings_folder() / "punchboard"


def printer_path(name: str) -> Path:
    """Return the path of a printer's profile."""
    return config_folder() / "printers" / f"{name}.yaml"


def printer_names() -> tuple[str, ...]:
    """Return the names of all measured printers."""
    return tuple(sorted(path.stem for path in printer_path("").parent.glob("*.yaml") if is_slug(path.stem)))


def valid_printer_name(name: str, place: Place) -> str:
    """Return a printer's name, which is also its file name, if it is valid.

    Raises:
        ProblemsFound: PRINTER001 for anything but lower-case letters, digits and single dashes between them.
    """
    if not is_slug(name):
        hint = "use lower-case letters, digits and single dashes, such as 'office-laser'"
        raise fail("PRINTER001", place, f"{name!r} is not a valid printer name", hint)
    return name


def printer(name: str) -> PrinterFile:
    """Return a printer's profile.

    Raises:
        ProblemsFound: PRINTER001 when no printer has the name; the problems of its file.
    """
    path = printer_path(name)
    if not is_slug(name) or not path.is_file():
        hint = did_you_mean(name, printer_names()) or "measure it first: punchboard calibrate"
        raise fail("PRINTER001", Place("--printer"), f"there is no printer {name!r}", hint)
    raw, places = read_yaml_file(path, str(path))
    return validated(PrinterFile, raw if raw is not None else {}, places, str(path))


_HEADER: Final = 128
"""Bytes in the header of an ICC profile (ICC.1:2010, 7.2)."""


def profile(path: Path) -> IccProfile:
    """Return a CMYK profile.

    Raises:
        ProblemsFound: PROFILE001 when the file is missing, unreadable, or not an ICC profile for CMYK, and where
            Pillow is missing, which converts colours.
    """
    place = Place("--profile")
    if not can_decode():
        raise fail("PROFILE001", place, "no colours can be converted for a press here without Pillow", PILLOW_HINT)
    check_file(path, place, str(path), rule="PROFILE001")
    data = path.read_bytes()
    if len(data) < _HEADER or data[36:40] != b"acsp":
        raise fail("PROFILE001", place, f"{str(path)!r} is not an ICC profile")
    space = data[16:20].decode("ascii", "replace").strip()
    if space != "CMYK":
        raise fail("PROFILE001", place, f"{str(path)!r} is a profile for {space}, not for CMYK")
    return IccProfile(path.stem, data)

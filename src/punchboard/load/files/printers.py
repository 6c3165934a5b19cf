"""Profiles of printers that the user has measured, one file each in the user's configuration folder."""

from __future__ import annotations

import os
from pathlib import Path

from punchboard.load.files.paths import read_text
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import validated
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.values import did_you_mean, is_slug
from punchboard.problem import Place, fail
from punchboard.system.folders import settings_folder


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
    raw, places = read_yaml(read_text(path, Place(str(path)), str(path)), str(path))
    return validated(PrinterFile, raw if raw is not None else {}, places, str(path))

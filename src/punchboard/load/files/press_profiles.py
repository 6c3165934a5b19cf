"""ICC profiles of printing presses, read from the file that ``--profile`` names. None is built in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punchboard.load.files.paths import check_file
from punchboard.model.print_options import IccProfile
from punchboard.problem import Place, fail

_HEADER: Final = 128
"""Bytes in the header of an ICC profile (ICC.1:2010, 7.2)."""


def profile(path: Path) -> IccProfile:
    """Return a CMYK profile.

    Raises:
        ProblemsFound: PROFILE001 when the file is missing, unreadable, or not an ICC profile for CMYK.
    """
    place = Place("--profile")
    check_file(path, place, str(path), rule="PROFILE001")
    data = path.read_bytes()
    if len(data) < _HEADER or data[36:40] != b"acsp":
        raise fail("PROFILE001", place, f"{str(path)!r} is not an ICC profile")
    space = data[16:20].decode("ascii", "replace").strip()
    if space != "CMYK":
        raise fail("PROFILE001", place, f"{str(path)!r} is a profile for {space}, not for CMYK")
    return IccProfile(path.stem, data)

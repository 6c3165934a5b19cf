"""The name of this operating system, and how it encodes what a program prints."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Final, Literal, TextIO

System = Literal["linux", "darwin", "win32"]

LINUX: Final = "linux"
MACOS: Final = "darwin"
WINDOWS: Final = "win32"


def this_system() -> System:
    """Return the system as ``sys.platform`` calls it; any other Unix, such as FreeBSD, counts as Linux."""
    name = sys.platform
    if name == WINDOWS:
        return WINDOWS
    return MACOS if name == MACOS else LINUX


def is_windows() -> bool:
    """Return whether this is Windows."""
    return this_system() == WINDOWS


def print_all_characters(stream: TextIO) -> None:
    r"""Let a stream print every character: one that its encoding lacks as an escape such as ``\u2014``.

    On Windows, pipes and files get UTF-8, as everywhere else and as in Python from 3.15, unless PYTHONIOENCODING names
    an encoding. Python would otherwise take the code page of the system, which lacks most characters.
    """
    if not isinstance(stream, TextIOWrapper) or stream.encoding.lower().replace("-", "") == "utf8":
        return
    to_utf8 = is_windows() and not os.environ.get("PYTHONIOENCODING")
    stream.reconfigure(encoding="utf-8" if to_utf8 else None, errors="backslashreplace")

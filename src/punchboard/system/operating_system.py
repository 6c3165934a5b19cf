"""The name of this operating system."""

from __future__ import annotations

import sys
from typing import Final, Literal

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

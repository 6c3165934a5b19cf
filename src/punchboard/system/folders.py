"""The folders in which each system keeps settings, fonts and colour profiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from punchboard.system.operating_system import System, this_system

FONTS: Final[Mapping[System, tuple[str, ...]]] = MappingProxyType(
    {
        "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
        "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
        "win32": ("~/AppData/Local/Microsoft/Windows/Fonts", "$SYSTEMROOT/Fonts"),
    }
)
PROFILES: Final[Mapping[System, tuple[str, ...]]] = MappingProxyType(
    {
        "linux": ("/usr/share/color/icc", "/usr/local/share/color/icc", "~/.local/share/icc"),
        "darwin": ("/Library/ColorSync/Profiles", "/System/Library/ColorSync/Profiles", "~/Library/ColorSync/Profiles"),
        "win32": ("$SYSTEMROOT/System32/spool/drivers/color",),
    }
)
SETTINGS: Final[Mapping[System, tuple[str, str]]] = MappingProxyType(
    {
        "linux": ("XDG_CONFIG_HOME", "~/.config"),
        "darwin": ("", "~/Library/Application Support"),
        "win32": ("APPDATA", "~/AppData/Roaming"),
    }
)
"""The variable of the environment that names the folder, if it is set, and the folder otherwise."""


def settings_folder() -> Path:
    """Return the folder below which this user's programs keep their settings."""
    variable, default = SETTINGS[this_system()]
    return Path((os.environ.get(variable) if variable else "") or os.path.expanduser(default))  # noqa: PTH111 - one text


def font_folders() -> tuple[Path, ...]:
    """Return the folders with the fonts of this machine, whether or not they exist."""
    return _expanded(FONTS[this_system()])


def profile_folders() -> tuple[Path, ...]:
    """Return the folders with the ICC profiles of this machine, whether or not they exist."""
    return _expanded(PROFILES[this_system()])


def _expanded(folders: tuple[str, ...]) -> tuple[Path, ...]:
    root = os.environ.get("SYSTEMROOT") or "C:/Windows"
    return tuple(Path(folder.replace("$SYSTEMROOT", root)).expanduser() for folder in folders)

"""The user of this machine: browser, language and country, and the folders of settings, fonts and colour profiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import Final

from punchboard.system.operating_system import System, is_windows, this_system


def open_page(address: str) -> None:
    """Show an address in the user's browser, if there is one. It does not wait: browsers may take long to start."""
    Thread(target=show_page, args=(address,), daemon=True).start()


def show_page(address: str) -> bool:
    """Show an address in the user's browser, and return whether there is one.

    Windows, macOS and most desktops of Linux have a browser by default; elsewhere the variable ``BROWSER`` names it.
    """
    import webbrowser  # noqa: PLC0415 - few commands show a page

    try:
        return webbrowser.open(address)
    except (OSError, webbrowser.Error):
        return False


_VARIABLES = ("LC_ALL", "LC_PAPER", "LANG")


def user_locale() -> str:
    """Return the user's locale, such as ``en_US.UTF-8`` or ``English_United States``; "" if the system has none.

    It comes from the environment. Only Windows needs the locale module; elsewhere the module would take the locale
    ``C``, which names no country, for the United States.
    """
    chosen = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), None)
    if chosen is None and is_windows():
        import locale  # noqa: PLC0415 - only Windows needs it

        chosen = locale.getlocale()[0]
    return chosen or ""


FONTS: Final[Mapping[System, tuple[str, ...]]] = {
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("~/AppData/Local/Microsoft/Windows/Fonts", "$SYSTEMROOT/Fonts"),
}
PROFILES: Final[Mapping[System, tuple[str, ...]]] = {
    "linux": ("/usr/share/color/icc", "/usr/local/share/color/icc", "~/.local/share/icc"),
    "darwin": ("/Library/ColorSync/Profiles", "/System/Library/ColorSync/Profiles", "~/Library/ColorSync/Profiles"),
    "win32": ("$SYSTEMROOT/System32/spool/drivers/color",),
}
SETTINGS: Final[Mapping[System, tuple[str, str]]] = {
    "linux": ("XDG_CONFIG_HOME", "~/.config"),
    "darwin": ("", "~/Library/Application Support"),
    "win32": ("APPDATA", "~/AppData/Roaming"),
}
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

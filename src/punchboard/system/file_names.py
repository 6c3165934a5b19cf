"""File names that every system can store, so that an output or a game can be copied to any machine.

https://learn.microsoft.com/windows/win32/fileio/naming-a-file has the rules of Windows, which are the strictest.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_NAME: Final = 255
"""The longest name of a file or folder: in bytes on Linux, in UTF-16 units on Windows and macOS."""

_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?", re.IGNORECASE)
"""Names of devices, which Windows opens in place of a file, whatever follows a dot."""

_FORBIDDEN: Final = re.compile(r'[<>:"|?*\\\x00-\x1f]')


def unportable_name(path: str) -> str:
    """Return why some system cannot store a relative path with slashes, or "" if all can."""
    return next((why for name in path.split("/") if (why := _why(name))), "")


def same_name_key(path: str) -> str:
    """Return a text that is equal for paths that some disk takes for one: by case, or by composed letters."""
    return unicodedata.normalize("NFC", path).casefold()


def _why(name: str) -> str:
    if _DEVICE.fullmatch(name):
        return f"{name!r} is the name of a device on Windows"
    if found := _FORBIDDEN.search(name):
        return f"Windows does not allow {found.group()!r} in {name!r}"
    if name.endswith((".", " ")):
        return f"Windows removes the last character of {name!r}"
    if len(name.encode(errors="surrogateescape")) > MAX_NAME:
        return f"{name[:20] + '…'!r} is longer than {MAX_NAME} bytes"
    return ""

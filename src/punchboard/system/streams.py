"""The encoding of what the program prints."""

from __future__ import annotations

import os
from io import TextIOWrapper
from typing import TextIO

from punchboard.system.operating_system import is_windows


def print_all_characters(stream: TextIO) -> None:
    r"""Let a stream print every character: one that its encoding lacks as an escape such as ``\u2014``.

    On Windows, pipes and files get UTF-8, as everywhere else and as in Python from 3.15, unless PYTHONIOENCODING names
    an encoding. Python would otherwise take the code page of the system, which lacks most characters.
    """
    if not isinstance(stream, TextIOWrapper) or stream.encoding.lower().replace("-", "") == "utf8":
        return
    to_utf8 = is_windows() and not os.environ.get("PYTHONIOENCODING")
    stream.reconfigure(encoding="utf-8" if to_utf8 else None, errors="backslashreplace")

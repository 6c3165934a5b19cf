"""Text as YAML scalars and comments on one line."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = re.compile(r"[A-Za-z][\w]*(?:[ .-][\w]+)*", re.ASCII)
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "none", "y", "n"})
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    """Return a text in double quotes, with escapes."""
    return f'"{"".join(_escaped(char) for char in text)}"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable() and char != "\ufeff":
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def scalar(text: str) -> str:
    """Return a text as a YAML scalar, without quotes if it is plain words."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else quoted(text)


def comment(text: str, width: int = 160) -> str:
    """Return a text for a YAML comment: one line of printable characters, shortened to ``width``."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= width else f"{line[: width - 3]}..."

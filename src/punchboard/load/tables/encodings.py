"""Text tables that are not UTF-8: what wrote them, and the same as UTF-8."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

UTF16_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
"""The first bytes of UTF-16, which is what Excel calls Unicode text."""


class ConvertedTable(NamedTuple):
    """A table as UTF-8, by what it was read, and the first word that looks different by that."""

    data: bytes
    encoding: str
    word: str


def convert_to_utf8(data: bytes) -> ConvertedTable | None:
    """Return a text table as UTF-8; None when it is that already, or UTF-16 with its mark, which tells itself.

    What is neither was written by an older Excel: lines that end with a carriage return alone are of a Macintosh,
    others of Windows in Western Europe.
    """
    if data.startswith(UTF16_MARKS) or _is_utf8(data):
        return None
    encoding, name = ("mac_roman", "Macintosh Roman") if _is_mac(data) else ("cp1252", "Windows-1252")
    text = data.decode(encoding, errors="replace")
    word = next(word for word in text.replace(";", " ").replace(",", " ").split() if not word.isascii())
    return ConvertedTable(text.encode(), name, word.strip('"'))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_mac(data: bytes) -> bool:
    return b"\r" in data and b"\n" not in data

"""Converting text tables in older encodings to UTF-8."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

UTF16_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
"""Byte order marks of UTF-16, which Excel calls Unicode text."""


class ConvertedTable(NamedTuple):
    """A table as UTF-8, the encoding it was read with, and the first word that depends on that encoding."""

    data: bytes
    encoding: str
    word: str


def convert_to_utf8(data: bytes) -> ConvertedTable | None:
    """Return a text table as UTF-8; None when it is UTF-8 already, or UTF-16 with a byte order mark.

    Anything else is taken to be from an older Excel: Macintosh Roman if lines end with a carriage return alone, else
    Windows-1252.
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

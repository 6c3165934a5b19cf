"""Filters for the texts and colours of layouts: ``{{ colour | tint(20) }}``, ``{{ 3 | words }}``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final


def _mix(colour: str, other: str, percent: float) -> str:
    part = min(max(float(percent), 0.0), 100.0) / 100
    channels = (round(int(colour[i : i + 2], 16) * part + int(other[i : i + 2], 16) * (1 - part)) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


_PAINT: Final = re.compile(r"(\S+?)(?: +(\d{1,3})%)?")
_HEXADECIMAL: Final = re.compile(r"#[0-9a-f]{6}")


def painted(paint: str, colours: Mapping[str, str]) -> str | None:
    """Return ``#rrggbb`` for a paint: a colour by name or number, or a tint (``ink 40%``); None for another text."""
    match = _PAINT.fullmatch(paint.strip())
    name, percent = match.groups() if match else (paint, None)
    base = name.lower() if _HEXADECIMAL.fullmatch(name.lower()) else colours.get(name)
    return tint(base, float(percent)) if base is not None and percent else base


def tint(colour: str, percent: float) -> str:
    """Return the colour mixed with white: 100 is the colour itself, 0 is white."""
    return _mix(str(colour), "#ffffff", percent)


def shade(colour: str, percent: float) -> str:
    """Return the colour mixed with black: 100 is the colour itself, 0 is black."""
    return _mix(str(colour), "#000000", percent)


_NOT_IN_SLUG: Final = re.compile(r"[^a-z0-9]+")

MAX_SLUG: Final = 60
"""The most characters of a slug; an id has room for more, to distinguish components of the same name."""


def slug(text: object) -> str:
    """Return a text as it appears in an id: lower-case letters and digits with single dashes, without accents."""
    plain = str(text).lower().replace("ß", "ss").replace("æ", "ae").replace("ø", "o").replace("ł", "l")
    letters = (
        unicodedata.normalize("NFKD", plain.replace("'", "").replace("\u2019", "")).encode("ascii", "ignore").decode()
    )
    return _NOT_IN_SLUG.sub("-", letters.lower()).strip("-")[:MAX_SLUG].rstrip("-")


def split(text: object, at: str = ",") -> list[str]:
    """Return the parts of a text between commas or another mark, without blanks around them; no empty parts."""
    return [part.strip() for part in ("" if text is None else str(text)).split(at or ",") if part.strip()]


_MARKUP: Final = re.compile(r"([\\*_`\[\]<>#|~^&!]|\+(?=\+))|(?m:^(\s*)([-+=]|\d{1,9}[.)])(?=\s|[-=]|$))")


def as_written(text: object) -> str:
    """Return Markdown that prints a text exactly as it is: no character acts as markup, and line breaks are kept."""
    escaped = escape_markdown("" if text is None else str(text).strip())
    return "\n\n".join("\\\n".join(part.split("\n")) for part in re.split(r"\n\s*\n", escaped))


def escape_markdown(text: str) -> str:
    """Return a text with backslashes before all characters that Markdown could take for markup."""
    return _MARKUP.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    character, blanks, mark = match.groups()
    return f"\\{character}" if character else f"{blanks}{mark[:-1]}\\{mark[-1]}"


_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def in_words(number: int) -> str:
    """Return small whole numbers as words, others as digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else f"{number:,}".replace(",", "\u202f")

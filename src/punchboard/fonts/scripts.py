"""The script of a character, as HarfBuzz knows it, and the reading direction of languages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import uharfbuzz as hb

_RTL_SCRIPTS: Final = frozenset({"Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"})
_RTL_LANGUAGES: Final = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ku-arab", "nqo", "pa-arab", "ps", "sd", "syr", "ug", "ur", "yi"}
)
"""Languages written from right to left, unless their tag names another script."""


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """Return the four-letter code of a character's script, such as ``Arab``.

    The result is empty for what all scripts share: punctuation, digits, marks.
    """
    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    return str(buffer.script or "")


def is_rtl_language(language: str) -> bool:
    """Return whether a language is read from right to left, given its tag, such as ``ar`` or ``az-Arab``."""
    parts = language.split("-")
    script = next((part.capitalize() for part in parts[1:] if len(part) == 4 and part.isalpha()), "")
    if script:
        return script in _RTL_SCRIPTS
    return parts[0].lower() in _RTL_LANGUAGES

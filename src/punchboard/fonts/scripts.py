"""Which script a character belongs to, as HarfBuzz knows it, and which way scripts and languages are read."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import uharfbuzz as hb

_RTL_SCRIPTS: Final = frozenset({"Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"})
_RTL_LANGUAGES: Final = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ku-arab", "nqo", "pa-arab", "ps", "sd", "syr", "ug", "ur", "yi"}
)
"""Languages that are written from right to left, where they do not name another script."""


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """Return the script by its four letters: ``Arab``; nothing for what all scripts share: signs, digits, marks."""
    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    return str(buffer.script or "")


def is_rtl_language(language: str) -> bool:
    """Tell whether a language, by its tag such as ``ar`` or ``az-Arab``, is read from right to left."""
    parts = language.split("-")
    script = next((part.capitalize() for part in parts[1:] if len(part) == 4 and part.isalpha()), "")
    if script:
        return script in _RTL_SCRIPTS
    return parts[0].lower() in _RTL_LANGUAGES

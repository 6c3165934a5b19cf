"""Families of codes in the order of the manual: the letters of the codes under each heading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from punchboard.manual import Page, family, pages

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "Reading and writing": (
            "FILE",
            "YAML",
            "KEY",
            "VALUE",
            "TABLE",
            "MARKUP",
            "ID",
            "FONT",
            "ADD",
            "BUILD",
            "LIMIT",
            "PREVIEW",
            "EDIT",
            "CHANGE",
            "LINK",
        ),
        "Names and expressions": ("REF", "EXPR", "RULE", "STAND", "CHECK"),
        "Counts": ("COUNT", "DECK"),
        "Set-up and turns": ("SETUP", "TURN", "ODDS", "LOG"),
        "Prose": ("PROSE",),
        "Accessibility": ("READ", "ACCESS"),
        "Other languages": ("LOCALE",),
        "On the printed thing": (
            *("FIT", "TYPE", "GLYPH", "CONTRAST", "COLOUR", "PICT", "SYMBOL", "BOX", "FRAME", "BLEED", "BACK"),
            *("PROFILE", "INK", "ALPHA", "PDFX", "SHEET", "BOOK", "PRINTER", "SHOP", "PROOF", "EDITION", "CREDIT"),
            "BRAILLE",
        ),
    }
)
"""The letters of the codes under each heading."""

OTHERS: Final = "Others"


def pages_by_family() -> Iterator[tuple[str, Sequence[Page]]]:
    """Yield each heading with its pages: families in their order, codes by number. No page is left out."""
    left = dict.fromkeys(pages().values())
    for heading, letters in FAMILIES.items():
        found = [page for name in letters for page in left if family(page.codes[0]) == name]
        for page in found:
            del left[page]
        if found:
            yield heading, found
    if left:
        yield OTHERS, tuple(left)

"""The manual: a page for every code that a problem can have.

The page of a rule is the docstring of its module, recognised by its first line (``COUNT001: what is wrong.``) without
importing the module. Codes without a rule module (loading, composing, writing) have their pages in ``pages/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from punchboard.manual.page import Page, parse_page

__all__ = ["Page", "family", "page_of", "pages"]

PACKAGE: Final = Path(__file__).resolve().parents[1]

RULES: Final = PACKAGE / "checks"
"""The folder of the rules: each is a module with its page as docstring."""

_PAGES: Final = Path(__file__).resolve().parent / "pages"

_DOCSTRING: Final = re.compile(r'"""([A-Z]{2,}\d{3}(?:, [A-Z]{2,}\d{3})*: .*?)"""', re.DOTALL)
_FAMILY: Final = re.compile(r"\D+")


@cache
def pages() -> Mapping[str, Page]:
    """Return the page of every code, by code. Several codes may share a page."""
    found = {code: page for page in _read() for code in page.codes}
    return MappingProxyType(dict(sorted(found.items())))


def page_of(code: str) -> Page | None:
    """Return the page of a code, or None if there is no such code."""
    return pages().get(code)


def family(code: str) -> str:
    """Return the letters of a code, which related rules share: ``PROSE`` of ``PROSE004``."""
    match = _FAMILY.match(code)
    return match.group() if match else ""


def _read() -> Iterator[Page]:
    for path in sorted(RULES.rglob("*.py")):
        match = _DOCSTRING.match(path.read_text(encoding="utf-8"))
        if match:
            yield parse_page(match.group(1))
    for path in sorted(_PAGES.glob("*.txt")):
        yield parse_page(path.read_text(encoding="utf-8"))

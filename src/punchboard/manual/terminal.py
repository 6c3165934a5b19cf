"""A page of the manual for a terminal: wrapped, with indented examples."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from punchboard.manual.page import LITERAL, Page, Section

WIDTH: Final = 88

_NO_BREAK: Final = "\x00"
"""Replaces a space within a literal while lines are wrapped."""

_BOLD, _GREEN, _RED, _PLAIN = "\033[1m", "\033[32m", "\033[31m", "\033[0m"
_COLOURS: Final = {"Bad": _RED, "Good": _GREEN}


def terminal_text(page: Page, *, colour: bool = False, width: int = WIDTH) -> str:
    """Return a page as lines of text, with ``colour`` for terminals that show it."""
    head = f"{', '.join(page.codes)}: {page.title}"
    lines = [f"{_BOLD}{head}{_PLAIN}" if colour else head]
    for section in page.sections:
        lines += ["", *_section(section, width, colour=colour)]
    return "\n".join(lines)


def _section(section: Section, width: int, *, colour: bool) -> Iterator[str]:
    if section.label:
        yield f"{_COLOURS.get(section.label, _BOLD)}{section.label}{_PLAIN}" if colour else section.label
    whole = LITERAL.fullmatch(section.text.removesuffix("."))
    if whole:  # the example is the whole paragraph
        yield f"    {whole.group(1)}"
    elif section.text:
        said = _quoted(section.text[:1].upper() + section.text[1:])
        filled = textwrap.fill(said, width, initial_indent="  ", subsequent_indent="  ", break_long_words=False)
        yield filled.replace(_NO_BREAK, " ")
    if section.code:
        yield textwrap.indent(section.code, "    ")


def _quoted(text: str) -> str:
    """Return text with each literal in single backticks, and its spaces protected from line breaks."""
    return LITERAL.sub(lambda match: f"`{match.group(1).replace(' ', _NO_BREAK)}`", text)

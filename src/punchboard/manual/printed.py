"""The manual as Markdown, by families of codes, and a page of it for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from punchboard.manual import LITERAL, Page, Section, family, pages
from punchboard.system.yaml_parser import load_yaml

OTHERS: Final = "Others"

_FAMILIES: Final = Path(__file__).with_name("families.yaml")
_INTRODUCTION: Final = Path(__file__).with_name("introduction.md")


def pages_by_family() -> Iterator[tuple[str, Sequence[Page]]]:
    """Yield each heading with its pages: families in their order, codes by number. No page is left out."""
    left = dict.fromkeys(pages().values())
    families = load_yaml(_FAMILIES.read_text(encoding="utf-8"))
    for heading, letters in families.items():
        family_pages = [page for name in letters.split() for page in left if family(page.codes[0]) == name]
        for page in family_pages:
            del left[page]
        if family_pages:
            yield heading, family_pages
    if left:
        yield OTHERS, tuple(left)


_YAML: Final = re.compile(r"^\s*(?:- )?[\w .'-]+:(?:\s|$)", re.MULTILINE)


def manual_markdown() -> str:
    """Return the manual: an introduction, a table of contents by family, and every page."""
    families = list(pages_by_family())
    lines = [_INTRODUCTION.read_text(encoding="utf-8"), "## Contents", ""]
    for heading, family_pages in families:
        lines += [f"- **{heading}**", *(f"  - [{_heading(page)}](#{_anchor(page)})" for page in family_pages)]
    for heading, family_pages in families:
        lines += ["", f"## {heading}"]
        for page in family_pages:
            lines += ["", f'<a id="{_anchor(page)}"></a>', "", f"### {_heading(page)}", "", *_body(page)]
    return "\n".join(lines) + "\n"


def page_markdown(page: Page) -> str:
    """Return a page without its title."""
    return "\n".join(_body(page)).rstrip()


def _heading(page: Page) -> str:
    return f"{', '.join(page.codes)}: {_literals(page.title)}"


def _anchor(page: Page) -> str:
    return page.codes[0].lower()


def _body(page: Page) -> Iterator[str]:
    for number, section in enumerate(page.sections):
        if number:
            yield ""
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    label = f"**{section.label}:**" if section.label else ""
    text = f"{label} {_literals(section.text)}".strip()
    if text:
        yield text
    if section.code:
        fence = "````" if "```" in section.code else "```"
        yield from ("", f"{fence}{'yaml' if _is_yaml(section.code) else 'text'}", section.code, fence)


def _literals(text: str) -> str:
    """Return text with literals in Markdown backticks (two if they contain one) and everything else escaped."""
    parts = LITERAL.split(text)
    marked = [f"`` {part} ``" if "`" in part else f"`{part}`" for part in parts[1::2]]
    plain = [re.sub(r"([*_<\[\]|\\])", r"\\\1", part) for part in parts[::2]]
    return "".join(one for both in zip(plain, [*marked, ""], strict=True) for one in both)


def _is_yaml(code: str) -> bool:
    return all(_YAML.match(line) or line.startswith((" ", "#", "- ")) for line in code.splitlines() if line)


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
        lines += ["", *_terminal_section(section, width, colour=colour)]
    return "\n".join(lines)


def _terminal_section(section: Section, width: int, *, colour: bool) -> Iterator[str]:
    if section.label:
        yield f"{_COLOURS.get(section.label, _BOLD)}{section.label}{_PLAIN}" if colour else section.label
    whole = LITERAL.fullmatch(section.text.removesuffix("."))
    if whole:  # the example is the whole paragraph
        yield f"    {whole.group(1)}"
    elif section.text:
        quoted = _quoted(section.text[:1].upper() + section.text[1:])
        filled = textwrap.fill(quoted, width, initial_indent="  ", subsequent_indent="  ", break_long_words=False)
        yield filled.replace(_NO_BREAK, " ")
    if section.code:
        yield textwrap.indent(section.code, "    ")


def _quoted(text: str) -> str:
    """Return text with each literal in single backticks, and its spaces protected from line breaks."""
    return LITERAL.sub(lambda match: f"`{match.group(1).replace(' ', _NO_BREAK)}`", text)

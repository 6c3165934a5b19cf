"""The manual: a page for every code that a problem can have.

The page of a rule is the docstring of its module, recognised by its first line (``COUNT001: what is wrong.``) without
importing the module. Codes without a rule module (loading, composing, writing) have their pages in ``pages/``.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

_LABELLED: Final = re.compile(r"(What|Why|Bad|Good):(?!\w)\s*(.*)", re.DOTALL)
LITERAL: Final = re.compile(r"``((?:(?!``).)+)``")
"""A literal in a text, in double backticks."""

_BETWEEN: Final = re.compile(r"\n(?:[ \t]*\n)+|\n(?=(?:What|Why|Bad|Good):)")
"""What separates two paragraphs. A label begins a new one."""


class Section(NamedTuple):
    """A paragraph: its label, if any, its text with literals in double backticks, and the example below it."""

    label: str
    text: str
    code: str = ""


class Page(NamedTuple):
    """The manual page of one code, or of several related codes."""

    codes: tuple[str, ...]
    title: str
    sections: tuple[Section, ...]

    def sections_labelled(self, label: str) -> tuple[Section, ...]:
        """Return the sections with a label."""
        return tuple(section for section in self.sections if section.label == label)


def parse_page(text: str) -> Page:
    """Return the page in a docstring: ``CODE001: title.``, then paragraphs, some with labels, some with examples."""
    first, _, rest = text.strip().partition("\n")
    codes, _, title = first.partition(": ")
    return Page(tuple(codes.split(", ")), title.strip().removesuffix("."), tuple(_sections(rest)))


def _sections(text: str) -> Iterator[Section]:
    waiting: Section | None = None
    for block in _blocks(text):
        if block.startswith("    "):
            example = textwrap.dedent(block)
            waiting = waiting._replace(code=example) if waiting else Section("", "", example)
            continue
        if waiting:
            yield waiting
        waiting = _section(block)
    if waiting:
        yield waiting


def _section(block: str) -> Section:
    words = " ".join(block.split())
    match = _LABELLED.fullmatch(words)
    label, text = match.groups() if match else ("", words)
    if text == ":":  # "Bad::" has only an example
        text = ""
    return Section(label, f"{text[:-2]}:" if text.endswith("::") else text)


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs and examples. An example may contain empty lines."""
    blocks: list[str] = []
    for block in _BETWEEN.split(text.strip("\n")):
        if blocks and block.startswith("    ") and blocks[-1].startswith("    "):
            blocks[-1] += f"\n\n{block}"
        else:
            blocks.append(block)
    yield from (block.rstrip() for block in blocks)


PACKAGE: Final = Path(__file__).resolve().parents[1]

RULES: Final = PACKAGE / "checks"
"""The folder of the rules: each is a module with its page as docstring."""

_PAGES: Final = Path(__file__).resolve().parent / "pages"

_DOCSTRING: Final = re.compile(r'"""([A-Z]{2,}\d{3}(?:, [A-Z]{2,}\d{3})*: .*?)"""', re.DOTALL)
_FAMILY: Final = re.compile(r"\D+")


@cache
def pages() -> Mapping[str, Page]:
    """Return the page of every code, by code. Several codes may share a page."""
    by_code = {code: page for page in _read() for code in page.codes}
    return MappingProxyType(dict(sorted(by_code.items())))


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

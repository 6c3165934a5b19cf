"""A page of the manual: its codes, its title, and its sections What, Why, Bad and Good."""

import re
import textwrap
from collections.abc import Iterator
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
    label, said = match.groups() if match else ("", words)
    if said == ":":  # "Bad::" has only an example
        said = ""
    return Section(label, f"{said[:-2]}:" if said.endswith("::") else said)


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs and examples. An example may contain empty lines."""
    found: list[str] = []
    for block in _BETWEEN.split(text.strip("\n")):
        if found and block.startswith("    ") and found[-1].startswith("    "):
            found[-1] += f"\n\n{block}"
        else:
            found.append(block)
    yield from (block.rstrip() for block in found)

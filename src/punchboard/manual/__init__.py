"""The manual: a page for every code that a problem can have.

The page of a rule is the docstring of its module, recognised by its first line (``COUNT001: what is wrong.``) without
importing the module. Codes without a rule module (loading, composing, writing) have their pages in ``pages/``. The
manual is printed as Markdown, by families of codes, and a page of it for a terminal.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.system.yaml_parser import own_data

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


OTHERS: Final = "Others"

_INTRODUCTION: Final = Path(__file__).with_name("introduction.md")


def pages_by_family() -> Iterator[tuple[str, Sequence[Page]]]:
    """Yield each heading with its pages: families in their order, codes by number. No page is left out."""
    left = dict.fromkeys(pages().values())
    for heading, letters in own_data("manual/families.yaml").items():
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
        yield from _printed_section(section)


def _printed_section(section: Section) -> Iterator[str]:
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

"""The whole manual as Markdown (``docs/checks.md``), and single pages for reports that show Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from punchboard.manual.families import pages_by_family
from punchboard.manual.page import LITERAL, Page, Section

INTRODUCTION: Final = """\
# Checks

Every problem that Punchboard reports has a code, and every code has a page here. `punchboard explain CODE` prints the
same page. The text of a page is the docstring of the rule's module. After changing one, regenerate this file with
`python -m punchboard.manual > docs/checks.md`.

An error stops a game from being built, a warning does not. A game can change the severity of a code in `game.yaml`, and
must give a reason:

```yaml
checks:
  TURN003: {off: "The document gives the last seat one turn less."}
  PICT002: {warning: "The scans are all there is."}
```
"""

_YAML: Final = re.compile(r"^\s*(?:- )?[\w .'-]+:(?:\s|$)", re.MULTILINE)


def manual_markdown() -> str:
    """Return the manual: an introduction, a table of contents by family, and every page."""
    families = list(pages_by_family())
    lines = [INTRODUCTION, "## Contents", ""]
    for heading, found in families:
        lines += [f"- **{heading}**", *(f"  - [{_heading(page)}](#{_anchor(page)})" for page in found)]
    for heading, found in families:
        lines += ["", f"## {heading}"]
        for page in found:
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

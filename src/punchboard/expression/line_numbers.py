"""Numbers that go through a template with the lines of a text, so that what comes out is known by where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_FIRST, _LAST = "\ue100", "\ue101"
"""Letters of nobody's, around a number."""
_NUMBER: Final = re.compile(f"{_FIRST}(\\d+){_LAST}")
_FRONT_MATTER: Final = re.compile(r"---\n.*?\n---\n", re.DOTALL)
_TAGS: Final = re.compile(r"\s*(?:\{%.*?%\}\s*)*")
_OPENS: Final = re.compile(r"\{[{%#]")
_CLOSES: Final = re.compile(r"[}%#]\}")


def split_front_matter(source: str) -> tuple[int, str]:
    """Return of how many lines the front matter of a text is, and the text with as many empty lines instead."""
    front = _FRONT_MATTER.match(source)
    lines = front.group().count("\n") if front else 0
    return lines, "\n" * lines + source[front.end() :] if front else source


def number_lines(text: str) -> str:
    """Return a template with the number of each line before its first words; lines of tags alone have none."""
    return "\n".join(_numbered(text)) if "{" in text else text


def strip_line_numbers(text: str) -> str:
    """Return what a numbered template has made, without the numbers."""
    return _NUMBER.sub("", text)


def lines_with_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that a numbered template has made, each with the number of the line that it was written on."""
    number = 0
    for line in text.split("\n"):
        found = _NUMBER.findall(line)
        number = int(found[-1]) if found else number + (_FIRST not in text)
        yield max(number, 1), _NUMBER.sub("", line)


def _numbered(text: str) -> Iterator[str]:
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        tags = _TAGS.match(line)
        lead = tags.end() if tags and not depth else len(line)
        yield f"{line[:lead]}{_FIRST}{number}{_LAST}{line[lead:]}" if lead < len(line) else line
        depth += len(_OPENS.findall(line)) - len(_CLOSES.findall(line))

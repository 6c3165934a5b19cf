"""Line numbers that pass through a template with its text, so that each output line is traced to its source line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_FIRST, _LAST = "\ue100", "\ue101"
"""Private-use characters around a number."""
_NUMBER: Final = re.compile(f"{_FIRST}(\\d+){_LAST}")
_FRONT_MATTER: Final = re.compile(r"---\n.*?\n---\n", re.DOTALL)
_TAGS: Final = re.compile(r"\s*(?:\{%.*?%\}\s*)*")
_OPENS: Final = re.compile(r"\{[{%#]")
_CLOSES: Final = re.compile(r"[}%#]\}")


def split_front_matter(source: str) -> tuple[int, str]:
    """Return the number of lines of a text's front matter, and the text with empty lines in its place."""
    front = _FRONT_MATTER.match(source)
    lines = front.group().count("\n") if front else 0
    return lines, "\n" * lines + source[front.end() :] if front else source


def number_lines(text: str) -> str:
    """Return a template with each line's number before its first words; lines with only tags get none."""
    return "\n".join(_numbered(text)) if "{" in text else text


def strip_line_numbers(text: str) -> str:
    """Return the output of a numbered template without the numbers."""
    return _NUMBER.sub("", text)


def lines_with_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the output lines of a numbered template, each with the number of its source line."""
    number = 0
    for line in text.split("\n"):
        numbers = _NUMBER.findall(line)
        number = int(numbers[-1]) if numbers else number + (_FIRST not in text)
        yield max(number, 1), _NUMBER.sub("", line)


def _numbered(text: str) -> Iterator[str]:
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        tags = _TAGS.match(line)
        lead = tags.end() if tags and not depth else len(line)
        yield f"{line[:lead]}{_FIRST}{number}{_LAST}{line[lead:]}" if lead < len(line) else line
        depth += len(_OPENS.findall(line)) - len(_CLOSES.findall(line))

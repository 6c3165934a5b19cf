"""Markdown split into sections. In a translated file, a mark above each section identifies its source.

``<!-- source: setting-up 5d41402a -->`` names the source's heading and a fingerprint of the section when it was
translated. A mark without a fingerprint means that the translation is current, ``todo`` that it is missing.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

TOP: Final = "top"
"""The name of the section before the first heading."""

TODO: Final = "todo"

_MARK: Final = re.compile(r"<!-- source: (?P<name>[\w-]+)(?: (?P<of>\w+))? -->")
_HEADING: Final = re.compile(r"#{1,2} +(?P<title>.*\S)")
_FENCE: Final = re.compile(r"\s*(```|~~~)")
_WORD: Final = re.compile(r"\w+")
_DIGITS: Final = 8


class Section(NamedTuple):
    """A part of a Markdown file, including the heading that begins it."""

    name: str
    text: str
    line: int
    """The number of its first line."""
    source_fingerprint: str = ""
    """The fingerprint of the source that was translated, or ``todo``."""

    @property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits of a hash of the text. Blanks at the ends of lines are ignored."""
        plain = "\n".join(line.rstrip() for line in self.text.strip().splitlines())
        return sha256(plain.encode()).hexdigest()[:_DIGITS]


def sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a source. Each heading of level 1 or 2 begins one; text before the first is one, too."""
    found: dict[str, Section] = {}
    turns = Counter[str]()
    for line, part in _parts(text, _HEADING):
        heading = _HEADING.match(part)
        name = "-".join(_WORD.findall(heading["title"].lower())) or "section" if heading else TOP
        if heading or part.strip():
            unique = _unique_name(name, turns, found)
            found[unique] = Section(unique, part, line)
    return tuple(found.values())


def _unique_name(name: str, turns: Counter[str], taken: Container[str]) -> str:
    """Return a name that no section has yet: ``play``, ``play-2``. ``turns`` counts the requests for each name."""
    while True:
        turns[name] += 1
        unique = name if turns[name] == 1 else f"{name}-{turns[name]}"
        if unique not in taken:
            return unique


def translated_sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a translated file with their marks; none when it has no marks.

    Text before the first mark, such as front matter, is its top section.
    """
    found = []
    for line, part in _parts(text, _MARK):
        mark = _MARK.match(part)
        found.append(Section(mark["name"], part, line, mark["of"] or "") if mark else Section(TOP, part, line))
    return tuple(found) if _MARK.search(text) else ()


def add_mark(section: Section, of: str = "") -> str:
    """Return a section's text below a mark with its name and the fingerprint of its source."""
    text = _MARK.sub("", section.text, count=1).removeprefix("\n") if _MARK.match(section.text) else section.text
    return f"<!-- source: {section.name}{of and f' {of}'} -->\n{text}"


def merge_sections(source: tuple[Section, ...], translated: Mapping[str, Section]) -> str:
    """Return a text in the order of its source: each section translated, or else unchanged.

    Marks are kept. Markdown readers skip them.
    """
    return "".join(_with_newline(translated.get(one.name, one).text) for one in source)


def _with_newline(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _parts(text: str, begins: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text with their first line number. A line that matches, outside fences, begins a part."""
    part: list[str] = []
    start, fenced = 1, False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        fenced ^= _FENCE.match(line) is not None
        if not fenced and begins.match(line) and part:
            yield start, "".join(part)
            part, start = [], number
        part.append(line)
    if part:
        yield start, "".join(part)

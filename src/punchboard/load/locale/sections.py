"""Markdown by sections: a translated file says above each section what it was translated from.

``<!-- source: setting-up 5d41402a -->`` has the heading of the source and a fingerprint of the section as it then was.
Without a fingerprint the section counts as it now is; with ``todo`` instead it is not translated.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

TOP: Final = "top"
"""The name of what stands before the first heading."""

TODO: Final = "todo"

_MARK: Final = re.compile(r"<!-- source: (?P<name>[\w-]+)(?: (?P<of>\w+))? -->")
_HEADING: Final = re.compile(r"#{1,2} +(?P<title>.*\S)")
_FENCE: Final = re.compile(r"\s*(```|~~~)")
_WORD: Final = re.compile(r"\w+")
_DIGITS: Final = 8


class Section(NamedTuple):
    """A part of a Markdown file, with the heading that begins it."""

    name: str
    text: str
    line: int
    """The line that it begins on."""
    source_fingerprint: str = ""
    """The fingerprint of what it was translated from, or ``todo``."""

    @property
    def fingerprint(self) -> str:
        """Eight digits that another text hardly has; blanks at the ends of lines do not count."""
        plain = "\n".join(line.rstrip() for line in self.text.strip().splitlines())
        return sha256(plain.encode()).hexdigest()[:_DIGITS]


def sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a source: what begins with a heading of the first or second level, and what is before."""
    found: dict[str, Section] = {}
    turns = Counter[str]()
    for line, part in _parts(text, _HEADING):
        heading = _HEADING.match(part)
        name = "-".join(_WORD.findall(heading["title"].lower())) or "section" if heading else TOP
        if heading or part.strip():
            unique = _free(name, turns, found)
            found[unique] = Section(unique, part, line)
    return tuple(found.values())


def _free(name: str, turns: Counter[str], taken: Container[str]) -> str:
    """Return a name that no section has yet: ``play``, ``play-2``; ``turns`` says how often a name was asked for."""
    while True:
        turns[name] += 1
        unique = name if turns[name] == 1 else f"{name}-{turns[name]}"
        if unique not in taken:
            return unique


def translated_sections(text: str) -> tuple[Section, ...]:
    """Return the sections of a translated file with their marks; none when it has no marks.

    What stands before the first mark, such as front matter, is its top.
    """
    found = []
    for line, part in _parts(text, _MARK):
        mark = _MARK.match(part)
        found.append(Section(mark["name"], part, line, mark["of"] or "") if mark else Section(TOP, part, line))
    return tuple(found) if _MARK.search(text) else ()


def add_mark(section: Section, of: str = "") -> str:
    """Return a section with a mark that names it, and says what it was translated from."""
    text = _MARK.sub("", section.text, count=1).removeprefix("\n") if _MARK.match(section.text) else section.text
    return f"<!-- source: {section.name}{of and f' {of}'} -->\n{text}"


def merge_sections(source: tuple[Section, ...], translated: Mapping[str, Section]) -> str:
    """Return a text in the order of its source: each section translated, or else as it is in the source.

    Marks stay in it, so that lines are those of the translated file; who reads Markdown passes over them.
    """
    return "".join(_ended(translated.get(one.name, one).text) for one in source)


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _parts(text: str, begins: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that lines of a pattern begin, outside of fences, each with its first line's number."""
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

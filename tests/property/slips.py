"""One slip of the hand each: a spoiled copy of a game's files, and the place where it was spoiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

SUFFIXES: Final = frozenset({".yaml", ".csv", ".md", ".json"})
"""The files that a designer types."""

_NUMBER: Final = re.compile(r"(?<![\w.#\"-])\d+(?![\w.\"])")
_KEY: Final = re.compile(r"(?m)^[ -]*([a-z][a-z -]+[a-z]):(?=\s)")
_VALUE: Final = re.compile(r": ([a-z][a-z-]{2,})(?=[\s,}])")
_DELETED: Final = {"quote": '"', "bracket": "[]{}()", "colon": ":", "comma": ","}


class Slip(NamedTuple):
    """A file's text after a slip; None for a deleted file."""

    what: str
    file: Path
    line: int
    text: str | None


def slips(folder: Path, random: Random, count: int) -> Iterator[Slip]:
    """Yield slips in the files of a folder; the same random seed makes the same ones."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.stat().st_size)
    sizes = [path.stat().st_size ** 0.5 for path in files]
    while count:
        file = random.choices(files, sizes)[0]
        found = _slip(file, file.read_text(encoding="utf-8"), random)
        if found is not None:
            count -= 1
            yield found


def _slip(file: Path, text: str, random: Random) -> Slip | None:
    what = random.choice((*_DELETED, "line", "indent", "key", "value", "swap", "tab", "number", "number", "file"))
    if what == "file":
        return Slip(what, file, 1, None) if random.random() < 0.2 else None
    spans = _spans(what, text)
    if not spans:
        return None
    start, end = random.choice(spans)
    made = text[:start] + _replacement(what, text[start:end], random) + text[end:]
    return Slip(what, file, text.count("\n", 0, start) + 1, made) if made != text else None


def _spans(what: str, text: str) -> list[tuple[int, int]]:
    """Return where a slip of a sort can happen."""
    if what in _DELETED:
        return [(at, at + 1) for at, letter in enumerate(text) if letter in _DELETED[what]]
    if what == "line":
        return [match.span() for match in re.finditer(r"(?m)^[^\n]*\S[^\n]*\n", text)]
    if what in {"indent", "tab"}:
        return [match.span() for match in re.finditer(r"(?m)^ *(?=[^\s#])", text)]
    if what == "swap":
        return [(at, at + 2) for at in range(len(text) - 1) if not text[at : at + 2].isspace()]
    pattern = {"key": _KEY, "value": _VALUE, "number": _NUMBER}[what]
    return [match.span(pattern.groups) for match in pattern.finditer(text)]


def _replacement(what: str, old: str, random: Random) -> str:
    if what in _DELETED or what == "line":
        return ""
    if what == "indent":
        return old + random.choice(("  ", " ")) if not old or random.random() < 0.5 else old[:-1]
    if what == "tab":
        return "\t" + old
    if what == "number":
        return random.choice((f"-{old}", "", "two", "0", old + ".5"))
    at = random.randrange(len(old) - 1)
    if what == "swap":
        return old[::-1]
    return random.choice((old[:at] + old[at + 1 :], old[:at] + old[at + 1] + old[at] + old[at + 2 :], old + "s"))

"""One slip of the hand each: a spoiled copy of a game's files, and the place where it was spoiled."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

SUFFIXES: Final = frozenset({".yaml", ".csv", ".md", ".json"})
"""The files that a designer types."""

HARMLESS: Final = frozenset({"mark at the start", "line ends"})
"""What an editor of another system does: no message at all."""

AT_ITS_LINE: Final = frozenset(
    {"open quote", "tab", "empty key", "no key", "list", "mapping", "twice", "begins with [", "colon in text"}
    | {"field", "bytes", "curly quotes", "open braces", "key typed wrong"}
)
"""Slips whose answer, if there is one, begins at their line: they leave nothing else to point at."""

_DELETED: Final = {"quote": '"', "bracket": "[]{}()", "colon": ":", "comma": ","}
_LINE: Final = r"(?m)^[^\n]*\S[^\n]*\n"
_KEY: Final = r"(?m)^[ -]*([a-z][a-z -]+[a-z]):(?=\s)"
_PLAIN: Final = r"(?m)^ *(?:- )?[a-z][\w -]*: ([^\s\"'\[{|>#&*!][^#\n]*?)(?= *(?:#.*)?$)"
_QUOTED: Final = r"(?m)^ *(?:- )?[a-z][\w -]*: (\"[^\"\n]*\")(?= *(?:#.*)?$)"
_FIELD: Final = r"\{\{ *([a-z]\w{3,})(?= *[|.}])"
_NUMBER: Final = r"(?<![\w.#\"-])\d+(?![\w.\"])"

_PATTERNS: Final = {
    "line": _LINE,
    "indent": r"(?m)^ *(?=[^\s#])",
    "tab": r"(?m)^ +(?=[^\s#])",
    "swap": r"\S\S",
    "key": _KEY,
    "key typed wrong": _KEY,
    "value": r": ([a-z][a-z-]{2,})(?=[\s,}])",
    "number": _NUMBER,
    "word for number": r"(?m)^ *[a-z][a-z -]*: (\d+)(?=\s)",
    "open quote": _QUOTED,
    "curly quotes": _QUOTED,
    "no space": r"(?m)^ *[a-z]+:( )(?=\S)",
    "empty key": _PLAIN,
    "no key": r"(?m)^ +([a-z][a-z -]*)(?=: [^\s])",
    "list": _PLAIN,
    "mapping": _PLAIN,
    "twice": r"(?m)^ *[a-z][\w -]*: [^\n{\[|>]*\n",
    "begins with [": _PLAIN,
    "colon in text": _PLAIN,
    "field": _FIELD,
    "open braces": r"\{\{ *[a-z][^}\n]*(\}\})",
    "cell": r"(?<=,)[^,\"\n]+(?=,)",
    "open cell": r"(?<=,)(\"[^\"\n]*\")(?=,)",
    "column": r"\A(?:[^,\n]*,)*?([^,\n]+)(?=[,\n])",
    "fence": r"(?m)^```\w*\n",
    "emphasis": r"\*\*",
    "entry": r"(?m)^ +[\w\"'+-]+: *\{[^\n]*\}\n",
}
_WORDS: Final = {
    "yaml": "quote bracket colon comma line indent tab swap key value number entry field list mapping twice empty-key "
    "no-key no-space key-typed-wrong word-for-number open-quote curly-quotes begins-with-[ colon-in-text open-braces",
    "json": "quote bracket colon comma line swap number value open-quote",
    "csv": "quote comma line swap number cell column column open-cell twice-in-a-table",
    "md": "bracket line swap field fence emphasis quote number open-braces",
}
_KINDS: Final = {suffix: tuple(word.replace("-", " ") for word in words.split()) for suffix, words in _WORDS.items()}
_ANY: Final = ("file", "bytes", *sorted(HARMLESS))


class Slip(NamedTuple):
    """A file's bytes after a slip; None for a deleted file."""

    what: str
    file: Path
    line: int
    data: bytes | None


def slips(folders: tuple[Path, ...], random: Random, count: int) -> Iterator[Slip]:
    """Yield slips in the files of folders; the same random seed makes the same ones."""
    found = (path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES)
    files = sorted(path for path in found if path.stat().st_size)
    sizes = [path.stat().st_size ** 0.5 for path in files]
    while count:
        file = random.choices(files, sizes)[0]
        slip = _slip(file, file.read_text(encoding="utf-8"), random)
        if slip is not None:
            count -= 1
            yield slip


def _slip(file: Path, text: str, random: Random) -> Slip | None:
    what = random.choice((*_KINDS[file.suffix[1:]], random.choice(_ANY)))
    if what == "file":
        return Slip(what, file, 1, None) if random.random() < 0.3 else None
    if what in HARMLESS:
        lines = text.split("\n")
        ends = [random.choice(("\r\n", "\n")) for _ in lines[1:]]
        mixed = "".join(map(str.__add__, lines, (*ends, "")))
        return Slip(what, file, 1, ("\ufeff" + text if what == "mark at the start" else mixed).encode())
    spans = _spans(what, text)
    if not spans:
        return None
    start, end = random.choice(spans)
    new = _replacement(what, text[start:end], random)
    made = text[:start] + new + text[end:]
    line = text.count("\n", 0, start) + 1 + (what == "twice")
    data = made.encode() if what != "bytes" else made.encode().replace("\ue000".encode(), b"\xe9")
    return Slip(what, file, line, data) if made != text else None


def _spans(what: str, text: str) -> list[tuple[int, int]]:
    """Return where a slip of a sort can happen."""
    if what in _DELETED:
        return [(at, at + 1) for at, letter in enumerate(text) if letter in _DELETED[what]]
    if what == "bytes":
        return [match.span() for match in re.finditer(r"(?<=[a-z])e(?=[a-z])", text)]
    if what == "twice in a table":
        what = "line"
    pattern = re.compile(_PATTERNS[what])
    if what == "column":
        head = text.split("\n", 1)[0]
        return [match.span() for match in re.finditer(r"(?<![^,])[^,\"]+(?![^,])", head)]
    return [match.span(pattern.groups) for match in pattern.finditer(text)]


_MADE: Final = {
    **dict.fromkeys(
        (*_DELETED, "line", "empty key", "no key", "no space", "open braces", "fence", "emphasis", "entry"), ""
    ),
    "word for number": "three",
    "bytes": "\ue000",
}


def _replacement(what: str, old: str, random: Random) -> str:
    written = {"list": f"[{old}]", "mapping": f"{{a: {old}}}", "twice": old * 2, "twice in a table": old * 2}
    written |= {"begins with [": f"[coin] {old}", "colon in text": f"{old}: yes", "curly quotes": f"“{old[1:-1]}”"}
    written |= {"open quote": old[:-1], "open cell": old[:-1], "tab": "\t" + old.replace("  ", "", 1)} | _MADE
    if what in written:
        return written[what]
    if what == "indent":
        return old + random.choice(("  ", " ")) if not old or random.random() < 0.5 else old[:-1]
    if what == "number":
        return random.choice((f"-{old}", "", "two", "0", old + ".5"))
    if what in {"cell", "column"}:
        return random.choice(("", "what", f"{old} 2"))
    if what == "swap":
        return old[::-1]
    at = random.randrange(max(len(old) - 1, 1))
    return random.choice((old[:at] + old[at + 1 :], old[:at] + old[at : at + 2][::-1] + old[at + 2 :], old + "s"))

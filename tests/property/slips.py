"""One slip of the hand each: a spoiled copy of a game's files, and the place where it was spoiled."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

SUFFIXES: Final = frozenset({".yaml", ".csv", ".md", ".json"})
"""The files that a designer types."""

PICTURES: Final = frozenset({".svg", ".png"})
"""Files that can only go missing."""

HARMLESS: Final = frozenset({"mark at the start", "line ends"})
"""What an editor of another system does: no message at all."""

AT_ITS_LINE: Final = frozenset(
    {"open quote", "tab", "empty key", "no key", "list", "mapping", "twice", "begins with [", "colon in text"}
    | {
        "field",
        "bytes",
        "curly quotes",
        "open braces",
        "key typed wrong",
        "decimal comma",
        "outdent",
        "formula bracket",
    }
    | {"NUL", "curly quotes in a formula", "one equals sign", "cell too many", "no quotes around braces", "wide space"}
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
    "unit": r"\d(mm|cm|in|pt|%)(?![a-z])",
    "decimal comma": r"(?m)^ *[a-z][\w -]*: \d+(\.)\d+(?=\s)",
    "number in quotes": _NUMBER,
    "outdent": r"(?m)^ +(?=[a-z][\w -]*:)",
    "formula bracket": r"(?:\{\{|when: \"|that: \")[^}\"\n]*?([()\]\[])",
    "curly quotes in a formula": r"(?:\{\{|when: \"|that: \")[^}\"\n]*?('[^'\n]*')",
    "one equals sign": r" (==) ",
    "no quotes around braces": r"(?m)^ *(?:- )?[a-z][\w -]*: (\"\{\{[^\"\n]*\")(?= *$)",
    "no dash": r"(?m)^ +(- )",
    "space before colon": r"(?m)^ *[a-z][\w -]*(): ",
    "equals for colon": r"(?m)^ *[a-z][\w-]*(: )",
    "capital key": r"(?m)^ *(?:- )?([a-z])[\w -]*: ",
    "wide space": r"(?m)^( )(?= *[a-z][\w -]*:)",
    "joined lines": r"\n(?=[^\n])",
    "NUL": r"(?<=[a-z]) (?=[a-z])",
    "cell too many": r"(?m)(?<=[^,\n])()$",
    "semicolon": r",",
    "heading": r"(?m)^#+ ",
    "table bar": r"\|",
    "cell": r"(?<=,)[^,\"\n]+(?=,)",
    "open cell": r"(?<=,)(\"[^\"\n]*\")(?=,)",
    "column": r"\A(?:[^,\n]*,)*?([^,\n]+)(?=[,\n])",
    "fence": r"(?m)^```\w*\n",
    "emphasis": r"\*\*",
    "entry": r"(?m)^ +[\w\"'+-]+: *\{[^\n]*\}\n",
}
_WORDS: Final = {
    "yaml": "quote bracket colon comma line indent tab swap key value number entry field list mapping twice empty-key "
    "no-key no-space key-typed-wrong word-for-number open-quote curly-quotes begins-with-[ colon-in-text open-braces "
    "unit decimal-comma number-in-quotes outdent formula-bracket curly-quotes-in-a-formula one-equals-sign no-dash NUL "
    "no-quotes-around-braces space-before-colon equals-for-colon capital-key wide-space joined-lines",
    "json": "quote bracket colon comma line swap number value open-quote joined-lines",
    "csv": "quote comma line swap number cell column column open-cell twice-in-a-table cell-too-many semicolon "
    "joined-lines NUL",
    "md": "bracket line swap field fence emphasis quote number open-braces formula-bracket curly-quotes-in-a-formula "
    "one-equals-sign heading table-bar NUL joined-lines",
}
_KINDS: Final = {suffix: tuple(word.replace("-", " ") for word in words.split()) for suffix, words in _WORDS.items()}
_ANY: Final = ("file", "file renamed", "bytes", "another encoding", "cut off", *sorted(HARMLESS))


class Slip(NamedTuple):
    """A file's bytes after a slip, None for a deleted one; what was written; and its new path where it was renamed."""

    what: str
    file: Path
    line: int
    data: bytes | None
    renamed: Path | None = None
    word: str = ""

    @contextmanager
    def made(self) -> Iterator[None]:
        """Make the slip, and take it back at the end."""
        kept = self.file.read_bytes()
        try:
            if self.data is None:
                self.file.unlink()
            else:
                self.file.write_bytes(self.data)
            if self.renamed is not None:
                self.renamed.write_bytes(kept)
            yield
        finally:
            if self.renamed is not None:
                self.renamed.unlink()
            self.file.write_bytes(kept)


def slips(folders: tuple[Path, ...], random: Random, count: int) -> Iterator[Slip]:
    """Yield slips in the files of folders; the same random seed makes the same ones."""
    found = (path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES | PICTURES)
    files = sorted(path for path in found if path.stat().st_size)
    sizes = [path.stat().st_size ** 0.5 for path in files]
    while count:
        file = random.choices(files, sizes)[0]
        gone = file.suffix in PICTURES
        slip = _missing("file", file, random) if gone else _slip(file, file.read_text(encoding="utf-8"), random)
        if slip is not None:
            count -= 1
            yield slip


def _slip(file: Path, text: str, random: Random) -> Slip | None:
    what = random.choice((*_KINDS[file.suffix[1:]], random.choice(_ANY)))
    if what.startswith("file"):
        return _missing(what, file, random)
    if what in _ANY and what != "bytes":
        return _whole(what, file, text, random)
    spans = _spans(what, text)
    if not spans:
        return None
    start, end = random.choice(spans)
    new = _replacement(what, text[start:end], random)
    made = text[:start] + new + text[end:]
    line = text.count("\n", 0, start) + 1 + (what == "twice")
    data = made.encode() if what != "bytes" else made.encode().replace("\ue000".encode(), b"\xe9")
    return Slip(what, file, line, data, word=new) if made != text else None


def _whole(what: str, file: Path, text: str, random: Random) -> Slip | None:
    """Return the slip of a file that was saved in another way, or not to its end."""
    lines = text.split("\n")
    at = random.randrange(1, len(text))
    ends = [random.choice(("\r\n", "\n")) for _ in lines[1:]]
    data = {
        "mark at the start": f"\ufeff{text}".encode(),
        "line ends": "".join(map(str.__add__, lines, (*ends, ""))).encode(),
        "another encoding": text.encode(random.choice(("utf-16", "utf-16-le", "cp1252", "cp437")), "replace"),
        "cut off": text[:at].encode(),
    }[what]
    if data == text.encode() or (what == "cut off" and file.suffix in {".md", ".csv"}):  # shorter ones are right
        return None
    return Slip(what, file, text.count("\n", 0, at) + 1 if what == "cut off" else 1, data)


def _missing(what: str, file: Path, random: Random) -> Slip | None:
    """Return the slip of a file that is no longer found; seldom, since there is only one for each file."""
    if random.random() < 0.7:
        return None
    names = (f"{file.stem}-2{file.suffix}", f"{file.stem[:-1]}{file.suffix}", f"{file.name}.txt", file.name.upper())
    return Slip(what, file, 1, None, file.with_name(random.choice(names)) if what == "file renamed" else None)


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
    "decimal comma": ",",
    "outdent": "",
    "formula bracket": "",
    "one equals sign": "=",
    "no dash": "  ",
    "space before colon": " ",
    "equals for colon": " = ",
    "wide space": "\u00a0",
    "joined lines": "",
    "NUL": "\0",
    "cell too many": ",more",
    "semicolon": ";",
    "heading": "#",
    "table bar": "",
    "bytes": "\ue000",
}


def _replacement(what: str, old: str, random: Random) -> str:
    written = {"list": f"[{old}]", "mapping": f"{{a: {old}}}", "twice": old * 2, "twice in a table": old * 2}
    written |= {"begins with [": f"[coin] {old}", "colon in text": f"{old}: yes", "curly quotes": f"“{old[1:-1]}”"}
    written |= {"open quote": old[:-1], "open cell": old[:-1], "tab": "\t" + old.replace("  ", "", 1)} | _MADE
    written |= {"number in quotes": f'"{old}"', "curly quotes in a formula": f"\u2018{old[1:-1]}\u2019"}
    written |= {"no quotes around braces": old[1:-1], "capital key": old.upper()}
    if what in written:
        return written[what]
    at = random.randrange(max(len(old) - 1, 1))
    typed_wrong = (old[:at] + old[at + 1 :], old[:at] + old[at : at + 2][::-1] + old[at + 2 :], old + "s")
    choices = {
        "unit": ("m", "", "px", f" {old}", old.upper(), f"{old}.", "millimetres"),
        "indent": (f"{old}  ", f"{old} ", *([old[:-1]] * 2 if old else ())),
        "number": (f"-{old}", "", "two", "0", old + ".5"),
        "swap": (old[::-1],),
        **dict.fromkeys(("cell", "column"), ("", "what", f"{old} 2")),
    }
    return random.choice(choices.get(what, typed_wrong))

"""Invalid YAML and JSON in a designer's words: the place of the slip, what is wrong there, and how to mend it."""

import re
from collections.abc import Callable, Mapping
from json import JSONDecodeError
from typing import Any, Final, NamedTuple

import yaml

from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.yaml_parser import own_data

_NOT_BRACKETS: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|(?:^|\s)#.*")
"""Quoted texts and comments, whose brackets mean nothing."""

CURLY: Final = re.compile(r"(?:^|[:,\[{-] +)([\u201c\u201e])[^\u201c\u201d]*([\u201c\u201d])")
"""A value in the quotes of a word processor, which are letters in YAML: fine in a text that needs no quotes."""

STRAIGHT: Final = 'write straight quotes: "..."'

_PAIRS: Final[Mapping[str, str]] = {"}": "{", "]": "["}
_EMPTY_KEY: Final = re.compile(r":\s*(?:#.*)?$")
_NO_COLON: Final = "the line has no colon after its key"
_ESCAPE: Final = re.compile("escape|hexdecimal")  # sic
_INDENTATION: Final = "give each line of one list or mapping the same number of spaces"


class _Fault(NamedTuple):
    """What a designer is told; line and column count from 0."""

    line: int
    column: int
    message: str
    hint: str


class _Scene(NamedTuple):
    """What the parser met, and the text around it."""

    lines: list[str]
    line: int
    column: int
    problem: str
    context: str
    opened: Any
    """Where the parser says that the value begins which it could not finish; None when it does not say."""
    last: Any
    """The last event before the error."""

    @property
    def here(self) -> str:
        return self.text_of(self.line)

    def text_of(self, line: int) -> str:
        """Return a line's text; the parser may point below the last line."""
        return self.lines[line] if line < len(self.lines) else ""

    @property
    def letter(self) -> str:
        return self.here[self.column : self.column + 1]

    @property
    def quoted(self) -> bool:
        """Whether the last thing read is a text in quotes that ends on this line."""
        last = self.last
        is_quoted = isinstance(last, yaml.ScalarEvent) and last.style in {'"', "'"}
        return is_quoted and bool(self.last.end_mark.line == self.line)

    @property
    def before(self) -> str:
        return self.here[: self.column].strip()

    @property
    def line_above(self) -> int:
        """The nearest line above this one with `above`."""
        return self.above(self.line)

    def above(self, below: int) -> int:
        """Return the nearest line above another one that is not blank and no comment; the other where there is none."""
        above = range(min(below, len(self.lines)) - 1, -1, -1)
        return next((line for line in above if self.lines[line].lstrip()[:1] not in {"", "#"}), below)

    def fault(self, message: str, hint: str) -> _Fault:
        return _Fault(self.line, self.column, message, hint)

    def fault_at(self, mark: Any, message: str, hint: str) -> _Fault:
        return _Fault(mark.line, mark.column, message, hint)


def syntax_problem(text: str, file: str, error: yaml.MarkedYAMLError, last: Any) -> ProblemsFound:
    """Return YAML001 for what the parser could not read, at the place of the slip as far as it can be told.

    Args:
        text: the text of the file.
        file: its name.
        error: what the parser raised.
        last: the last event that it gave before; None if there was none.
    """
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    lines, opened = re.split(r"\r\n?|\n", text), error.context_mark
    scene = _Scene(lines, line, column, error.problem or "", error.context or "", opened, last)
    likely = next(fault for rule in _RULES if (fault := rule(scene)) is not None)
    return fail("YAML001", Place(file, likely.line + 1, likely.column + 1), likely.message, likely.hint)


def _tab(scene: _Scene) -> _Fault | None:
    indentation = scene.here[: len(scene.here) - len(scene.here.lstrip())]
    if "\t" not in indentation:
        return None
    return _Fault(scene.line, indentation.index("\t"), "the line begins with a tab", "indent with spaces")


def _curly_quotes(scene: _Scene) -> _Fault | None:
    match = CURLY.search(scene.here)
    if match is None:
        return None
    message = f"{match[1]} and {match[2]} are no quotes"
    return _Fault(scene.line, match.start(1), message, STRAIGHT)


def _open_quote(scene: _Scene) -> _Fault | None:
    mark = scene.opened if "quoted scalar" in scene.context and not _ESCAPE.search(scene.problem) else None
    if scene.quoted and scene.last.start_mark.line < scene.line:
        mark = scene.last.start_mark
    if mark is None:
        return None
    quote = scene.text_of(mark.line)[mark.column : mark.column + 1]
    return scene.fault_at(mark, f"this text begins with {quote} and has no {quote} at its end", "close the quotes")


def _backslash(scene: _Scene) -> _Fault | None:
    if not _ESCAPE.search(scene.problem):
        return None
    return scene.fault("a single backslash in double quotes", r"write \\ for a backslash, or use single quotes")


def _closed_twice(scene: _Scene) -> _Fault | None:
    """Return the fault of a line that closes more brackets than it opens, unless they opened on an earlier line."""
    if "flow" in scene.context and scene.opened.line < scene.line:
        return None
    plain = _NOT_BRACKETS.sub("", scene.here)
    for closing, opening in _PAIRS.items():
        if plain.count(closing) > plain.count(opening):
            message = f"the line has a {closing} without its {opening}"
            return _Fault(scene.line, scene.here.rindex(closing), message, f"write the {opening}, or delete {closing}")
    return None


def _no_colon(scene: _Scene) -> _Fault | None:
    if scene.problem != "could not find expected ':'":
        return None
    hint = "write a colon and a space after the key; a text of several words needs quotes if it has a colon"
    return scene.fault_at(scene.opened, _NO_COLON, hint)


def _special_letter(scene: _Scene) -> _Fault | None:
    if "cannot start any token" not in scene.problem and not re.search(r"anchor|alias|a tag", scene.context):
        return None
    mark = scene.opened if re.search(r"anchor|alias|tag", scene.context) else None
    line, column = (mark.line, mark.column) if mark is not None else (scene.line, scene.column)
    letter = scene.text_of(line)[column : column + 1]
    return _Fault(line, column, f"this text begins with {letter} and needs quotes", f'write "{letter}..."')


def _second_colon(scene: _Scene) -> _Fault | None:
    if "mapping values are not allowed" not in scene.problem:
        return None
    if re.search(r":\s", scene.before) or scene.quoted:
        return scene.fault("a second colon in one line", "put the text that has a colon in quotes")
    above = scene.line_above
    if ":" in scene.text_of(above) or not above < scene.line:
        return _indentation(scene)
    hint = "write a colon after the key, or indent the next line less"
    return _Fault(above, _indent(scene.text_of(above)), _NO_COLON, hint)


def _open_bracket(scene: _Scene) -> _Fault | None:
    if "flow" not in scene.context:
        return None
    opened: Any = scene.last.start_mark if isinstance(scene.last, yaml.CollectionStartEvent) else scene.opened
    above, closing = scene.text_of(opened.line), {opening: close for close, opening in _PAIRS.items()}
    bracket = above[opened.column : opened.column + 1]
    if opened.line >= scene.line or bracket not in closing or (scene.letter and _indent(scene.here) > _indent(above)):
        return None
    return scene.fault_at(opened, f"this {bracket} is not closed", f"write {closing[bracket]} where it ends")


def _in_brackets(scene: _Scene) -> _Fault | None:
    if "flow" not in scene.context:
        return None
    if "node content" in scene.problem:
        return scene.fault("a value is missing here", "write it, or delete the comma")
    if scene.letter in {"[", "{"} and isinstance(scene.last, yaml.ScalarEvent):
        message = f"this text has a {scene.letter} in it and needs quotes"
        return scene.fault_at(scene.last.start_mark, message, 'write it as "..."')
    after = _after_quotes if scene.quoted and scene.last.end_mark.column == scene.column else _after_brackets
    if scene.letter not in {"[", "{", ":"} and (fault := after(scene)) is not None:
        return fault
    if scene.letter == ":":
        return scene.fault("a second colon in one entry", "put the text that has a colon in quotes, or write a comma")
    return scene.fault("a comma is missing here", "write a comma between two entries")


def _after_quotes(scene: _Scene) -> _Fault | None:
    if not scene.quoted:
        return None
    hint = 'close the quotes where it ends; a quote in it is written as \\"'
    return scene.fault("the text goes on after its closing quote", hint)


def _after_brackets(scene: _Scene) -> _Fault | None:
    """Return the fault of a text that begins with brackets, such as ``[coin] and more``."""
    end: Any = scene.last.end_mark if isinstance(scene.last, yaml.CollectionEndEvent) else None
    if end is None or end.line != scene.line or not scene.letter:
        return None
    closing, depth = end.column - 1, 0
    for at in range(closing if scene.here[closing : closing + 1] in _PAIRS else -1, -1, -1):
        depth += (scene.here[at] in _PAIRS) - (scene.here[at] in _PAIRS.values())
        if not depth:
            letter = scene.here[at]
            return _Fault(scene.line, at, f"this text begins with {letter} and needs quotes", f'write "{letter}..."')
    return None


def _no_key(scene: _Scene) -> _Fault | None:
    if not re.match(r"\s*(?:- +)*:(?:\s|$)", scene.here):
        return None
    return _Fault(scene.line, scene.here.index(":"), "there is no key before the colon", "write the key")


def _list_behind_key(scene: _Scene) -> _Fault | None:
    if "sequence entries are not allowed" not in scene.problem:
        return None
    if not scene.before:
        return _indentation(scene)
    return scene.fault("a list cannot begin behind a key", "begin it on the next line, or write it as [a, b]")


def _indentation(scene: _Scene) -> _Fault | None:
    """Return the fault of a line whose first word the parser did not expect there."""
    line = scene.line_above
    here, there = _indent(scene.here), _indent(scene.text_of(line))
    before = scene.text_of(scene.above(line))
    is_first = there <= _indent(before) < here and _EMPTY_KEY.search(before)
    if (
        there < here and (is_first or _indent(before) == here) and re.search(r":\s+\S", scene.text_of(line))
    ):  # the one above is the odd one
        return _Fault(line, there, f"the line is indented by {_spaces(there)}, those around it by {here}", _INDENTATION)
    if scene.line >= len(scene.lines) or here == there or re.search(r":\s", scene.before):
        return None
    home = next((at for at in range(line, -1, -1) if scene.above(at) < at and _indent(scene.text_of(at)) < here), line)
    is_odd = home < line and _indent(scene.text_of(scene.above(home))) == here
    hint = f"{_INDENTATION}; or line {home + 1} is indented too little" if is_odd else _INDENTATION
    return scene.fault(f"the line is indented by {_spaces(here)}, the one above it by {there}", hint)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _any(scene: _Scene) -> _Fault:
    hint = "check the indentation, colons, brackets and quotes of this line and the one above"
    return scene.fault("the file cannot be read from here on", hint)


_RULES: Final[tuple[Callable[[_Scene], _Fault | None], ...]] = (
    _tab,
    _curly_quotes,
    _open_quote,
    _backslash,
    _closed_twice,
    _no_colon,
    _special_letter,
    _second_colon,
    _open_bracket,
    _in_brackets,
    _after_quotes,
    _no_key,
    _after_brackets,
    _list_behind_key,
    _indentation,
    _any,
)
"""From what is certain to what is likely; the first that has an answer gives it."""


# JSON


def json_problem(error: JSONDecodeError, place: Place, rule: str) -> ProblemsFound:
    """Return the problem of a text that is not JSON, at the place of the slip.

    Args:
        error: what the parser raised.
        place: the file, and the line where the text begins.
        rule: the code of the problem.
    """
    text, at = error.doc, error.pos
    at_slip = place._replace(line=(place.line or 1) + error.lineno - 1, column=error.colno)
    if not text[at:].strip() and "string" not in error.msg:
        if not text.strip():
            return fail(rule, at_slip, "the file is empty", "export it again")
        message = "not JSON: the file ends before its last bracket is closed"
        return fail(rule, at_slip, message, "write the missing ] or }, or export the file again")
    word, letter = re.compile(r"[\w-]*").match(text, at), text[at]
    known = {"word": word[0] if word else "", "letter": letter, "other": "]" if letter == "}" else "}"}
    message, hint = next(
        (fault["says"].format(**known), fault["do"].replace("{other}", known["other"]))
        for fault in own_data("load/yaml/json_faults.yaml")
        if re.search(fault["words"], error.msg) and re.compile(fault["here"]).match(text, at)
    )
    return fail(rule, at_slip, f"not JSON: {message}", hint)

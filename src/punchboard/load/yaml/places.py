"""A YAML reader that records the place of every value and rejects aliases, anchors and tags.

It makes one pass over the parser's events, without recursion. The special words of YAML 1.1 (``no``, ``on``, ``12:30``,
``010``) stay text, and keys are always text.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any, Final

import yaml
from yaml import events

from punchboard.load.files import byte_place, read_text
from punchboard.model.values import Path
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.yaml_parser import PARSER

Places = dict[Path, Place]

MAX_DEPTH: Final = 50
_TOO_DEEP: Final = f"nested more than {MAX_DEPTH} levels deep"
_NO_NEED: Final = "no game needs this"
MAX_CHARACTERS: Final = 5_000_000

KEY: Final = -1
"""Appended to the path of a mapping's value, it gives the path of the key: ``places[("title", KEY)]``."""

_WORDS: Final = MappingProxyType({"": None, "~": None, "null": None, "true": True, "false": False})
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})")
_NUMBER: Final = re.compile(r"[-+]?(?:\d{1,300}\.\d*|\.\d+|\d{1,300}(?=[eE]))(?:[eE][-+]?\d{1,3})?")
_STARTS_NUMBER: Final = frozenset("+-.0123456789")


def read_yaml(text: str, file: str) -> tuple[Any, Places]:
    """Return the document's value, and the place of each value and key in it by path (for keys, see `KEY`).

    A value on the same line as its key has its own place; any other value has the place of its key.

    Raises:
        ProblemsFound: YAML001 for invalid YAML, YAML002 for a duplicate key, YAML003 for aliases, tags, and documents
            that are too deep or too large.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"the file has {len(text):,} characters, more than the limit of {MAX_CHARACTERS:,}"
        raise fail("YAML003", Place(file), message, "move the rows into a table")
    builder = _Builder(file)
    for event in _events(text.removeprefix("\ufeff"), file):
        builder.take(event)
    return builder.document, builder.places


def read_yaml_file(path: FilePath, file: str) -> tuple[Any, Places]:
    """Return the value and the places of a file; ``file`` is its path in messages.

    Raises:
        ProblemsFound: FILE001, FILE002, and as `read_yaml`.
    """
    return read_yaml(read_text(path, Place(file), file), file)


def read_yaml_value(text: str, file: str) -> Any:
    """Return the document's value, without places."""
    return read_yaml(text, file)[0]


def _events(text: str, file: str) -> Iterator[events.Event]:
    last = None
    try:
        for last in yaml.parse(text, Loader=PARSER):
            yield last
    except yaml.reader.ReaderError as error:
        raise _unreadable(text, file, error) from error
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in str(error.problem):  # libyaml 0.2.6 reads brackets ahead up to a limit of its own
            place = Place(file) if error.problem_mark is None else _place(file, error.problem_mark)
            raise fail("YAML003", place, _TOO_DEEP, _NO_NEED) from error
        from punchboard.load.yaml.syntax_faults import syntax_problem  # noqa: PLC0415 - most files are good

        raise syntax_problem(text, file, error, last) from error


def _unreadable(text: str, file: str, error: yaml.reader.ReaderError) -> ProblemsFound:
    """Return the problem of a character that YAML does not allow. The parser gives its position in bytes."""
    place = byte_place(text.encode(), error.position, file)
    return fail("YAML001", place, "YAML does not allow this control character", "delete it")


def _place(file: str, mark: Any) -> Place:
    return Place(file, mark.line + 1, mark.column + 1)


def _scalar(text: str) -> Any:
    """Return a plain scalar as YAML 1.2 means it; numbers with a leading zero are words."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _STARTS_NUMBER:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text) and isfinite(float(text)):
        return float(text)
    return text


@dataclass(slots=True)
class _Frame:
    """A mapping or list that is still open; ``key`` is the key that waits for its value."""

    value: dict[str, Any] | list[Any]
    path: Path
    key: str | None = None
    key_place: Place | None = None


class _Builder:
    """Values and places from parser events."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.places: Places = {}
        self.document: Any = None
        self._open: list[_Frame] = []
        self._documents = 0

    def take(self, event: events.Event) -> None:
        """Take the next event."""
        work = _HANDLERS.get(type(event))
        if work is not None:
            work(self, event)

    def begin_document(self, event: events.Event) -> None:
        self._documents += 1
        if self._documents > 1:
            raise self._refused(event, "a second document begins here", "delete the '---': a file holds one document")

    def alias(self, event: Any) -> None:
        raise self._refused(event, f"'*{event.anchor}' is an alias", "write the value out instead")

    def scalar(self, event: Any) -> None:
        frame = self._open[-1] if self._open else None
        if frame is not None and frame.key is None and type(frame.value) is dict:
            self._key(frame, event)
        else:
            self._add(event, _scalar(event.value) if event.implicit[0] else event.value)

    def end(self, _event: events.Event) -> None:
        self._open.pop()

    def begin(self, event: events.Event, value: dict[str, Any] | list[Any]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise self._refused(event, _TOO_DEEP, _NO_NEED)
        self._open.append(_Frame(value, self._add(event, value)))

    def _add(self, event: Any, value: Any) -> Path:
        """Put a value into the innermost open mapping or list, and return its path."""
        self._check(event)
        place = _place(self.file, event.start_mark)
        if self._open:
            path, place = self._put(self._open[-1], value, place)
        else:
            path, self.document = (), value
        self.places[path] = place
        return path

    def _put(self, frame: _Frame, value: Any, place: Place) -> tuple[Path, Place]:
        if isinstance(frame.value, list):
            frame.value.append(value)
            return (*frame.path, len(frame.value) - 1), place
        key, key_place = frame.key, frame.key_place
        if key is None or key_place is None:
            hint = "put text with '{{ }}' in quotes"
            raise fail("YAML001", place, "a key must be text, not a list or mapping", hint)
        frame.value[key] = value
        frame.key = None
        path = (*frame.path, key)
        self.places[(*path, KEY)] = key_place
        return path, place if place.line == key_place.line else key_place

    def _key(self, frame: _Frame, event: Any) -> None:
        self._check(event)
        key, place = event.value, _place(self.file, event.start_mark)
        if key[:1].isspace() and event.implicit[0]:  # not a space or a tab, which YAML leaves out
            message = "the line begins with a space that is none for YAML, such as one of a word processor"
            raise fail("YAML001", place, message, "delete it, and indent with plain spaces")
        if key in frame.value:
            first = self.places[(*frame.path, key, KEY)]
            raise fail("YAML002", place, f"duplicate key {key!r}, first on line {first.line}", "delete one of them")
        frame.key, frame.key_place = key, place

    def _check(self, event: Any) -> None:
        if event.anchor is not None:
            hint = "delete it, and write the value out at each use"
            raise self._refused(event, f"'&{event.anchor}' is an anchor", hint)
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise self._refused(event, f"{tag!r} is a tag", "delete it: values need no tags")

    def _refused(self, event: events.Event, message: str, hint: str) -> ProblemsFound:
        return fail("YAML003", _place(self.file, event.start_mark), message, hint)


_HANDLERS: Final[Mapping[type, Callable[[_Builder, Any], None]]] = {
    events.DocumentStartEvent: _Builder.begin_document,
    events.AliasEvent: _Builder.alias,
    events.ScalarEvent: _Builder.scalar,
    events.MappingStartEvent: lambda builder, event: builder.begin(event, {}),
    events.SequenceStartEvent: lambda builder, event: builder.begin(event, []),
    events.MappingEndEvent: _Builder.end,
    events.SequenceEndEvent: _Builder.end,
}

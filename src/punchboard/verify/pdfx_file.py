"""PDF file as the PDF/X rules need it: all dictionaries at any depth, and the colour spaces in use."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Object, Stream

_STRING: Final = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_NAMED: Final = re.compile(rb"/([^\s/\[\]<>(){}%]+)\s+(?:cs|CS)(?=\s|$)")


class PressFile:
    """A file that is open for reading; the caller closes it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pdf = pikepdf.open(io.BytesIO(data), inherit_page_attributes=False)

    @cached_property
    def dictionaries(self) -> tuple[Object, ...]:
        """All dictionaries of the file, including those of streams."""
        return tuple(found for one in self.pdf.objects for found in _within(one, 0))

    @cached_property
    def contents(self) -> tuple[bytes, ...]:
        """The operators of every page and form."""
        streams = [stream for page in self.pdf.pages for stream in _streams(page.obj.get("/Contents"))]
        streams += [one for one in self.dictionaries if isinstance(one, Stream) and one.get("/Subtype") == "/Form"]
        return tuple(stream.read_bytes() for stream in streams)

    @cached_property
    def spaces(self) -> frozenset[str]:
        """The names of all device and CIE colour spaces in use, except in output intents."""
        found: set[str] = set()
        for one in self.dictionaries:
            for key in ("/ColorSpace", "/CS"):
                space = one.get(key)
                parts = space.values() if isinstance(space, Dictionary) else [space]
                for part in parts:
                    found |= set(_names(part))
        named = (name for content in self._with("cs", "CS") for name in _NAMED.findall(content))
        return frozenset(found | {name.decode("ascii", "replace") for name in named})

    def paints(self, *operators: str) -> bool:
        """Return whether any of the operators is used."""
        token = re.compile(rb"\s(?:" + "|".join(operators).encode() + rb")(?=\s|$)")
        return any(token.search(content) for content in self._with(*operators))

    def _with(self, *operators: str) -> Iterator[bytes]:
        """Yield contents that may use the operators, with strings emptied, because text may contain any bytes."""
        for content in self.contents:
            if any(f"{gap}{operator}".encode() in content for operator in operators for gap in " \n\r\t"):
                yield _STRING.sub(b"()", content)


def _within(one: Object, depth: int) -> Iterator[Object]:
    """Yield a dictionary and those nested in it, without following references."""
    if depth and one.is_indirect:
        return
    if isinstance(one, Dictionary | Stream):
        yield one
        for value in one.values():
            if isinstance(value, Object):
                yield from _within(value, depth + 1)
    elif isinstance(one, Array):
        for value in one:
            if isinstance(value, Object):
                yield from _within(value, depth + 1)


def _streams(contents: Object | None) -> Iterator[Stream]:
    if isinstance(contents, Stream):
        yield contents
    elif isinstance(contents, Array):
        yield from (part for part in contents if isinstance(part, Stream))


def _names(space: object) -> Iterator[str]:
    """Yield the names of a colour space and of its base or alternate spaces, but not of spot colours."""
    if isinstance(space, pikepdf.Name):
        yield str(space)[1:]
    elif isinstance(space, Array) and len(space):
        kind = str(space[0])
        yield kind[1:]
        if kind in {"/Indexed", "/Pattern"} and len(space) > 1:
            yield from _names(space[1])
        if kind in {"/Separation", "/DeviceN"} and len(space) > 2:
            yield from _names(space[2])

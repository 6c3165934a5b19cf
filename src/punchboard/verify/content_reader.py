"""Content stream reader: the marked components and XObjects that a stream places, each with its transform.

It reads only these operators: q, Q and cm (ISO 32000-1, 8.4), Do (8.8), and marked content (14.6). The drawing between
a component's BDC and its EMC is skipped.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.geometry import Affine, Size
from punchboard.verify.objects import Name, Unreadable, parse_name, parse_object, string_end

_WORD: Final = re.compile(rb"\(|%[^\r\n]*+|/Component\b|(?:q|Q|cm|Do|BDC|BMC|EMC|BI)(?![^\0\t\n\f\r \[(<%/])")
_BEFORE: Final = b"\0\t\n\f\r >])"
_MARKED: Final = re.compile(rb"/Component\s*(?=<<)")
_BEGUN: Final = re.compile(rb"\s*BDC\b")
_USUAL: Final = re.compile(
    rb"q\n(?:[-\d. \nmlch]*+W n\n)?([-\d. ]*+)cm\n"
    rb"/Component <</Id \(([\w-]+)\)/Side /(front|back)/Trim \[([\d.]+) ([\d.]+)\]>> BDC\n",
    re.ASCII,
)
"""A clip, a transform and a mark in the usual form, read in one match. Other forms are read token by token."""
_USUAL_END: Final = b"\nEMC Q\n"
"""The end of a component in the usual form: on one line, which no other part of a page has."""


class MarkedComponent(NamedTuple):
    """One side of a component in a content stream: its trim in mm, and its transform."""

    id: str
    side: str
    trim: Size
    place: Affine


class XObjectUse(NamedTuple):
    """A form or picture placed in a content stream, by resource name."""

    name: Name
    place: Affine


def placed_items(data: bytes, base: Affine) -> list[MarkedComponent | XObjectUse]:
    """Return the components and XObjects that a content stream places, in order.

    Args:
        data: the operators.
        base: the transform of the stream's coordinates.

    Raises:
        Unreadable: when operators are not paired, or a component's mark is malformed.
    """
    try:
        return list(_Scanner(data, base, quick=True).items())
    except Unreadable:  # text in a string may have looked like the end of a mark
        return list(_Scanner(data, base, quick=False).items())


class _Scanner:
    """Scans a content stream token by token.

    The quick mode takes the first EMC after a usual mark as the end of the mark. If that EMC is inside a string, or
    ends an inner mark, the true end remains unpaired: quick mode can fail, but it never gives a wrong result.
    """

    def __init__(self, data: bytes, base: Affine, *, quick: bool) -> None:
        self.data, self.ctm, self.quick = data, base, quick
        self.saved: list[Affine] = []
        self.start = self.at = self.inner = 0

    def items(self) -> Iterator[MarkedComponent | XObjectUse]:
        """Yield the placed components and XObjects."""
        data = self.data
        while (found := _WORD.search(data, self.at)) is not None:
            start, self.at = found.span()
            word = found[0]
            if start and data[start - 1] not in _BEFORE and word.isalpha():
                continue  # the end of a longer word
            self.start = start
            handler = _HANDLERS.get(word)
            item = None if handler is None else handler(self)
            if item is not None:
                yield item
        if self.saved or self.inner:
            raise Unreadable("a q or BDC operator has no end")

    def save(self) -> MarkedComponent | None:
        """Handle q, and in quick mode a whole component in the usual form."""
        data = self.data
        usual = _USUAL.match(data, self.start) if self.quick else None
        end = -1 if usual is None else data.find(_USUAL_END, usual.end() - 1)
        if usual is None or end < 0:
            self.saved.append(self.ctm)
            return None
        self.at = end + 6
        matrix, id_, side, width, height = usual.groups()
        return MarkedComponent(id_.decode(), side.decode(), _size(width, height), _concatenated(self.ctm, matrix))

    def restore(self) -> None:
        """Handle Q."""
        if not self.saved:
            raise Unreadable("a Q operator has no q")
        self.ctm = self.saved.pop()

    def concatenate(self) -> None:
        """Handle cm."""
        self.ctm = _concatenated(self.ctm, b" ".join(self._before().split()[-6:]))

    def draw(self) -> XObjectUse:
        """Handle Do."""
        _, stroke, found = self._before().rstrip().rpartition(b"/")
        if not stroke or len(found.split()) != 1:
            raise Unreadable("a Do operator has no name")
        return XObjectUse(parse_name(found), self.ctm)

    def skip_string(self) -> None:
        """Skip a string."""
        self.at = string_end(self.data, self.at)

    def mark(self) -> MarkedComponent:
        """Handle a component's mark in any form, and skip its drawing."""
        mark, at = _mark(self.data, self.start, self.ctm)
        self.at = _mark_end(self.data, at)
        return mark

    def begin(self) -> None:
        """Handle the beginning of other marked content."""
        self.inner += 1

    def end(self) -> None:
        """Handle the end of other marked content."""
        self.inner -= 1
        if self.inner < 0:
            raise Unreadable("an EMC operator has no BDC")

    def refuse(self) -> None:
        """Refuse an inline image."""
        raise Unreadable("a page has an inline image")

    def _before(self) -> bytes:
        """Return the bytes before an operator, which end with its operands."""
        return self.data[max(0, self.start - 160) : self.start]


_HANDLERS: Final[Mapping[bytes, Callable[[_Scanner], MarkedComponent | XObjectUse | None]]] = MappingProxyType(
    {
        b"q": _Scanner.save,
        b"Q": _Scanner.restore,
        b"cm": _Scanner.concatenate,
        b"Do": _Scanner.draw,
        b"(": _Scanner.skip_string,
        b"/Component": _Scanner.mark,
        b"BDC": _Scanner.begin,
        b"BMC": _Scanner.begin,
        b"EMC": _Scanner.end,
        b"BI": _Scanner.refuse,
    }
)


@lru_cache(maxsize=4096)
def _concatenated(ctm: Affine, text: bytes) -> Affine:
    """Return the transform after a cm, cached because sheets with equal layouts repeat the same ones."""
    try:
        a, b, c, d, e, f = map(float, text.split())
        return ctm @ Affine(a, b, c, d, e, f)
    except ValueError as error:
        raise Unreadable(f"{text[:60].decode('latin-1')!r} is not a matrix") from error


def _mark(data: bytes, start: int, ctm: Affine) -> tuple[MarkedComponent, int]:
    """Return the component of a mark, and the position of its drawing."""
    tag = _MARKED.match(data, start)
    if tag is None:
        raise Unreadable("a component's mark has no properties")
    values, end = parse_object(data, tag.end())
    begun = _BEGUN.match(data, end)
    if begun is None or not isinstance(values, dict):
        raise Unreadable("a component's mark has no BDC")
    return _described(values, ctm), begun.end()


@lru_cache(maxsize=256)
def _size(width: bytes, height: bytes) -> Size:
    try:
        return Size(float(width), float(height))
    except ValueError as error:
        raise Unreadable("a component's mark has no size") from error


def _described(values: dict[str, Any], ctm: Affine) -> MarkedComponent:
    id_, side, trim = values.get("Id"), values.get("Side"), values.get("Trim")
    if not isinstance(id_, bytes) or side not in ("front", "back") or not isinstance(trim, list) or len(trim) != 2:
        raise Unreadable("a component's mark is incomplete")
    if not all(type(length) in (int, float) for length in trim):
        raise Unreadable("a component's mark has no size")
    return MarkedComponent(id_.decode("latin-1"), side, Size(*trim), ctm)


def _mark_end(data: bytes, at: int) -> int:
    """Return the end of a component's drawing, given its start."""
    depth = 1
    while (found := _WORD.search(data, at)) is not None:
        start, at = found.span()
        word = found[0]
        if word == b"(":
            at = string_end(data, at)
        elif word in (b"BDC", b"BMC", b"EMC") and data[start - 1] in _BEFORE:
            depth += -1 if word == b"EMC" else 1
            if not depth:
                return at
    raise Unreadable("a component's mark has no EMC")

"""What a content stream places: marked components and form XObjects, each with the transform in force there.

Only the operators that matter are looked at: q, Q and cm (ISO 32000-1, 8.4), Do (8.8), and marked content (14.6).
What lies between a component's BDC and its EMC is its picture, and is passed over.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.geometry import Affine, Size
from punchboard.verify.objects import Name, Unreadable, name, parse_object, string_end

_WORD: Final = re.compile(rb"\(|%[^\r\n]*+|/Component\b|(?:q|Q|cm|Do|BDC|BMC|EMC|BI)(?![^\0\t\n\f\r \[(<%/])")
_BEFORE: Final = b"\0\t\n\f\r >])"
_MARKED: Final = re.compile(rb"/Component\s*(?=<<)")
_BEGUN: Final = re.compile(rb"\s*BDC\b")
_USUAL: Final = re.compile(
    rb"q\n(?:[-\d. \nmlch]*+W n\n)?([-\d. ]*+)cm\n"
    rb"/Component <</Id \(([\w-]+)\)/Side /(front|back)/Trim \[([\d.]+) ([\d.]+)\]>> BDC\n",
    re.ASCII,
)
"""A clip, a transform and a mark as nearly all are written: read at one stroke. What differs is read word by word."""


class MarkedComponent(NamedTuple):
    """One side of a component in a content stream: its trim in mm, and what its own mm go through to where it lies."""

    id: str
    side: str
    trim: Size
    place: Affine


class XObjectUse(NamedTuple):
    """A form or picture in a content stream, by its name among the resources."""

    name: Name
    place: Affine


def placed_items(data: bytes, base: Affine) -> list[MarkedComponent | XObjectUse]:
    """Return the components and the forms that a content stream places, in its order.

    Args:
        data: the operators.
        base: what the stream's own coordinates go through.

    Raises:
        Unreadable: when operators do not pair, or a mark is none.
    """
    try:
        return list(_Walk(data, base, quick=True).things())
    except Unreadable:  # letters within a string may have looked like an end
        return list(_Walk(data, base, quick=False).things())


class _Walk:
    """Goes through a content stream from word to word.

    The quick way takes the first end after a usual mark as the mark's. Were it within a string, or that of an inner
    mark, the true end would be left over and pair with nothing: so it can fail, but not mislead.
    """

    def __init__(self, data: bytes, base: Affine, *, quick: bool) -> None:
        self.data, self.ctm, self.quick = data, base, quick
        self.saved: list[Affine] = []
        self.start = self.at = self.inner = 0

    def things(self) -> Iterator[MarkedComponent | XObjectUse]:
        """Yield what is placed."""
        data = self.data
        while (found := _WORD.search(data, self.at)) is not None:
            start, self.at = found.span()
            word = found[0]
            if start and data[start - 1] not in _BEFORE and word.isalpha():
                continue  # the end of a longer word
            self.start = start
            act = _ACTS.get(word)
            thing = None if act is None else act(self)
            if thing is not None:
                yield thing
        if self.saved or self.inner:
            raise Unreadable("a q or BDC that does not end")

    def save(self) -> MarkedComponent | None:
        """Take q, and with it all of a usual component."""
        data = self.data
        usual = _USUAL.match(data, self.start) if self.quick else None
        end = -1 if usual is None else data.find(b"\nEMC\nQ\n", usual.end() - 1)
        if usual is None or end < 0:
            self.saved.append(self.ctm)
            return None
        self.at = end + 6
        matrix, id_, side, width, height = usual.groups()
        return MarkedComponent(id_.decode(), side.decode(), _size(width, height), _under(self.ctm, matrix))

    def restore(self) -> None:
        """Take Q."""
        if not self.saved:
            raise Unreadable("a Q without its q")
        self.ctm = self.saved.pop()

    def concatenate(self) -> None:
        """Take cm."""
        self.ctm = _under(self.ctm, b" ".join(self._before().split()[-6:]))

    def draw(self) -> XObjectUse:
        """Take Do."""
        _, stroke, found = self._before().rstrip().rpartition(b"/")
        if not stroke or len(found.split()) != 1:
            raise Unreadable("a Do without a name")
        return XObjectUse(name(found), self.ctm)

    def skip_string(self) -> None:
        """Pass over a string."""
        self.at = string_end(self.data, self.at)

    def mark(self) -> MarkedComponent:
        """Take a component's mark that is not written in the usual way, and pass over its picture."""
        mark, at = _mark(self.data, self.start, self.ctm)
        self.at = _mark_end(self.data, at)
        return mark

    def begin(self) -> None:
        """Take the beginning of any other marked content."""
        self.inner += 1

    def end(self) -> None:
        """Take its end."""
        self.inner -= 1
        if self.inner < 0:
            raise Unreadable("an EMC without its BDC")

    def refuse(self) -> None:
        """Refuse a picture whose bytes lie among the operators."""
        raise Unreadable("a picture within a page's operators")

    def _before(self) -> bytes:
        """Return what the operands of an operator are the end of."""
        return self.data[max(0, self.start - 160) : self.start]


_ACTS: Final[Mapping[bytes, Callable[[_Walk], MarkedComponent | XObjectUse | None]]] = MappingProxyType(
    {
        b"q": _Walk.save,
        b"Q": _Walk.restore,
        b"cm": _Walk.concatenate,
        b"Do": _Walk.draw,
        b"(": _Walk.skip_string,
        b"/Component": _Walk.mark,
        b"BDC": _Walk.begin,
        b"BMC": _Walk.begin,
        b"EMC": _Walk.end,
        b"BI": _Walk.refuse,
    }
)


@lru_cache(maxsize=4096)
def _under(ctm: Affine, text: bytes) -> Affine:
    """Return the map in force after a cm; sheets of one pattern say the same again and again."""
    try:
        a, b, c, d, e, f = map(float, text.split())
        return ctm @ Affine(a, b, c, d, e, f)
    except ValueError as error:
        raise Unreadable(f"{text[:60].decode('latin-1')!r} is no matrix") from error


def _mark(data: bytes, start: int, ctm: Affine) -> tuple[MarkedComponent, int]:
    """Return the component that a mark begins, and where its picture begins."""
    tag = _MARKED.match(data, start)
    if tag is None:
        raise Unreadable("a component's mark says nothing of it")
    values, end = parse_object(data, tag.end())
    begun = _BEGUN.match(data, end)
    if begun is None or not isinstance(values, dict):
        raise Unreadable("a component's mark does not begin")
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
        raise Unreadable("a component's mark is not whole")
    if not all(type(one) in (int, float) for one in trim):
        raise Unreadable("a component's mark has no size")
    return MarkedComponent(id_.decode("latin-1"), side, Size(*trim), ctm)


def _mark_end(data: bytes, at: int) -> int:
    """Return where a component's picture ends, which begins at a position."""
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
    raise Unreadable("a component's mark does not end")

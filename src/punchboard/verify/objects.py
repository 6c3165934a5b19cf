"""Parser of PDF objects and decoder of their streams: ISO 32000-1, 7.3 and 7.4. It is strict, and does not recurse."""

import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

_MAX_NESTING: Final = 64
"""The deepest nesting of arrays and dictionaries; a page needs three levels."""

_WHITE: Final = rb"\0\t\n\f\r "
_WHITE_SPACE: Final = b"\0\t\n\f\r "
_REGULAR: Final = rb"[^\0\t\n\f\r ()<>\[\]{}/%]"

_TOKEN: Final = re.compile(
    rb"(?:[%(w)s]|%%[^\r\n]*+)*+(?:"
    rb"(\d{1,10})[%(w)s]++(\d{1,5})[%(w)s]++R(?!%(r)s)"  # 1, 2: a reference
    rb"|([+-]?(?:\d{1,24}+(?:\.\d{0,24}+)?|\.\d{1,24}+))(?!%(r)s)"  # 3: a number
    rb"|/(%(r)s*+)"  # 4: a name
    rb"|\[([-+.\d%(w)s]*+)\]"  # 5: an array of numbers, such as a box or a matrix
    rb"|(<<|\[)"  # 6: a dictionary or an array begins
    rb"|(>>|\])"  # 7: it ends
    rb"|<([0-9A-Fa-f%(w)s]*+)>"  # 8: a string in hexadecimal
    rb"|(\()"  # 9: a string
    rb"|([A-Za-z]++)"  # 10: a word
    rb")" % {b"w": _WHITE, b"r": _REGULAR}
)
_PARENTHESIS: Final = re.compile(rb"\\.|[()]", re.DOTALL)
_ESCAPED: Final = re.compile(rb"#([0-9A-Fa-f]{2})")
_ENDS: Final = {b"<<": b">>", b"[": b"]"}
_WORDS: Final = {b"true": True, b"false": False, b"null": None}


class Unreadable(ValueError):  # noqa: N818 - describes a file
    """The content of a file cannot be read; the message says why."""


class Name(str):
    """A name, such as ``/Type``, without its slash."""

    __slots__ = ()


class Reference(NamedTuple):
    """A reference to an object by number and generation."""

    number: int
    generation: int


def parse_object(data: bytes, at: int) -> tuple[Any, int]:
    """Return the object that begins at a position, and the position of its end.

    Numbers become int or float, strings bytes, arrays lists.

    Raises:
        Unreadable: when there is no object, or it is nested more than 64 levels deep.
    """
    inner: list[tuple[bytes, list[Any]]] = []
    value: Any
    while True:
        token = _TOKEN.match(data, at)
        if token is None:
            raise Unreadable(f"no object at byte {at}")
        at, kind = token.end(), token.lastindex
        if kind == 6:
            inner.append((token[6], []))
            if len(inner) > _MAX_NESTING:
                raise Unreadable("objects are nested too deep")
            continue
        if kind == 9:
            end = string_end(data, at)
            value, at = data[at : end - 1], end
        elif kind == 7:
            if not inner or _ENDS[inner[-1][0]] != token[7]:
                raise Unreadable(f"unexpected {token[7].decode()} at byte {at}")
            begun, items = inner.pop()
            value = items if begun == b"[" else _dictionary(items)
        else:
            value = _plain(token)
        if not inner:
            return value, at
        inner[-1][1].append(value)


def _plain(token: re.Match[bytes]) -> Any:
    """Return the value of a token that is not nested."""
    match token.lastindex:
        case 4:
            return parse_name(token[4])
        case 2:
            return Reference(int(token[1]), int(token[2]))
        case 3:
            return _number(token[3])
        case 5:
            return list(_numbers(token[5]))
        case 8:
            digits = token[8].translate(None, _WHITE_SPACE)
            return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
        case _:
            if token[10] not in _WORDS:
                raise Unreadable(f"{token[10][:20].decode('latin-1')!r} is not an object")
            return _WORDS[token[10]]


@lru_cache(maxsize=64)
def _numbers(text: bytes) -> tuple[float, ...]:
    """Return the numbers of an array, cached because most pages of a file have the same boxes."""
    return tuple(map(_number, text.split()))


def _number(text: bytes) -> float:
    try:
        return float(text) if b"." in text else int(text)
    except ValueError as error:
        raise Unreadable(f"{text[:20].decode('latin-1')!r} is not a number") from error


@lru_cache(maxsize=1024)
def parse_name(text: bytes) -> Name:
    """Return a name, given its bytes after the slash."""
    if b"#" in text:
        text = _ESCAPED.sub(lambda code: bytes([int(code[1], 16)]), text)
    return Name(text.decode("latin-1"))


def _dictionary(items: list[Any]) -> dict[str, Any]:
    keys = items[::2]
    if len(items) % 2 or not all(type(key) is Name for key in keys):
        raise Unreadable("a dictionary has a value without a name")
    return dict(zip(keys, items[1::2], strict=True))


def string_end(data: bytes, at: int) -> int:
    """Return the end of the string whose opening parenthesis is just before a position.

    Raises:
        Unreadable: when the string has no end.
    """
    depth = 1
    for match in _PARENTHESIS.finditer(data, at):
        if match[0] == b"(":
            depth += 1
        elif match[0] == b")":
            depth -= 1
            if not depth:
                return match.end()
    raise Unreadable("a string has no end")


MAX_BYTES: Final = 1 << 28
"""The most bytes in a decompressed stream; our pages, fonts and tables are far smaller."""

_UP: Final = 2
"""The PNG predictor that writers such as qpdf use for tables: each byte is stored minus the byte above it."""


class Stream(NamedTuple):
    """A stream's dictionary, and its data as stored in the file."""

    entries: Mapping[str, Any]
    raw: bytes


def inflate(stream: Stream) -> bytes:
    """Return the decompressed data of a stream.

    Raises:
        Unreadable: when the stream is damaged, too large or has another filter than FlateDecode.
    """
    filters = stream.entries.get("Filter")
    if filters is None or filters == []:
        return stream.raw
    if filters not in ("FlateDecode", ["FlateDecode"]):
        raise Unreadable(f"a stream has the unknown filter {filters!r}")
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(stream.raw, MAX_BYTES)
    except zlib.error as error:
        raise Unreadable(f"a stream is damaged: {error}") from error
    if not unpack.eof:
        raise Unreadable("a stream is cut short, or too large")
    parameters = stream.entries.get("DecodeParms")
    parameters = parameters[0] if isinstance(parameters, list) and parameters else parameters
    return data if parameters is None else _undo_predictor(data, parameters)


def _undo_predictor(data: bytes, parameters: Any) -> bytes:
    """Return data whose rows were stored as differences to the row above."""
    if not isinstance(parameters, dict):
        raise Unreadable("a stream has unknown DecodeParms")
    predictor, columns = parameters.get("Predictor", 1), parameters.get("Columns", 1)
    if predictor == 1:
        return data
    plain = parameters.get("Colors", 1) == 1 and parameters.get("BitsPerComponent", 8) == 8
    if not plain or type(predictor) is not int or predictor < 10 or type(columns) is not int or not 0 < columns < 64:
        raise Unreadable("a stream has unknown DecodeParms")
    above, rows = bytes(columns), []
    for start in range(0, len(data), columns + 1):
        kind, row = data[start], data[start + 1 : start + 1 + columns]
        if len(row) != columns or kind not in (0, _UP):
            raise Unreadable("a stream has unknown DecodeParms")
        above = bytes([(a + b) & 255 for a, b in zip(row, above, strict=True)]) if kind == _UP else row
        rows.append(above)
    return b"".join(rows)

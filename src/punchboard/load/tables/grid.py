"""A grid of cells from a table or records of any format, before its header is interpreted; the blocks in it."""

import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isnan
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from punchboard.load.files import not_utf8
from punchboard.model.values import counted
from punchboard.problem import Place, Problem, Severity

UTF16_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
"""Byte order marks of UTF-16, which Excel calls Unicode text."""


class ConvertedTable(NamedTuple):
    """A table as UTF-8, the encoding it was read with, and the first word that depends on that encoding."""

    data: bytes
    encoding: str
    word: str


def convert_to_utf8(data: bytes) -> ConvertedTable | None:
    """Return a text table as UTF-8; None when it is UTF-8 already, or UTF-16 with a byte order mark.

    Anything else is taken to be from an older Excel: Macintosh Roman if lines end with a carriage return alone, else
    Windows-1252.
    """
    if data.startswith(UTF16_MARKS) or _is_utf8(data):
        return None
    encoding, name = ("mac_roman", "Macintosh Roman") if _is_mac(data) else ("cp1252", "Windows-1252")
    text = data.decode(encoding, errors="replace")
    word = next(word for word in text.replace(";", " ").replace(",", " ").split() if not word.isascii())
    return ConvertedTable(text.encode(), name, word.strip('"'))


_SAVED_AS: Final = {bytes([code]).decode("cp1252", "ignore") or chr(code): code for code in range(256)}
"""The byte of each character of Windows-1252; a code without a character stands for itself, as in browsers."""


class MisreadTable(NamedTuple):
    """A table as it was before a program misread its letters, with the first word that was misread, and as it was."""

    data: bytes
    word: str
    meant: str


def misread_utf8(data: bytes) -> MisreadTable | None:
    """Return a UTF-8 text whose UTF-8 was once read as Windows-1252, as it was; None unless all of it was so read."""
    try:
        text = data.decode("utf-8-sig")
        before = bytes(map(_SAVED_AS.__getitem__, text)).decode()
    except (UnicodeDecodeError, KeyError):
        return None
    if before == text:
        return None
    word = next(word for word in re.split(r"[ \t\r\n,;\"]+", text) if not word.isascii())
    return MisreadTable(before.encode(), word, bytes(map(_SAVED_AS.__getitem__, word)).decode())


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_mac(data: bytes) -> bool:
    return b"\r" in data and b"\n" not in data


RULE: Final = "TABLE001"

LEFT_OUT: Final = "TABLE003"
"""The code of warnings about parts of a table that are left out or repaired."""

MAX_NAMED: Final = 8
"""Most cells or rows that a warning names."""

MAX_CELLS: Final = 2_000_000
"""Most cells of a table: ten thousand cards with two hundred columns."""


_UTF8_HINT: Final = "save it as 'CSV UTF-8' (a separate format in Excel), or use the .xlsx or .ods file itself"


class TableSource(NamedTuple):
    """A table file: its path as messages show it, and its bytes."""

    name: str
    data: bytes

    def text(self) -> str:
        """Return the text without a byte order mark: UTF-8, or UTF-16 with its mark, which Excel calls Unicode text.

        Raises:
            ProblemsFound: FILE002 at the first byte that is not UTF-8.
        """
        if self.data.startswith(UTF16_MARKS):
            return self.data.decode("utf-16", errors="replace")
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            is_text_table = PurePosixPath(self.name).suffix.lower() in {".csv", ".tsv"}
            raise not_utf8(error, self.name, _UTF8_HINT if is_text_table else "") from error


class Grid(NamedTuple):
    """The non-blank rows of a table, each cell stripped. Rows may differ in length."""

    rows: list[list[str]]
    places: list[Place]
    """The place where each row begins."""
    cell: Callable[[int, int], Place]
    """Returns the place of a cell, given its row in ``rows`` and its column, both from 0."""
    allows_uneven_rows: bool = True
    """Whether rows may be shorter or longer than the header."""
    separator: str = ","
    """The separator of cells in a text table."""
    warnings: tuple[Problem, ...] = ()
    """What is left out or repaired: one warning for each cause, with a count."""
    has_keys: bool = False
    """Whether the first row is the keys of objects, which always name the columns."""
    totals: frozenset[int] = frozenset()
    """The rows with nothing but a name and formulas that sum up the rows above them."""


Sheets = Mapping[str, Callable[[], Grid]]
"""The sheets of a file by name, each with the function that reads it."""


def left_out(place: Place, message: str, hint: str) -> Problem:
    """Return the warning about a part of a table that is left out or repaired."""
    return Problem(LEFT_OUT, place, message, hint, Severity.WARNING)


def listed(names: Sequence[str]) -> str:
    """Return the first names of cells or rows, with dots if there are more."""
    return ", ".join((*names[:MAX_NAMED], *(["..."] if len(names) > MAX_NAMED else [])))


def with_errors(place: Place, count: int, names: Sequence[str]) -> Problem:
    """Return the warning about cells with the error of a formula; ``names`` may be the first ones alone."""
    message = f"{counted(count, 'cell')} with an error: {listed(names)}"
    return left_out(place, message, "correct the formula; until then the cell is empty")


def have(number: int, noun: str) -> str:
    """Return a number with its noun and verb: ``1 row has``, ``28 rows have``."""
    return f"{counted(number, noun)} {'has' if number == 1 else 'have'}"


def kept_packed(text: str) -> Callable[[], str]:
    """Return a function that returns a text, which is compressed until then: places within it are rarely needed."""
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
    return lambda: zlib.decompress(packed).decode("utf-8", "surrogatepass")


def transpose(grid: Grid) -> Grid:
    """Return a grid with rows and columns exchanged. Places still refer to the cells in the file."""
    width = max(map(len, grid.rows), default=0)
    rows = [[row[column] if column < len(row) else "" for row in grid.rows] for column in range(width)]
    filled = [column for column, row in enumerate(rows) if any(row)]

    def cell(row: int, column: int) -> Place:
        return grid.cell(column, filled[row])

    places = [cell(row, 0) for row in range(len(filled))]
    return Grid([rows[column] for column in filled], places, cell, warnings=grid.warnings)


def emptied(body: list[list[str]], empty: Mapping[int, Sequence[object]]) -> list[list[str]]:
    """Return rows whose cells are empty where they have one of the values for nothing of their column, as written."""
    words = {column: {*map(str, values)} for column, values in empty.items()}
    return (
        [["" if cell in words.get(at, ()) else cell for at, cell in enumerate(row)] for row in body] if words else body
    )


MAX_DEPTH: Final = 8
"""Deepest nesting of objects within a record."""

NAMES: Final = ("name", "title", "label", "id", "text")
"""The keys that name an object, in order of preference."""

_NAMES_OF_FILES: Final = ("filename", *NAMES[:3], "url", *NAMES[3:])
"""The same where the object may be an attachment, which is the file of its name."""

TEXTS: Final = ("text", "desc", "description", "effect", "rules")
"""The keys of what a named object says, in order of preference."""

NAMELESS: Final = 'objects without a "name", "title", "label", "id" or "text"'
OF_PACK: Final = "a list or an object of the packs, not of their cards"
NESTED_LISTS: Final = "lists within lists"
TOO_DEEP: Final = f"objects nested more than {MAX_DEPTH} levels deep"


class Unusable(NamedTuple):
    """Values of one column that a cell cannot hold."""

    column: str
    what: str
    """What they contain."""
    rows: int
    first: int
    """The number of the first record with such a value."""


class NoText(NamedTuple):
    """A value that a cell cannot hold, because of what it contains."""

    what: str


class RecordCells(NamedTuple):
    """The cells of records by column, and what is left out."""

    rows: list[dict[str, str]]
    unusable: tuple[Unusable, ...]


def record_cells(records: Iterable[Mapping[str, Any]]) -> RecordCells:
    """Return the cells of each record. Values that a cell cannot hold are left out."""
    rows: list[dict[str, str]] = []
    counts: dict[tuple[str, str], Unusable] = {}
    for number, record in enumerate(records):
        row: dict[str, str] = {}
        for column, text in _flatten(record, MAX_DEPTH):
            if isinstance(text, str):
                row[" ".join(column.split())] = text
            else:
                key = (column, text.what)
                unusable = counts.get(key) or Unusable(column, text.what, 0, number)
                counts[key] = unusable._replace(rows=unusable.rows + 1)
        rows.append(row)
    return RecordCells(rows, tuple(counts.values()))


def name_of(value: Any) -> str:
    """Return the name of an object, or a plain value as text; empty for an object without a name."""
    if not isinstance(value, Mapping):
        return plain_text(value)
    return next((plain_text(value[key]) for key in _NAMES_OF_FILES if is_plain(value.get(key)) and value.get(key)), "")


def named_text(value: Any) -> str:
    """Return the name of an object with what it says, or a plain value as text; empty for an object without a name."""
    name = name_of(value)
    if not name or not isinstance(value, Mapping):
        return name
    text = next((plain_text(value[key]) for key in TEXTS if is_plain(value.get(key)) and value.get(key)), name)
    return name if text == name else f"{name}: {text}"


def is_plain(value: Any) -> bool:
    """Return whether a value is neither a list nor an object."""
    return not isinstance(value, list | Mapping)


def plain_text(value: Any) -> str:
    """Return a plain value as text."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, ".15g") if isinstance(value, float) else str(value).strip()


def _flatten(record: Mapping[str, Any], depth: int) -> Iterator[tuple[str, str | NoText]]:
    """Yield the values of an object as text, those of nested objects under dotted names."""
    for name, value in record.items():
        if is_plain(value):
            yield name, value if isinstance(value, NoText) else plain_text(value)
        elif isinstance(value, list):
            yield name, list_text(value)
        elif depth:
            yield from ((f"{name}.{inner}", text) for inner, text in _flatten(value, depth - 1))
        else:
            yield name, NoText(TOO_DEEP)


def list_text(values: list[Any]) -> str | NoText:
    """Return a list as one text: plain values and names of objects with commas, sentences on lines of their own.

    An object that also has a text is its name and the text: ``Claws: Draw a card.``
    """
    if any(isinstance(value, list) for value in values):
        return NoText(NESTED_LISTS)
    texts = [named_text(value) for value in values]
    if any(isinstance(value, Mapping) and not text for value, text in zip(values, texts, strict=True)):
        return NoText(NAMELESS)
    return ("\n" if is_prose(texts) else ", ").join(filter(None, texts))


def is_prose(texts: Iterable[str]) -> bool:
    """Return whether any of the items of a list is a sentence."""
    return any(" " in text and text.endswith((".", "!", "?")) for text in texts)


BETWEEN: Final = " / "
"""What stands between the names of a sheet and of a block in it."""


def unique_names(names: Iterable[str]) -> Iterator[str]:
    """Yield names with single spaces; the second ``Cards`` is ``Cards (2)``."""
    taken = Counter[str]()
    for name in (" ".join(name.split()) for name in names):
        taken[name] += 1
        yield name if taken[name] == 1 else f"{name} ({taken[name]})"


def normalized(value: Any) -> str:
    """Return a value as text for comparison, without case and extra blanks."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return " ".join(text.casefold().split())

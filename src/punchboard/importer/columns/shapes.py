"""Columns that say what shape all pieces have: ``Shape`` with circle everywhere, ``Diameter`` with 20mm."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import by_word, name_score, words_in
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.role_tests import KNOWN
from punchboard.model.layout.trim import CARD_SIZES, Trim, trim_from_text

OF_ALL: Final = "it is the shape of all of them"
"""The reason for a column that is not printed."""

_FORMS: Final = by_word("forms")
"""The form that a word in a cell means."""

_SIZES: Final[Mapping[str, str]] = {"circle": "25mm", "square": "25mm", "hex": "50mm", "triangle": "50mm"}
"""The size of each form of which no column says one."""

_NUMBER: Final = r"(\d{1,3}(?:[.,]\d{1,2})?)\s*"
_UNIT: Final = r"(mm|cm|in|\"|\u2033)"
_LENGTH: Final = re.compile(rf"{_NUMBER}{_UNIT}?", re.IGNORECASE)
_LENGTH_INSIDE: Final = re.compile(rf"(?<![\d.,]){_NUMBER}{_UNIT}(?![a-z])", re.IGNORECASE)
_BOTH_SIDES: Final = re.compile(rf"{_NUMBER}{_UNIT}?\s*[x\u00d7*]\s*{_NUMBER}{_UNIT}", re.IGNORECASE)
_UNITS: Final[Mapping[str, str]] = {"": "mm", '"': "in", "\u2033": "in"}


class SharedShape(NamedTuple):
    """The shape that columns say of all rows, and the columns."""

    text: str
    columns: tuple[str, ...]
    has_size: bool
    """Whether a column says how large it is."""

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        return trim_from_text(self.text)


def shared_shape(columns: Sequence[ColumnProfile]) -> SharedShape | None:
    """Return the shape that all rows have, as columns say with one value: its form, its size, or both."""
    alike = [column for column in columns if column.is_complete and len(column.distinct) == 1]
    shapes = [one for one in alike if name_score(one.name, "shape") > KNOWN]
    sizes = [one for one in alike if name_score(one.name, "size") > KNOWN]
    rectangle = next(((one.name, both) for one in (*shapes, *sizes) if (both := _rectangle(one.distinct[0]))), None)
    if rectangle is not None:
        return SharedShape(rectangle[1], rectangle[:1], has_size=True)
    formed = [(one.name, form) for one in shapes if (form := _form(one))]
    across = [one for one in alike if name_score(one.name, "diameter") > KNOWN]
    across += sizes if formed else []
    sized = [(one.name, size) for one in across if (size := _length(one.distinct[0]))]
    sized += [(one.name, size) for one in shapes if formed and (size := _length_inside(one.distinct[0]))]
    if not formed and not sized:
        return None
    form = formed[0][1] if formed else "circle"
    text = f"{form} {sized[0][1] if sized else _SIZES[form]}" if form in _SIZES else form
    names = tuple(dict.fromkeys(name for name, _ in (*formed[:1], *sized[:1])))
    return SharedShape(text, names, bool(sized)) if _trim(text) else None


def letters_on_round(diameter: float) -> int:
    """Return about how many small letters a text below the name of a round piece of a diameter in mm may have."""
    return int(0.75 * (0.6 * diameter / 1.3) * (0.24 * diameter // 3))


def _form(column: ColumnProfile) -> str:
    """Return the form that the cells of a column mean, or the size of cards that they name; empty for none."""
    value = column.distinct[0]
    named = next((_FORMS[word] for word in words_in(value) if word in _FORMS), "")
    return named or (value.casefold() if value.casefold() in CARD_SIZES else "")


def _length(value: str) -> str:
    """Return the length in a cell, in mm if it says no unit; empty for none."""
    match = _LENGTH.fullmatch(value.strip())
    return "" if match is None else _with_unit(match[1], match[2] or "")


def _length_inside(value: str) -> str:
    """Return the length beside other words, as in ``square 15mm``; empty for none."""
    inside = _LENGTH_INSIDE.search(value)
    return "" if inside is None else _with_unit(inside[1], inside[2])


def _with_unit(number: str, unit: str) -> str:
    return f"{number.replace(',', '.')}{_UNITS.get(unit.casefold(), unit.casefold())}"


def _rectangle(value: str) -> str:
    """Return the shape of what is as wide and high as ``50 x 50 mm`` in a cell says; empty for none."""
    match = _BOTH_SIDES.search(value)
    if match is None:
        return ""
    unit = match[4]
    width, height = _with_unit(match[1], match[2] or unit), _with_unit(match[3], unit)
    text = f"square {width}" if width == height else f"card {width} x {height}"
    return text if _trim(text) else ""


def _trim(text: str) -> Trim | None:
    try:
        return trim_from_text(text)
    except ValueError:  # too small, or too large
        return None

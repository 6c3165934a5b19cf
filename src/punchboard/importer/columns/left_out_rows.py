"""Rows of a table that are no components: totals, headings of blocks, separators and logs below the table.

And cells that are read as empty: what programs write for nothing, such as ``undefined``, and odd numbers of copies.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import (
    has_private_word,
    is_known_name,
    is_one_of,
    name_score,
    names_by_role,
    normalised_name,
    subject,
    word_set,
)
from punchboard.importer.columns.private_columns import is_put_away
from punchboard.importer.columns.profile import NO, YES, ColumnProfile, copies_of, fold_case, is_count
from punchboard.importer.columns.role_tests import is_partly_copies
from punchboard.importer.columns.roles import Role
from punchboard.units import exact_sum

MIN_ROWS: Final = 3
"""The lowest number of rows in which some may be no components."""

MIN_CELLS: Final = 3
"""The lowest number of filled cells in the usual row of a table with headings."""

MOST_HEADINGS: Final = 0.4
"""The highest share of rows that are headings: more are components with a name alone."""

_RULE: Final = re.compile(r"[\W_]+")
_NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
_DATE: Final = re.compile(
    r"(?:\d{1,4}([-./])\d{1,2}\1\d{1,4}|\d{1,2}\.? \w+\.? \d{4})\b"
    r"|\d{1,2}\.? [^\W\d]+\Z|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|session|game|test)\w*\.? #?\d+",
    re.IGNORECASE,
)
"""How an entry of a log begins."""

_TOTAL: Final = word_set("totals")
"""Words for sums that are no names of components."""

_COUNTED: Final = frozenset({"cards", "copies", "pieces", "components", "of", "karten", "cartes", "cartas", "carte"})

_SIGNS: Final = re.compile("[\u2205\u2300\u2211]\\s*")
"""Signs of sums and means that are no letters."""


SWITCHED_OFF: Final = "switched off"
"""Why a row is left out that says so itself."""


class LeftOut(NamedTuple):
    """Rows that are left out: the reason for each, and the values by which they are recognised."""

    rows: Mapping[int, str]
    unless: Mapping[str, tuple[str, ...]]


NOTHING: Final = LeftOut({}, {})


def rows_left_out(columns: Sequence[ColumnProfile], roles: Mapping[str, Role], totals: Collection[int] = ()) -> LeftOut:
    """Return the rows that are no components, as far as a value of their own tells them from the others.

    Args:
        columns: the columns.
        roles: their roles.
        totals: the rows whose formulas sum up those above.
    """
    if not columns or len(columns[0].values) < 2:
        return NOTHING
    table = _Rows(columns, roles, totals)
    left_out = dict(table.left_out())
    while left_out:
        unless: dict[str, list[str]] = {}
        reasons = {row: table.told_by(row, left_out) for row in left_out}
        if all(reasons.values()):
            for name, value in reasons.values():  # type: ignore[misc]  # as all are
                unless.setdefault(name, []).append(value)
            return LeftOut(left_out, {name: tuple(dict.fromkeys(values)) for name, values in unless.items()})
        left_out = {row: why for row, why in left_out.items() if reasons[row]}
    return NOTHING


class _Rows:
    """The rows of a table as cells, with what is usual in them."""

    def __init__(self, columns: Sequence[ColumnProfile], roles: Mapping[str, Role], totals: Collection[int]) -> None:
        used = [column for column in columns if column.filled]
        self._columns, self._count = used, len(columns[0].values)
        self._rows = [[column.values[row] for column in used] for row in range(self._count)]
        filled = sorted(sum(map(bool, row)) for row in self._rows)
        self._usual = filled[3 * len(filled) // 4]
        of_role = {role.name: next(col for col in columns if col.name == name) for name, role in roles.items()}
        self._off = {row: (SWITCHED_OFF, *cell) for row, cell in _switched_off(used, self._count).items()}
        self._off |= {row: (f"an issue of type {cell[1]!r}", *cell) for row, cell in _issues(used).items()}
        self._title, self._text, self._copies = (of_role.get(name) for name in ("title", "text", "copies"))
        self._totals, self._end = totals, self._count
        while self._end and any(map(_names_summary, self._rows[self._end - 1])):
            self._end -= 1  # the rows after the last component

    def left_out(self) -> Iterator[tuple[int, str]]:
        """Yield each row that is no component, with the reason; of very few, only those that are called a total."""
        if self._count < MIN_ROWS:
            yield from ((row, "a total") for row in range(self._count) if self._is_bare_total(row))
            return
        headings = {row for row in range(self._count) if self._is_heading(row)}
        log = next(filter(self._begins_log, range(self._count)), self._count)
        headings = {row for row in headings if row < log}
        is_lone = len(headings) == 1 and not self._is_marked(min(headings))
        if len(headings) > MOST_HEADINGS * log or is_lone:
            headings = set()
        tests: tuple[tuple[Callable[[int], bool], str], ...] = (
            (lambda row: row >= log and self._is_note(row), "notes below the table"),
            (lambda row: not any(map(_has_words, self._rows[row])), "a separator"),
            (self._is_total, "a total"),
            (headings.__contains__, "a heading"),
            (self._is_nameless, "no name and no text"),
        )
        for row in range(self._count):
            reason = next((why for test, why in tests if test(row)), self._off[row][0] if row in self._off else "")
            if reason:
                yield row, reason

    def told_by(self, row: int, left_out: Mapping[int, str]) -> tuple[str, str] | None:
        """Return the column and the value that tell a row from all components; None when nothing does."""
        if row in self._off and left_out[row] == self._off[row][0]:
            return self._off[row][1:]
        cells = [(column, column.values[row]) for column in self._columns]
        first = [(self._title, self._title.values[row])] if self._title else []
        words = [(column, value) for column, value in cells if value and not _NUMBER.fullmatch(value)]
        for column, value in (*first, *words):
            kept = {fold_case(other) for at, other in enumerate(column.values) if at not in left_out}
            if fold_case(value) not in kept:
                return column.name, (column.raw or column.values)[row]
        return None

    def _is_sparse(self, row: int) -> bool:
        return 2 * sum(map(bool, self._rows[row])) <= self._usual

    def _is_note(self, row: int) -> bool:
        """Return whether a row is nearly empty or begins with a date."""
        return self._is_sparse(row) or _DATE.match(next(filter(None, self._rows[row]), "")) is not None

    def _begins_log(self, row: int) -> bool:
        """Return whether a row has only a name for notes; where rows have two cells, only notes come after it."""
        cells, after = {*self._rows[row]} - {""}, range(row + 1, self._count)
        if len(cells) != 1 or not any(map(_names_notes, cells)):
            return False
        return self._usual >= MIN_CELLS or (row > 0 and len(after) > 0 and all(map(self._is_note, after)))

    def _is_heading(self, row: int) -> bool:
        """Return whether a row has a single cell of words where rows usually have several, or is drawn as a rule."""
        cells = {cell for cell in self._rows[row] if cell}
        return len(cells) == 1 and self._usual >= MIN_CELLS and not any(map(_NUMBER.fullmatch, cells))

    def _is_marked(self, row: int) -> bool:
        """Return whether a lone row cannot be an unfinished component: it comes first, or is written as a heading."""
        cell = next(filter(None, self._rows[row]))
        in_title = self._title is not None and bool(self._title.values[row])
        return row == 0 or not in_title or cell.isupper() or not (cell[0].isalnum() and cell[-1].isalnum())

    def _is_total(self, row: int) -> bool:
        if row in self._totals or self._is_bare_total(row) or (row >= self._end and self._sums_up(row)):
            return True
        is_named = any(map(_names_total, self._rows[row]))
        if is_named and self._is_sparse(row):
            return True
        if not is_named and row < self._count - 1:
            return False
        if self._has_text(row):
            return False  # a card, whose numbers happen to be a sum
        sums = self._sums(row)
        if is_named and sums:
            return True
        title = self._title.values[row] if self._title else ""
        return self._copies in sums and (len(sums) > 1 or not title)

    def _sums(self, row: int) -> list[ColumnProfile]:
        """Return the columns in which a row has the sum, or the mean, of those above, or of those in its block."""
        above = [at for at in range(row) if not any(map(_is_called_total, self._rows[at]))]
        block = range(max({*range(row)} - {*above}, default=-1) + 1, row)

        def has_sum(column: ColumnProfile) -> bool:
            parts = ([column.values[at] for at in rows] for rows in (range(row), above, block))
            return any(_is_sum(part, column.values[row]) for part in parts)

        return list(filter(has_sum, self._columns))

    def _is_bare_total(self, row: int) -> bool:
        """Return whether a row is called only a total and has no text, where all others have one.

        Whatever its numbers: the sum may be from before the last change. Below the last component, a number is enough.
        """
        text = self._text.values if self._text else [""] * self._count
        if text[row] or not any(map(_is_called_total, self._rows[row])):
            return False
        if row >= self._end > 0 and any(map(_NUMBER.fullmatch, self._rows[row])):
            return True
        without = [at for at in range(self._count) if not text[at]]
        return len(without) < self._count and all(any(map(_is_called_total, self._rows[at])) for at in without)

    def _sums_up(self, row: int) -> bool:
        """Return whether a row has no text, but the rounded sum, mean or median of a column, or part of a whole.

        Of several such rows, one may have the number of values, the lowest or the highest.
        """
        if self._has_text(row):
            return False
        more = self._count - self._end > 1
        return any(_sums_up(column.values[: self._end], column.values[row], more=more) for column in self._columns)

    def _has_text(self, row: int) -> bool:
        text = self._text.values[row] if self._text else ""
        return bool(text) and not _names_summary(text)

    def _is_nameless(self, row: int) -> bool:
        """Return whether a row lacks both name and text, which nearly all others have, or all but one."""
        if self._title is None or self._title.values[row]:
            return False
        named = len(self._title.filled)
        if named < MIN_ROWS or (10 * named < 8 * self._count and named < self._count - 1):
            return False
        return self._text is None or not self._text.values[row]


def _switched_off(columns: Sequence[ColumnProfile], count: int) -> Mapping[int, tuple[str, str]]:
    """Return the rows that say that they are not in the game, each with the column and its value.

    They are at most half of all rows: more are what is not printed yet, or not today.
    """
    off_rows = dict[int, tuple[str, str]]()
    sides = [("switch", NO), ("switched off", YES)]
    for column in columns:
        folded = [fold_case(value) for value in column.values]
        are_states = all(is_one_of(value, "workflow") for value in column.distinct)
        rows = [row for row, value in enumerate(folded) if are_states and value and is_one_of(value, "switched off")]
        if column.is_switch:
            off = next((values for role, values in sides if name_score(column.name, role) > 2), frozenset[str]())
            off = YES if is_put_away(column, columns) else off
            rows = [row for row, value in enumerate(folded) if value in off]
        if 2 * len(rows) <= count:
            off_rows |= {row: (column.name, column.values[row]) for row in rows}
    return off_rows


def _issues(columns: Sequence[ColumnProfile]) -> Mapping[int, tuple[str, str]]:
    """Return the rows of a list of tasks that are issues beside components, each with the column and its value."""
    issues, components = (names_by_role()[role].keys() for role in ("issues", "components"))
    left_out = dict[int, tuple[str, str]]()
    for column in columns:
        values = list(map(normalised_name, column.values))
        if name_score(subject(column.name), "issue type") > 2 and not components.isdisjoint(values):
            left_out |= {row: (column.name, column.values[row]) for row, value in enumerate(values) if value in issues}
    return left_out


def _is_sum(values: Sequence[str], cell: str) -> bool:
    """Return whether a cell is the sum or the mean of two or more numbers."""
    above = [_amount(value) for value in values if value]
    own = _amount(cell)
    numbers = [number for number in above if number is not None]
    if own is None or len(numbers) < 2 or len(numbers) < len(above) - 1:
        return False
    is_mean = (
        len({*numbers}) > 1 and abs(own - exact_sum(numbers) / len(numbers)) < 0.05
    )  # one more of equal numbers is no mean
    return own > 0 and (own == exact_sum(numbers) or is_mean)


def _sums_up(values: Sequence[str], cell: str, *, more: bool) -> bool:
    own, numbers = _amount(cell), [number for number in map(_amount, values) if number is not None]
    if own is None or len(numbers) < 2:
        return False
    places = len(re.split("[.,]", cell)[1]) if "." in cell or "," in cell else 0
    is_part = own % 1 > 0 and not any(number % 1 for number in numbers)
    extremes = (len(numbers), min(numbers), max(numbers)) if more else ()
    results = (exact_sum(numbers), fmean(numbers), median(numbers), *extremes)
    return is_part or any(abs(own - result) <= 0.5 * 10**-places + _TINY for result in results)


_TINY: Final = 1e-9


def _amount(value: str) -> float | None:
    count = copies_of(value) if any(map(str.isdigit, value)) else None
    if count is not None:
        return count
    return float(value.replace(",", ".")) if _NUMBER.fullmatch(value) else None


def _names_total(cell: str) -> bool:
    """Return whether a cell is a sign of a sum or a mean, or begins with a word for one."""
    if _SIGNS.match(cell):
        return True
    words = [word for word in normalised_name(cell).split() if not word.isdigit()]
    return 0 < len(words) <= 4 and words[0] in names_by_role()["totals"]


def _names_summary(cell: str) -> bool:
    """Return whether a cell has nothing but words for a sum or a mean, and the name of a column."""
    first, *others = normalised_name(_SIGNS.sub("total ", cell)).split() or [""]
    totals = names_by_role()["totals"]
    return first in totals and all(word in totals or word in _COUNTED or is_known_name(word) for word in others)


def _is_called_total(cell: str) -> bool:
    """Return whether a cell has nothing but words for a sum that are no names of components, unlike ``Max``."""
    words = normalised_name(_SIGNS.sub("total ", cell)).split()
    return not (_TOTAL - {"grand"}).isdisjoint(words) and (_TOTAL | _COUNTED).issuperset(words)


def _names_notes(cell: str) -> bool:
    return bool(cell) and (max(name_score(cell, "private"), name_score(cell, "legend")) > 2 or has_private_word(cell))


def _has_words(cell: str) -> bool:
    return bool(cell) and _RULE.fullmatch(cell) is None


FOR_NOTHING: Final = word_set("for nothing")
"""What programs write for nothing, as they write it."""


def values_for_nothing(columns: Sequence[ColumnProfile], roles: Mapping[str, Role]) -> Mapping[str, tuple[str, ...]]:
    """Return the values that stand for nothing in each column, but in that of the names: a card may be called Null.

    In a column of numbers of copies they are all that is no such number: without one, a card is printed once.
    """
    for_nothing = (
        (column.name, tuple(value for value in dict.fromkeys(column.raw or column.values) if value in FOR_NOTHING))
        for column in columns
        if column.name not in roles or roles[column.name].name != "title"
    )
    odd = {
        column.name: tuple(value for value in dict.fromkeys(column.values) if value and not is_count(value))
        for column in columns
        if is_partly_copies(column)
    }
    return {name: values for name, values in for_nothing if values} | odd


def emptied(rows: Sequence[Mapping[str, str]], empty: Mapping[str, tuple[str, ...]]) -> list[dict[str, str]]:
    """Return rows whose cells are empty where they have one of the values that stand for nothing in their column."""
    return [{name: "" if cell in empty.get(name, ()) else cell for name, cell in row.items()} for row in rows]

"""Groups of the rows of one table: headings between the rows, and cells that are filled in the first row of a group.

Headings such as ``== Winter ==`` above ``-- Heroes --`` are no rows: those below them have their names in the columns
``set`` and ``pack``, or in ``group`` if all headings are alike; so are words in capitals above all rows. In the first
columns, if they are called so, a cell holds until the next one, as a merged cell does, and a row with nothing else is
a heading.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from string import capwords
from typing import Final, NamedTuple

from punchboard.load.tables.copies import split_copies
from punchboard.load.tables.grid import Grid
from punchboard.problem import Place
from punchboard.system.yaml_parser import own_data

_MARKS: Final = r"[=*~#+:>|_\u2010-\u2015\u2022\u25a0\u25ba\u2605\u2500-\u257f\[\]<-]"
_MARKED: Final = re.compile(rf"({_MARKS}{{1,30}})\s*([^\W_].*?)\s*({_MARKS}{{0,30}})")

LEVELS: Final = (("group",), ("set", "pack"))
"""The names of the columns for headings of one kind, and of two."""

MIN_HEADINGS: Final = 2
"""Fewest headings with rows below them."""

NAMES: Final = frozenset(own_data("load/tables/groups.yaml")["names"].split())
"""Names of columns that group cards, in lower case."""


MIN_WIDTH: Final = 3
"""Fewest columns of a table in which a row with a single cell may be a heading without marks."""

MAX_STYLES: Final = 6
"""Most looks of rows with a single cell, of which two may be those of headings."""

_CAPITALS: Final = "capitals"
_PLAIN: Final = "plain"
_PART: Final = "part"
_DECK: Final = "deck"
_UNMARKED: Final = frozenset({"", _CAPITALS, _PLAIN, _PART})


class Heading(NamedTuple):
    """A heading without its marks, and what it looks like: its marks, or that it is in capitals."""

    text: str
    style: str

    @property
    def is_marked(self) -> bool:
        """Whether it has marks."""
        return self.style not in _UNMARKED


def heading_of(cell: str) -> Heading:
    """Return what a cell says as a heading; an empty cell says nothing."""
    match = _MARKED.fullmatch(cell)
    if match and (match[3] or len(match[1]) > 1 or match[1] == "#"):
        return Heading(match[2], f"{match[1]} {match[3]}")
    return Heading(cell, (_CAPITALS if cell.isupper() else _PLAIN) if cell else "")


class Groups(NamedTuple):
    """The columns for headings that are taken from a table: their names, and for each row the rows of its headings."""

    names: tuple[str, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()
    """-1 for none."""
    texts: tuple[tuple[str, ...], ...] = ()


def without_headings(grid: Grid, top: int, known: Collection[str]) -> tuple[Grid, int, Groups]:
    """Return a grid without the headings between its rows, the number of its header in ``top`` then, and the groups.

    Args:
        grid: the grid.
        top: the number of its header; -1 for none.
        known: the cells of rows that are left out; if a heading is one of them, all headings stay.
    """
    single = [row for row, cells in enumerate(grid.rows) if len(cells) - cells.count("") == 1 and row != top]
    lone = {row: next(filter(None, grid.rows[row])) for row in single}
    lone = {row: cell for row, cell in lone.items() if any(map(str.isalpha, cell))}
    headings = _deck_headings(grid, top, lone)
    least = 1 if headings else MIN_HEADINGS
    styles: tuple[str, ...] = (_DECK,) if headings else ()
    if not headings:
        headings = _stacked({row: heading_of(cell) for row, cell in lone.items()})
        below = {heading.style for row, heading in headings.items() if row > top}  # others are remarks on the table
        headings = {row: heading for row, heading in headings.items() if heading.style in below}
        styles = _levels(headings) if top >= 0 and len(grid.rows[top]) - grid.rows[top].count("") > 1 else ()
        if not styles and _stand_above_blocks(grid, top, headings):
            styles = (_CAPITALS,)
            headings = {row: heading._replace(text=capwords(heading.text)) for row, heading in headings.items()}
        headings = {row: heading for row, heading in headings.items() if heading.style in styles}
    if not headings or any(" ".join(lone[row].casefold().split()) in known for row in headings):
        return grid, top, Groups()
    now, kept = [-1] * len(styles), list[tuple[int, tuple[int, ...]]]()
    for row in range(len(grid.rows)):
        if row in headings:
            level = styles.index(headings[row].style)
            now = [*now[:level], row, *[-1] * (len(styles) - level - 1)]
        else:
            kept.append((row, tuple(now)))
    if len({rows[-1] for row, rows in kept if row > top} - {-1}) < least:
        return grid, top, Groups()
    texts = tuple(tuple(headings[row].text if row >= 0 else "" for row in rows) for _, rows in kept)
    groups = Groups(LEVELS[len(styles) - 1], tuple(rows for _, rows in kept), texts)
    return _only(grid, [row for row, _ in kept]), top - sum(row < top for row in headings), groups


def is_counted(row: Sequence[str]) -> bool:
    """Return whether a row begins with a number of copies and a name: ``3x Sword``."""
    return bool(row) and bool(split_copies(row[0])[0])


def _deck_headings(grid: Grid, top: int, lone: Mapping[int, str]) -> Mapping[int, Heading]:
    """Return the lone cells between the rows of a deck list, in which all others begin with a number of copies.

    A lone cell that counts itself is a card without a text; there are no headings if one has no rows below it.
    """
    cards = {row for row, cells in enumerate(grid.rows) if row > top and (row not in lone or is_counted(cells))}
    headings = {row: cell for row, cell in lone.items() if row not in cards and row > top}
    wide = [row for row in cards if row not in lone]
    if (
        not wide
        or not all(is_counted(grid.rows[row]) for row in cards)
        or any(row + 1 not in cards for row in headings)
    ):
        return {}
    return {row: Heading(heading_of(cell).text.rstrip(" :"), _DECK) for row, cell in headings.items()}


def _stacked(headings: Mapping[int, Heading]) -> Mapping[int, Heading]:
    """Return headings that look alike with another look for those that stand on one another, as titles of parts do.

    Names of components stand so, too, but those of packs come again in the next part.
    """
    outer = {row for row in headings if row + 1 in headings}
    inner = Counter(headings[row + 1].text for row in outer)
    is_so = len({heading.style for heading in headings.values()}) == 1 and len(outer) > 1 and max(inner.values()) > 1
    return {row: one._replace(style=_PART) if is_so and row in outer else one for row, one in headings.items()}


def _levels(headings: Mapping[int, Heading]) -> tuple[str, ...]:
    """Return the look of the headings, the outer ones first: two, if each outer one has an inner one below it.

    Marked headings that are all alike are headings alone; those without marks need others around them.
    """
    styles = tuple(dict.fromkeys(heading.style for heading in headings.values()))
    if len(styles) > MAX_STYLES:
        return ()
    for outer, inner in permutations(styles, 2):
        below = [headings.get(row + 1) for row, heading in headings.items() if heading.style == outer]
        is_marked = {outer, inner}.isdisjoint(_UNMARKED)
        if all(one and one.style == inner for one in below) and (is_marked or len(below) > 1) and outer != _PLAIN:
            return outer, inner
    marked = [heading.style for heading in headings.values() if heading.is_marked]
    return (marked[0],) if len(marked) >= MIN_HEADINGS and len({*marked}) == 1 else ()


def _stand_above_blocks(grid: Grid, top: int, headings: Mapping[int, Heading]) -> bool:
    """Return whether words in capitals, alone in the first column, stand above all rows, whose names are in others.

    The row below each has most cells filled, unlike notes below a table.
    """
    rows = {row for row, heading in headings.items() if heading.style == _CAPITALS and row > top}
    width = len(grid.rows[top]) - grid.rows[top].count("") if top >= 0 else 0
    if width < MIN_WIDTH or len(rows) < MIN_HEADINGS or top + 1 not in rows:
        return False
    names = [cells[0] for row, cells in enumerate(grid.rows) if row > top and row not in rows and cells]
    below = [grid.rows[row + 1] if row + 1 < len(grid.rows) else [] for row in rows]
    is_full = all(2 * (len(cells) - cells.count("")) > width for cells in below)
    return is_full and all(grid.rows[row][0] for row in rows) and not any(map(str.isupper, names))


def with_groups(grid: Grid, top: int, groups: Groups, whole: Grid) -> Grid:
    """Return a grid with the columns of groups behind its own; ``whole`` is the grid with the headings."""
    if not groups.names:
        return grid
    width, taken = max(map(len, grid.rows)), {cell.casefold() for cell in grid.rows[top]} if top >= 0 else set()
    names = [name if name not in taken else f"{name} of cards" for name in groups.names]
    rows = [
        [*row, *[""] * (width - len(row)), *(names if number == top else groups.texts[number])]
        for number, row in enumerate(grid.rows)
    ]

    def cell(row: int, column: int) -> Place:
        if column < width:
            return grid.cell(row, column)
        of = groups.rows[row][column - width] if row != top else -1
        return whole.cell(of, 0) if of >= 0 else grid.places[row]

    return grid._replace(rows=rows, cell=cell)


def header_of(grid: Grid, top: int, names: Sequence[str] = ()) -> list[str]:
    """Return the cells of the header; without one, only the columns of groups have names."""
    if top >= 0:
        return grid.rows[top]
    return [*[""] * (max(map(len, grid.rows), default=0) - len(names)), *names]


def filled_down(grid: Grid, top: int) -> Grid:
    """Return a grid in which the cells of its first columns, if they name groups, hold until the next ones."""
    width = _group_columns(grid.rows[top]) if top >= 0 else 0
    if not width or all(row and row[0] for row in grid.rows[top + 1 :]):
        return grid
    rows = [[*row, *[""] * (width - len(row))] for row in grid.rows]
    if not _are_outlined(rows[top + 1 :], width):
        return grid
    now, kept = [""] * width, list(range(top + 1))
    for number in range(top + 1, len(rows)):
        row = rows[number]
        level = next((column for column in range(width) if row[column]), width)
        now = [*now[:level], *row[level:width]]
        if any(row[width:]):
            rows[number] = [*now, *row[width:]]
            kept.append(number)
    return _only(grid._replace(rows=rows), kept)


def _group_columns(header: Sequence[str]) -> int:
    """Return how many of the first columns are called like groups; none if all are."""
    count = next((at for at, name in enumerate(header) if name.strip(" :.").casefold() not in NAMES), 0)
    return min(count, len(LEVELS) + 1)


def _are_outlined(body: Sequence[Sequence[str]], width: int) -> bool:
    """Return whether the first columns begin groups: filled at first, then seldom, and never alike in a group."""
    firsts = [row[0] for row in body if row[0]]
    if not body or not body[0][0] or len(firsts) < MIN_HEADINGS or len({*firsts}) < len(firsts):
        return False
    cards = sum(any(row[width:]) for row in body)
    if width == 1 or not any(row[1] for row in body):
        return 2 * len(firsts) <= cards
    return len(firsts) < cards and all(len({*inner}) == len(inner) for inner in _within(body))


def _within(body: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """Yield the values of the second column within each value of the first."""
    texts = list[str]()
    for row in body:
        if row[0]:
            yield texts
            texts = []
        if row[1]:
            texts.append(row[1])
    yield texts


def _only(grid: Grid, kept: Sequence[int]) -> Grid:
    """Return some rows of a grid."""
    numbers = {row: number for number, row in enumerate(kept)}
    totals = frozenset(numbers[row] for row in grid.totals if row in numbers)
    return grid._replace(
        rows=[grid.rows[row] for row in kept],
        places=[grid.places[row] for row in kept],
        cell=lambda row, column: grid.cell(kept[row], column),
        totals=totals,
    )

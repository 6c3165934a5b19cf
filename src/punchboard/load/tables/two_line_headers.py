"""Headers of two lines, such as ``Cost`` in merged cells above ``Gold`` and ``Wood``, read as one line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

MAX_TITLES: Final = 3
"""Most titles above a header."""


class TwoLineHeader(NamedTuple):
    """A header of two lines: the number of its first one, and the names of the columns."""

    row: int
    names: list[str]


class _Group(NamedTuple):
    """Columns with one name above them; ``inner`` are the names below it, none for a column with a single name."""

    name: str
    inner: tuple[str, ...] = ()


def two_line_header(rows: Sequence[Sequence[str]]) -> TwoLineHeader | None:
    """Return the header of a table if it has two lines; None for any other.

    The name of a column stands in the first line, with nothing or the same below it. That of several stands above two
    or more other names: in each cell, as that of merged cells does, or in the first, as programs export those.
    """
    row = next((at for at, cells in enumerate(rows[: MAX_TITLES + 1]) if sum(map(bool, cells)) > 1), -1)
    if row < 0 or row + 2 >= len(rows):
        return None
    width = max(len(rows[row]), len(rows[row + 1]))
    above, below = ([*cells, *[""] * (width - len(cells))] for cells in rows[row : row + 2])
    groups = list(_groups(above, below))
    inner = [name for group in groups for name in group.inner]
    is_whole = sum(len(group.inner) or 1 for group in groups) == width
    if not is_whole or not inner or len(inner) == width or not all(map(_is_name, inner)):
        return None
    outer = [group.name for group in groups]
    several = sum(bool(group.inner) for group in groups) > 1
    counts = Counter(name.casefold() for name in (*outer, *inner))
    names = [
        f"{group.name} {name}".strip() if name and (several or counts[name.casefold()] > 1) else name or group.name
        for group in groups
        for name in group.inner or ("",)
    ]
    return TwoLineHeader(row, names)


def _groups(above: Sequence[str], below: Sequence[str]) -> Iterator[_Group]:
    """Yield the names of the first line with those below them, up to a column that cannot be of such a header."""
    at = 0
    while at < len(above):
        name, end = above[at], at + 1
        follower = name if above[end : end + 1] == [name] else ""
        while name and end < len(above) and above[end] == follower and below[end] not in {"", name}:
            end += 1
        inner = tuple(below[at:end])
        if end > at + 1 and all(inner) and len({*inner}) == len(inner):
            yield _Group(name, inner)
        elif end == at + 1 and (below[at] in {"", name} or (not name and at == 0)):
            yield _Group(name or below[at])
        else:
            return
        at = end


def _is_name(cell: str) -> bool:
    return not any(map(str.isdigit, cell)) and not cell.endswith((".", "!", "?"))

"""Page labels: what a reader's program calls each page, said once for pages that are numbered one after another.

PDF 32000-1:2008, 12.4.2 (page labels).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_COUNTED: Final = re.compile(r"(|.*\D)([1-9][0-9]*)", re.DOTALL)
"""What stands before the number that a label ends with, and the number."""


class LabelRange(NamedTuple):
    """Pages whose labels are one prefix and numbers that count on by one, or one page."""

    page: int
    """The first of them, from 0."""
    prefix: str
    first: int | None
    """The number of the first page; None where the prefix is the whole label."""


def label_ranges(labels: Iterable[str]) -> Iterator[LabelRange]:
    """Yield the ranges of labels, in order."""
    expected: tuple[str, int] | None = None
    for page, label in enumerate(labels):
        found = _COUNTED.fullmatch(label)
        if found is None:
            yield LabelRange(page, label, None)
            expected = None
            continue
        prefix, number = found[1], int(found[2])
        if (prefix, number) != expected:
            yield LabelRange(page, prefix, number)
        expected = prefix, number + 1

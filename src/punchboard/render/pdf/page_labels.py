"""Page labels: the page names that PDF viewers show, with one entry for each run of consecutive numbers.

PDF 32000-1:2008, 12.4.2 (page labels).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

_COUNTED: Final = re.compile(r"(|.*\D)([1-9][0-9]*)", re.DOTALL)
"""A label that ends with a number: its prefix and the number."""


class LabelRange(NamedTuple):
    """Pages whose labels have one prefix and consecutive numbers, or a single page."""

    page: int
    """The index of the first page, from 0."""
    prefix: str
    first: int | None
    """The number in the first label; None if the prefix is the whole label."""


def label_ranges(labels: Iterable[str]) -> Iterator[LabelRange]:
    """Yield the ranges of labels in page order."""
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

"""Text tables, probabilities and verdicts for printed reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from punchboard.products.web.checks.wording import percent

MAX_FRACTION_LENGTH: Final = 12
"""The maximum number of characters of an exact fraction that is shown beside its percentage."""


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: the first column is left-aligned, the others are right-aligned."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((row[0].ljust(widths[0]), *cells)).rstrip()


def chance_text(least: Fraction, most: Fraction) -> str:
    """Return a probability in per cent, with its exact fraction if that is short; a range if choices decide."""
    if least != most:
        return f"{percent(least)} to {percent(most)}"
    exact = f" ({least})" if 0 < least < 1 and len(str(least)) <= MAX_FRACTION_LENGTH else ""
    return f"{percent(least)}{exact}"


def worst_verdict(verdicts: Iterable[str]) -> str:
    """Return the worst of the verdicts of some steps, in words."""
    distinct = set(verdicts)
    if "fails" in distinct:
        return "can fail"
    return "not proved" if "not proved" in distinct else "safe"

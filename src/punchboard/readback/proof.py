"""The proof of one finished file: what is read from its bytes, held against what was to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from punchboard.model.printed import Printed
from punchboard.problem import Place, Problem
from punchboard.readback.fonts import fonts
from punchboard.readback.found import Found
from punchboard.readback.objects import Unreadable
from punchboard.readback.pages import page_dictionaries, pages
from punchboard.readback.pdffile import PdfFile
from punchboard.readback.rules import RULES

_HINT: Final = "the last good output is untouched; the fault is in Punchboard or in a layout: report it with the game"

_SHOWN: Final = 5
"""Problems of one rule that are told of one file."""


class Proof(NamedTuple):
    """What was found wrong in a file, and what was counted and measured in it."""

    problems: tuple[Problem, ...]
    record: Mapping[str, float]


def prove(path: str, data: bytes, printed: Printed) -> Proof:
    """Return the proof of a finished PDF file; its record is empty where the file cannot be read.

    Args:
        path: the file as problems call it.
        data: its bytes.
        printed: what it must show.
    """
    place = Place(path)
    try:
        found = _found(data, printed)
    except Unreadable as error:
        return Proof((Problem("PROOF001", place, f"cannot be read back: {error}", _HINT),), {})
    return Proof(tuple(problem for rule in RULES for problem in _few(rule(found), place)), found.record)


def _found(data: bytes, printed: Printed) -> Found:
    file = PdfFile(data)
    dictionaries = tuple(page_dictionaries(file))
    return Found(tuple(pages(file, dictionaries)), tuple(fonts(file, dictionaries)), printed)


def _few(faults: Iterable[tuple[str, str]], place: Place) -> Iterator[Problem]:
    """Yield the first faults as problems, and how many more there are."""
    left = iter(faults)
    for code, message in islice(left, _SHOWN):
        yield Problem(code, place, message, _HINT)
    more = list(left)
    if more:
        yield Problem(more[0][0], place, f"and {len(more)} more of this sort", _HINT)

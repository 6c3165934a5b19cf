"""The proof of one finished file: what is read from its bytes, held against what was to be printed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.problem import Place, Problem
from punchboard.verify import rules
from punchboard.verify.fonts import read_fonts
from punchboard.verify.objects import Unreadable
from punchboard.verify.pages import page_dictionaries, read_pages
from punchboard.verify.pdf_file import PdfFile
from punchboard.verify.sheet import ReadSheet, ShapeChecks

_HINT: Final = "the last good output is untouched; the fault is in Punchboard or in a layout: report it with the game"

_SHOWN: Final = 5
"""Problems of one rule that are told of one file."""


class Proof(NamedTuple):
    """What was found wrong in a file, and what was counted and measured in it."""

    problems: tuple[Problem, ...]
    record: Mapping[str, float]


def prove(path: str, data: bytes, printed: ExpectedPdf) -> Proof:
    """Return the proof of a finished PDF file; its record is empty where the file cannot be read.

    It is read sheet by sheet, and what has been looked at is let go.

    Args:
        path: the file as problems call it.
        data: its bytes.
        printed: what it must show.
    """
    place = Place(path)
    try:
        looked = _ProofReader(PdfFile(data), printed)
    except Unreadable as error:
        return Proof((Problem("PROOF001", place, f"cannot be read back: {error}", _HINT),), {})
    return Proof(tuple(problem for few in looked.faults() for problem in few.problems(place)), looked.record())


class _FirstFaults:
    """The first faults of a rule, and how many more there are."""

    def __init__(self) -> None:
        self._first: list[tuple[str, str]] = []
        self._more = Counter[str]()

    def take(self, faults: Iterable[tuple[str, str]]) -> None:
        """Take what a rule has found."""
        for code, message in faults:
            if len(self._first) < _SHOWN:
                self._first.append((code, message))
            else:
                self._more[code] += 1

    def problems(self, place: Place) -> Iterator[Problem]:
        """Yield the first faults as problems, and how many more there are."""
        for code, message in self._first:
            yield Problem(code, place, message, _HINT)
        for code, count in self._more.items():
            yield Problem(code, place, f"and {count} more of this sort", _HINT)


class _ProofReader:
    """A file gone through once, from its first page to its last."""

    def __init__(self, file: PdfFile, printed: ExpectedPdf) -> None:
        self._printed = printed
        self._shapes, self._counts = ShapeChecks(printed.parts or {}), rules.Counts(printed.parts)
        self._pages = self._components = self._pairs = 0
        self._worst = 0.0
        self._found = {rule: _FirstFaults() for rule in _SHEET_RULES}
        resources: list[Any] = []
        two_sided = printed.backing in {"long edge", "short edge"}
        read = read_pages(file, _collect_resources(page_dictionaries(file), resources))
        while leaf := tuple(islice(read, 2 if two_sided else 1)):
            self._read_sheet(ReadSheet(self._pages + 1, leaf, printed, self._shapes))
        self._fonts = tuple(read_fonts(file, resources))

    def _read_sheet(self, leaf: ReadSheet) -> None:
        for one in leaf.all_sides():
            self._counts.add(one)
            self._components += one.side == "front"
        for rule, few in self._found.items():
            few.take(rule(leaf))
        self._pages += len(leaf.pages)
        self._pairs += len(leaf.back_matches)
        self._worst = max([self._worst, *(one.offset for one in leaf.back_matches if one.offset is not None)])

    def faults(self) -> Iterator[_FirstFaults]:
        """Yield what each rule has found, in their order."""
        sizes, *others = self._found.values()
        wanted, all_pages = self._printed.pages, _FirstFaults()
        if wanted is not None and self._pages != wanted:
            all_pages.take([("PROOF002", f"has {self._pages} pages, not {wanted}")])
        counted, set_in = _FirstFaults(), _FirstFaults()
        counted.take(self._counts.faults())
        set_in.take(rules.fonts(self._fonts))
        yield from (all_pages, sizes, counted, *others, set_in)

    def record(self) -> Mapping[str, float]:
        """Return what was counted, and the most that anything is off, in mm."""
        return {
            "pages": self._pages,
            "components": self._components,
            "pairs": self._pairs,
            "worst_mm": round(max(self._worst, self._shapes.worst_error), 3),
            "fonts": len(self._fonts),
        }


_SHEET_RULES: Final = (rules.pages, rules.shapes, rules.places, rules.alone, rules.backs, rules.order)
"""The rules on single sheets; those on counts come after the first, those on fonts after the last."""


def _collect_resources(dictionaries: Iterable[Mapping[str, Any]], resources: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the dictionaries of pages, and note the resources of each."""
    for page in dictionaries:
        resources.append(page.get("Resources"))
        yield page

"""Print files for cutting machines, and the names of their cut files."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from punchboard.compose.cutting.pages import CutPattern
from punchboard.compose.sheets.sheet_plan import Sheet
from punchboard.model.printing.expected_pdf import ExpectedPdf
from punchboard.scene import Page


class PrintFile(NamedTuple):
    """A printed file: its name without suffix, its pages, the cut and the contents of each (a back has no cut)."""

    name: str
    pages: tuple[Page, ...]
    cuts: tuple[CutPattern | None, ...]
    contents: tuple[str, ...]
    pieces: int
    expected: ExpectedPdf

    @property
    def patterns(self) -> dict[CutPattern, str]:
        """The name of each pattern's cut files, in page order."""
        return cut_file_names(self.name, self.cuts)


def cut_file_names(name: str, cuts: Sequence[CutPattern | None]) -> dict[CutPattern, str]:
    """Return the name of the cut files of each distinct pattern of a print."""
    different = dict.fromkeys(cut for cut in cuts if cut is not None)
    return {cut: f"{name}-cut-{number}" for number, cut in enumerate(different, 1)}


def cut_contents(side: Sheet) -> str:
    """Return what is cut out of a sheet side, as in ``18 x hex 50mm``."""
    count = Counter(lot.plan.trim.name for lot in side.blocks for _ in lot.faces if lot.side == "front")
    return ", ".join(f"{number} x {name}" for name, number in count.items())

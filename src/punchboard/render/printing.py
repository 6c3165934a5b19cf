"""PDF files for printing: in the inks of an ICC profile, built to a PDF standard, with a report of excess ink.

Without a profile and a standard this is just `render_pdf`; the modules for them are imported only on use.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from punchboard.model.print_options import IccProfile, Standard
from punchboard.pixels import PILLOW_HINT, can_decode
from punchboard.problem import Place, Problem, fail
from punchboard.render.colour.inks import Names
from punchboard.scene import Document

if TYPE_CHECKING:
    from punchboard.render.colour.ink_report import InkExcesses, InkReport
    from punchboard.render.pdf.drawing.sections import Section

FileSectionSource = Callable[[str, int, int], "Section | None"]
"""Returns a section of a file that a worker has drawn, by path, index and number of sections; None if no worker has."""


def no_file_section(_path: str, _index: int, _count: int) -> None:
    """Return None: no worker draws sections."""


def ink_problems(accounts: "Iterable[InkExcesses | None]") -> Iterator[Problem]:
    """Yield warnings about excess ink in all files, given the findings of each file in order."""
    excesses = [account for account in accounts if account is not None]
    if excesses:
        from punchboard.render.colour.ink_report import excess_problems  # noqa: PLC0415 - brings Pillow

        yield from excess_problems(excesses)


class Printing:
    """Makes the PDF files of one game, and collects excess ink.

    Args:
        profile: the ICC profile of the press; None for RGB.
        names: names of colours and pictures for messages.
        section_source: returns sections of RGB files that workers have drawn.
    """

    def __init__(
        self,
        profile: IccProfile | None = None,
        names: Names = Names(),  # noqa: B008 - a frozen value
        section_source: FileSectionSource = no_file_section,
    ) -> None:
        self._profile = profile
        self._names = names
        self._drawn = section_source
        self._report: InkReport | None = None

    def pdf(self, path: str, document: Document, standard: Standard = "", limit: int = 0) -> bytes:
        """Return a document as a PDF file.

        Args:
            path: the path of the file in the output, for problems.
            document: the pages.
            standard: the PDF standard to follow; empty for none.
            limit: the ink limit of the shop in per cent; 0 for none.

        Raises:
            ProblemsFound: PROFILE001 when the standard needs a profile and there is none, the profile cannot be used,
                or Pillow is missing; ALPHA001 when a picture is transparent and the standard forbids it.
        """
        if self._profile is None and standard.startswith("x-"):
            message = f"PDF/{standard.upper()} needs the ICC profile of the press"
            raise fail("PROFILE001", Place(path), message, "give the profile with --profile")
        if self._profile is None:
            from punchboard.render.pdf.writer import render_pdf  # noqa: PLC0415 - costs 90 ms

            data = render_pdf(document, section_source=partial(self._drawn, path))
        else:
            data = self._press_pdf(path, document, standard, limit)
        if not standard:
            return data
        if not can_decode():
            message = f"PDF/{standard.upper()} cannot be made here without Pillow"
            raise fail("PROFILE001", Place(path), message, PILLOW_HINT)
        from punchboard.render.pdf.standards import apply_standard  # noqa: PLC0415 - costs 60 ms

        return apply_standard(standard, data, self._profile)

    def pop_ink_excesses(self) -> "InkExcesses | None":
        """Return the excess ink of all files since the last call, or None if none had a profile."""
        report, self._report = self._report, None
        return report.excesses if report is not None else None

    def _press_pdf(self, path: str, document: Document, standard: Standard, limit: int) -> bytes:
        from punchboard.render.colour.ink_report import InkReport, refuse_transparency  # noqa: PLC0415 - brings Pillow
        from punchboard.render.colour.separation import press_inks  # noqa: PLC0415
        from punchboard.render.pdf.writer import render_pdf  # noqa: PLC0415

        assert self._profile is not None
        self._report = self._report or InkReport(self._names)
        inks = press_inks(self._profile, limit)
        data = render_pdf(document, inks)
        if standard == "x-1a":
            refuse_transparency(path, document, inks, self._names)
        self._report.add(path, document, inks)
        return data

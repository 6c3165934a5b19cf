"""How the PDF files of a build are printed: in which inks, built to what, and what that costs in ink.

Without a profile and a standard this is `render_pdf`, and nothing is imported for it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from punchboard.model.options import IccProfile, Standard
from punchboard.problem import Place, Problem, fail
from punchboard.render.colour.names import Names
from punchboard.scene import Document

if TYPE_CHECKING:
    from punchboard.render.colour.ink_report import Inked, InkReport
    from punchboard.render.pdf.sections import Section

FileSectionSource = Callable[[str, int, int], "Section | None"]
"""Gives a section of a file, by its path, which it is from 0, and of how many; None where nobody else drew it."""


def no_file_section(_path: str, _at: int, _of: int) -> None:
    """Return nothing: nobody else draws."""


def ink_problems(accounts: "Iterable[Inked | None]") -> Iterator[Problem]:
    """Yield what all files together say of ink, from the account of each in the order of the files."""
    told = [account for account in accounts if account is not None]
    if told:
        from punchboard.render.colour.ink_report import excess_problems

        yield from excess_problems(told)


class Printing:
    """Makes the PDF files of one game, and keeps account of their ink.

    Args:
        profile: the press whose inks they are printed in; those of the screen when None.
        names: what designers call colours and pictures.
        drawn: gives what somebody else has drawn of files in the colours of the screen.
    """

    def __init__(
        self,
        profile: IccProfile | None = None,
        names: Names = Names(),
        section_source: FileSectionSource = no_file_section,
    ) -> None:
        self._profile = profile
        self._names = names
        self._drawn = section_source
        self._report: InkReport | None = None

    def pdf(self, path: str, document: Document, standard: Standard = "", limit: int = 0) -> bytes:
        """Return a document as a PDF file.

        Args:
            path: where it will lie, for problems.
            document: what it shows.
            standard: what it is built to.
            limit: the most ink that its shop takes, in per cent; 0 for none known.

        Raises:
            ProblemsFound: PROFILE001 when the standard needs a profile and there is none, or it is of no use; ALPHA001
                when a picture is transparent where none may be.
        """
        if self._profile is None and standard.startswith("x-"):
            message = f"it is to be built to PDF/{standard.upper()}, which needs the ICC profile of the press"
            raise fail("PROFILE001", Place(path), message, "name one with --profile")
        if self._profile is None:
            from punchboard.render.pdf.writer import render_pdf

            data = render_pdf(document, section_source=partial(self._drawn, path))
        else:
            data = self._press_pdf(path, document, standard, limit)
        if not standard:
            return data
        from punchboard.render.pdf.standards import apply_standard

        return apply_standard(standard, data, self._profile)

    def pop_ink_excesses(self) -> "Inked | None":
        """Return the account of the ink of the files since one was last taken; None when there is nothing to say."""
        report, self._report = self._report, None
        return report.excesses if report is not None else None

    def _press_pdf(self, path: str, document: Document, standard: Standard, limit: int) -> bytes:
        from punchboard.render.colour.ink_report import InkReport, refuse_transparency
        from punchboard.render.colour.separation import press_inks
        from punchboard.render.pdf.writer import render_pdf

        assert self._profile is not None
        self._report = self._report or InkReport(self._names)
        inks = press_inks(self._profile, limit)
        data = render_pdf(document, inks)
        if standard == "x-1a":
            refuse_transparency(path, document, inks, self._names)
        self._report.add(path, document, inks)
        return data

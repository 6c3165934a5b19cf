"""The objects of a file become its bytes, each let go of as it is written.

This is reportlab's own `PDFDocument.format` but for that: it holds every object, its bytes and the whole file at once.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from reportlab.pdfbase import pdfdoc

from punchboard.geometry import Rect
from punchboard.render.drawings import deflated
from punchboard.render.pdf import names
from punchboard.units import number, to_pt

names.register()

_FLATE: Final = pdfdoc.PDFName("FlateDecode")


class Growing:
    """The bytes of a document, to which objects go one by one.

    Args:
        pdf: the document; objects may be added to it until it is finished.
    """

    def __init__(self, pdf: pdfdoc.PDFDocument) -> None:
        pdf.encrypt.prepare(pdf)
        self._pdf, self._out = pdf, io.BytesIO()
        pdf.__accum__ = self._file = _File(pdf._pdfVersion, self._out)  # noqa: SLF001 - what reportlab's own function does

    def put(self, whole: pdfdoc.PDFObject) -> pdfdoc.PDFObjectReference:
        """Write an object that nothing is added to any more, and return what refers to it."""
        found = self._pdf.Reference(whole)
        self._put(found.name)
        return found

    def _put(self, name: str) -> None:
        pdf = self._pdf
        pdf.idToOffset[name] = self._file.add(pdfdoc.PDFIndirectObject(name, pdf.idToObject[name]).format(pdf))
        pdf.idToObject[name] = None

    def finished(self) -> bytes:
        """Write all that is left, and return the file; the document is empty then."""
        pdf, file = self._pdf, self._file
        root, about = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
        told: list[str] = []
        while (name := pdf.numberToId.get(len(told) + 1)) is not None:  # objects may name further ones
            if name not in pdf.idToOffset:
                self._put(name)
            told.append(name)
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, told)
        start = file.add(table.format(pdf))
        end = pdfdoc.PDFTrailer(startxref=start, Size=len(told) + 1, Root=root, Info=about, Encrypt=None, ID=pdf.ID())
        file.add(end.format(pdf))
        return self._out.getvalue()


class Plain(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """An object that is given as its text: reportlab takes as long for each number of an array."""

    def __init__(self, text: str) -> None:
        self._text = text.encode("ascii")

    def format(self, _pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the text."""
        return self._text


@lru_cache(maxsize=64)
def box_of(rect: Rect, height: float) -> Plain:
    """Return a rectangle of a page of a height in points; those of most pages of a file are the same."""
    return array(map(to_pt, (rect.x, height - rect.bottom, rect.right, height - rect.y)))


def stream(data: bytes, **entries: object) -> pdfdoc.PDFStream:
    """Return a stream of data, compressed."""
    return deflated_stream(deflated(data), **entries)


def deflated_stream(data: bytes, **entries: object) -> pdfdoc.PDFStream:
    """Return a stream of data that is compressed already: reportlab leaves it alone."""
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary({**entries, "Filter": _FLATE}), data)


def array(numbers: Iterable[float]) -> Plain:
    """Return an array of numbers."""
    return Plain(f"[{' '.join(map(number, numbers))}]")


class _File(pdfdoc.PDFFile):  # type: ignore[misc]  # reportlab has no types
    """A file that is written as it grows; reportlab's own keeps its parts."""

    def __init__(self, version: tuple[int, int], out: io.BytesIO) -> None:
        super().__init__(version)
        out.write(b"".join(self.strings))
        self.strings.clear()
        self.write = out.write

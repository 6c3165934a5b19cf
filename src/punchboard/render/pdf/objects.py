"""The objects of a file become its bytes, each let go of as it is written.

This is reportlab's own `PDFDocument.format` but for that: it holds every object, its bytes and the whole file at once.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from functools import lru_cache

from reportlab.pdfbase import pdfdoc

from punchboard.geometry import Rect
from punchboard.render.pdf import text_codecs
from punchboard.render.shape_symbols import deflate
from punchboard.units import format_number, to_pt

text_codecs.register()


class ObjectWriter:
    """The bytes of a document, to which objects go one by one.

    Args:
        pdf: the document; objects may be added to it until it is finished.
    """

    def __init__(self, pdf: pdfdoc.PDFDocument) -> None:
        pdf.encrypt.prepare(pdf)
        self._pdf, self._out = pdf, io.BytesIO()
        pdf.__accum__ = self._file = _File(pdf._pdfVersion, self._out)

    def write_object(self, whole: pdfdoc.PDFObject) -> pdfdoc.PDFObjectReference:
        """Write an object that nothing is added to any more, and return what refers to it."""
        found = self._pdf.Reference(whole)
        self._write_object(found.name)
        return found

    def _write_object(self, name: str) -> None:
        pdf = self._pdf
        told = pdfdoc.format(pdf.idToObject[name], pdf, toplevel=1)
        end = b"" if told.endswith(b"\n") else b"\n"
        pdf.idToOffset[name] = self._file.add(
            b"%d %d obj\n%b%bendobj\n" % (*pdf.idToObjectNumberAndVersion[name], told, end)
        )
        pdf.idToObject[name] = None

    def finish(self) -> bytes:
        """Write all that is left, and return the file; the document is empty then."""
        pdf, file = self._pdf, self._file
        root, about = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
        told: list[str] = []
        while (name := pdf.numberToId.get(len(told) + 1)) is not None:  # objects may name further ones
            if name not in pdf.idToOffset:
                self._write_object(name)
            told.append(name)
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, told)
        start = file.add(table.format(pdf))
        end = pdfdoc.PDFTrailer(startxref=start, Size=len(told) + 1, Root=root, Info=about, Encrypt=None, ID=pdf.ID())
        file.add(end.format(pdf))
        return self._out.getvalue()


class RawObject(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """An object that is given as its text: reportlab takes as long for each number of an array."""

    def __init__(self, text: str) -> None:
        self._text = text.encode("ascii")

    def format(self, _pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the text."""
        return self._text


@lru_cache(maxsize=64)
def page_box(rect: Rect, height: float) -> RawObject:
    """Return a rectangle of a page of a height in points; those of most pages of a file are the same."""
    return number_array(map(to_pt, (rect.x, height - rect.bottom, rect.right, height - rect.y)))


class Dictionary(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """A dictionary that is whole when it is made; reportlab's own spells names letter by letter, as they may change.

    Args:
        entries: what it has, by names of letters, digits and points.
    """

    def __init__(self, entries: Mapping[str, object]) -> None:
        self._entries = entries

    def format(self, pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the entries by their text_codecs, six on a line."""
        told = [b"/%b %b" % (name.encode(), pdfdoc.format(entry, pdf)) for name, entry in sorted(self._entries.items())]
        return b"<<\n%b\n>>" % b" \n  ".join([b" ".join(told[at : at + 6]) for at in range(0, len(told), 6)])


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """A stream of data that is compressed already.

    Args:
        data: the data, as its filter reads them.
        entries: what its dictionary has besides their length; their filter is FlateDecode where it names none.
    """

    __RefOnly__ = 1
    """Tells reportlab that it is placed by a reference alone."""

    def __init__(self, data: bytes, **entries: object) -> None:
        self._data = data
        self._dictionary = Dictionary({"Filter": b"/FlateDecode", **entries, "Length": b"%d" % len(data)})

    def format(self, pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the dictionary and the data."""
        return b"%b\nstream\n%bendstream\n" % (self._dictionary.format(pdf), self._data)


def compressed_stream(data: bytes, **entries: object) -> Stream:
    """Return a stream of data, compressed."""
    return Stream(deflate(data), **entries)


def number_array(numbers: Iterable[float]) -> RawObject:
    """Return an array of numbers."""
    return RawObject(f"[{' '.join(map(format_number, numbers))}]")


class _File(pdfdoc.PDFFile):  # type: ignore[misc]  # reportlab has no types
    """A file that is written as it grows; reportlab's own keeps its parts."""

    def __init__(self, version: tuple[int, int], out: io.BytesIO) -> None:
        super().__init__(version)
        out.write(b"".join(self.strings))
        self.strings.clear()
        self.write = out.write

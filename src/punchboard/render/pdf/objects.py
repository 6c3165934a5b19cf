"""PDF objects and the writer that turns them into bytes one by one.

It works like reportlab's `PDFDocument.format`, but frees each object once it is written; reportlab holds all objects,
their bytes and the whole file at once.
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
    """Writes the objects of a document one by one.

    Args:
        pdf: the document. Objects may be added to it until `finish`.
    """

    def __init__(self, pdf: pdfdoc.PDFDocument) -> None:
        pdf.encrypt.prepare(pdf)
        self._pdf, self._out = pdf, io.BytesIO()
        pdf.__accum__ = self._file = _File(pdf._pdfVersion, self._out)  # noqa: SLF001 - as reportlab does it

    def write_object(self, whole: pdfdoc.PDFObject) -> pdfdoc.PDFObjectReference:
        """Write an object that is complete, and return a reference to it."""
        reference = self._pdf.Reference(whole)
        self._write_object(reference.name)
        return reference

    def _write_object(self, name: str) -> None:
        pdf = self._pdf
        text = pdfdoc.format(pdf.idToObject[name], pdf, toplevel=1)
        end = b"" if text.endswith(b"\n") else b"\n"
        pdf.idToOffset[name] = self._file.add(
            b"%d %d obj\n%b%bendobj\n" % (*pdf.idToObjectNumberAndVersion[name], text, end)
        )
        pdf.idToObject[name] = None

    def finish(self) -> bytes:
        """Write all remaining objects and return the file. The document is empty afterwards."""
        pdf, file = self._pdf, self._file
        root, info = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
        names: list[str] = []
        while (name := pdf.numberToId.get(len(names) + 1)) is not None:  # writing an object may add further ones
            if name not in pdf.idToOffset:
                self._write_object(name)
            names.append(name)
        start = file.add(b"xref\n0 %d\n0000000000 65535 f \n" % (len(names) + 1))
        for name in names:
            file.add(b"%010d 00000 n \n" % pdf.idToOffset[name])
        end = pdfdoc.PDFTrailer(startxref=start, Size=len(names) + 1, Root=root, Info=info, Encrypt=None, ID=pdf.ID())
        file.add(end.format(pdf))
        return self._out.getvalue()


class RawObject(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """An object given as text, such as an array: reportlab would take as long for each of its numbers."""

    def __init__(self, text: str) -> None:
        self._text = text.encode("ascii")

    def format(self, _pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the text."""
        return self._text


@lru_cache(maxsize=64)
def page_box(rect: Rect, height: float) -> RawObject:
    """Return a rectangle of a page in points, given the page's height in mm; most pages of a file share their boxes."""
    return number_array(map(to_pt, (rect.x, height - rect.bottom, rect.right, height - rect.y)))


class Dictionary(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """A dictionary that does not change; reportlab's is slower, because it encodes names letter by letter.

    Args:
        entries: the values by key; keys contain only letters, digits and points.
    """

    def __init__(self, entries: Mapping[str, object]) -> None:
        self._entries = entries

    def format(self, pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the entries sorted by key, six on a line."""
        entries = [
            b"/%b %b" % (name.encode(), pdfdoc.format(entry, pdf)) for name, entry in sorted(self._entries.items())
        ]
        return b"<<\n%b\n>>" % b" \n  ".join([b" ".join(entries[at : at + 6]) for at in range(0, len(entries), 6)])


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """A stream of data that is already compressed.

    Args:
        data: the compressed data.
        entries: the entries of its dictionary besides ``Length``; ``Filter`` is FlateDecode by default.
    """

    __RefOnly__ = 1
    """Tells reportlab that this object may only be used by reference."""

    def __init__(self, data: bytes, **entries: object) -> None:
        self._data = data
        self._dictionary = Dictionary({"Filter": b"/FlateDecode", **entries, "Length": b"%d" % len(data)})

    def format(self, pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the dictionary and the data."""
        return b"%b\nstream\n%bendstream\n" % (self._dictionary.format(pdf), self._data)


def compressed_stream(data: bytes, **entries: object) -> Stream:
    """Return a stream with its data compressed."""
    return Stream(deflate(data), **entries)


def number_array(numbers: Iterable[float]) -> RawObject:
    """Return an array of numbers."""
    return RawObject(f"[{' '.join(map(format_number, numbers))}]")


class _File(pdfdoc.PDFFile):  # type: ignore[misc]  # reportlab has no types
    """A file that writes its parts at once; reportlab's keeps them in a list."""

    def __init__(self, version: tuple[int, int], out: io.BytesIO) -> None:
        super().__init__(version)
        out.write(b"".join(self.strings))
        self.strings.clear()
        self.write = out.write

"""PDF objects and the writer that turns them into bytes one by one.

It works like reportlab's `PDFDocument.format`, but frees each object once it is written; reportlab holds all objects,
their bytes and the whole file at once.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from reportlab.pdfbase import pdfdoc

from punchboard.geometry import Rect
from punchboard.render.shape_symbols import deflate
from punchboard.units import format_number, to_pt

PDF_VERSION: Final = (1, 7)

_MAX_PACKED: Final = 200
"""The most objects in one compressed stream."""


class ObjectWriter:
    """Writes the objects of a document one by one.

    Args:
        pdf: the document. Objects may be added to it until `finish`.
    """

    def __init__(self, pdf: pdfdoc.PDFDocument) -> None:
        self._pdf, self._out = pdf, io.BytesIO()
        self._write(pdfdoc.PDFFile(PDF_VERSION).format(pdf))
        self._places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
        """Where each object lies, as an entry of the cross-reference stream, by its number (ISO 32000-1, 7.5.8)."""

    def _write(self, data: bytes) -> int:
        """Write data, and return where they begin in the file."""
        offset = self._out.tell()
        self._out.write(data)
        return offset

    def write_object(self, whole: pdfdoc.PDFObject) -> pdfdoc.PDFObjectReference:
        """Write an object that is complete, and return a reference to it."""
        reference = self._pdf.Reference(whole)
        self._write_object(reference.name)
        return reference

    def _write_object(self, name: str) -> None:
        pdf = self._pdf
        text = pdfdoc.format(pdf.idToObject[name], pdf, toplevel=1)
        end = b"" if text.endswith(b"\n") else b"\n"
        number, version = pdf.idToObjectNumberAndVersion[name]
        offset = self._write(b"%d %d obj\n%b%bendobj\n" % (number, version, text, end))
        self._places[number] = 1, offset, 0
        pdf.idToObject[name] = None

    def finish(self) -> bytes:
        """Write all remaining objects and return the file. The document is empty afterwards."""
        pdf, packed, number = self._pdf, list[tuple[int, bytes]](), 0
        root, info = pdf.Reference(pdf.Catalog), pdf.Reference(pdf.info)
        while (name := pdf.numberToId.get(number := number + 1)) is not None:  # writing an object may add further ones
            whole = pdf.idToObject[name]
            if isinstance(whole, PackedObject):
                packed.append((number, whole.format(pdf)))
            elif number not in self._places:
                self._write_object(name)
        for start in range(0, len(packed), _MAX_PACKED):
            self._write_packed(packed[start : start + _MAX_PACKED])
        self._write_places(Root=root, Info=info, ID=pdf.ID())
        return self._out.getvalue()

    def _write_packed(self, objects: Sequence[tuple[int, bytes]]) -> None:
        """Write small objects as one compressed stream (7.5.7)."""
        begins = accumulate((len(text) + 1 for _, text in objects), initial=0)
        header = b" ".join(b"%d %d" % (number, begin) for (number, _), begin in zip(objects, begins, strict=False))
        content = b"\n".join([header, *(text for _, text in objects)])
        stream = compressed_stream(content, Type=b"/ObjStm", N=len(objects), First=len(header) + 1)
        name = self.write_object(stream).name
        holder, _ = self._pdf.idToObjectNumberAndVersion[name]
        self._places |= {number: (2, holder, index) for index, (number, _) in enumerate(objects)}

    def _write_places(self, **entries: object) -> None:
        """Write the cross-reference stream, which is its own last entry, and the end of the file."""
        size = max(self._places) + 2
        offset = self._out.tell()
        rows = [self._places.get(number, (0, 0, 0)) for number in range(size - 1)] + [(1, offset, 0)]
        packed = b"".join(struct.pack(">BIH", *row) for row in rows)
        stream = compressed_stream(packed, Type=b"/XRef", Size=size, W=b"[1 4 2]", **entries)
        self._write(b"%d 0 obj\n%b\nendobj\n" % (size - 1, stream.format(self._pdf)))
        self._write(b"startxref\n%d\n%%%%EOF\n" % offset)


class RawObject(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """An object given as text, such as an array: reportlab would take as long for each of its numbers."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, _pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the text."""
        return self.text.encode("ascii")


class PackedObject(RawObject):
    """A small object that is compressed with others, such as an element of the document's structure."""


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


class PlainStream(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """A stream of data as it is.

    Args:
        data: the data.
        entries: the entries of its dictionary besides ``Length``.
    """

    __RefOnly__ = 1
    """Tells reportlab that this object may only be used by reference."""

    def __init__(self, data: bytes, **entries: object) -> None:
        self._data = data
        self._dictionary = Dictionary({**entries, "Length": b"%d" % len(data)})

    def format(self, pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the dictionary and the data."""
        return b"%b\nstream\n%bendstream\n" % (self._dictionary.format(pdf), self._data)


class Stream(PlainStream):
    """A stream of data that is already compressed.

    Args:
        data: the compressed data.
        entries: the entries of its dictionary besides ``Length``; ``Filter`` is FlateDecode by default.
    """

    def __init__(self, data: bytes, **entries: object) -> None:
        super().__init__(data, **{"Filter": b"/FlateDecode", **entries})


def compressed_stream(data: bytes, **entries: object) -> Stream:
    """Return a stream with its data compressed."""
    return Stream(deflate(data), **entries)


def number_array(numbers: Iterable[float]) -> RawObject:
    """Return an array of numbers."""
    return RawObject(f"[{' '.join(map(format_number, numbers))}]")

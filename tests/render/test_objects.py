"""Dictionaries and streams of a PDF file."""

from __future__ import annotations

import zlib

from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfdoc

from punchboard.render.pdf.objects import Dictionary, Stream, number_array

NAMES = st.text("abcXYZ019.", min_size=1, max_size=8)
VALUES = st.one_of(
    st.integers(-9999, 9999), st.just("/Name"), st.just(b"/Bytes"), st.lists(st.integers(0, 9)).map(number_array)
)
ENTRIES = st.dictionaries(NAMES, VALUES, max_size=20)


def formatted(one: pdfdoc.PDFObject, pdf: pdfdoc.PDFDocument | None = None) -> bytes:
    pdf = pdf or pdfdoc.PDFDocument()
    pdf.encrypt.prepare(pdf)
    found: bytes = pdfdoc.format(one, pdf, toplevel=1)
    return found


@given(ENTRIES)
def test_a_dictionary_is_written_as_reportlab_writes_it(entries: dict[str, object]) -> None:
    assert formatted(Dictionary(entries)) == formatted(pdfdoc.PDFDictionary(entries))


@given(ENTRIES, st.binary())
def test_a_stream_is_written_as_reportlab_writes_a_compressed_one(entries: dict[str, object], data: bytes) -> None:
    packed = zlib.compress(data)
    theirs = pdfdoc.PDFStream(pdfdoc.PDFDictionary({**entries, "Filter": "/FlateDecode"}), packed)
    assert formatted(Stream(packed, **entries)) == formatted(theirs)


def test_a_stream_may_have_a_filter_of_its_own() -> None:
    assert formatted(Stream(b"jpeg", Filter=b"/DCTDecode")) == (
        b"<<\n/Filter /DCTDecode /Length 4\n>>\nstream\njpegendstream\n"
    )


def test_a_stream_in_a_dictionary_becomes_a_reference() -> None:
    pdf, stream = pdfdoc.PDFDocument(), Stream(b"")
    found = formatted(Dictionary({"Contents": stream}), pdf)
    assert found == b"<<\n/Contents %b\n>>" % pdf.Reference(stream).format(pdf)

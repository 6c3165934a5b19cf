"""Streams of files for archiving: none ends in a carriage return, which a reader would take for a line ending."""

import io
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from punchboard.render.pdf.standards import apply_standard


def ending_in_return(data):
    """Return data and a byte whose checksum, the end of its compressed form, ends in a carriage return."""
    return data + bytes([(ord("\r") - 1 - sum(data)) % 256])


@pytest.mark.parametrize(
    ("key", "start", "end"),
    [
        ("CIDToGIDMap", b"\0\0\0\1\0", b"\0\1"),
        ("ToUnicode", b"begincmap", b"\n"),
    ],
)
def test_a_stream_that_would_end_in_a_return_gets_an_end_that_its_readers_ignore(key, start, end):
    """A map of glyphs has two bytes a glyph, and keeps an even length; a text gets an empty line."""
    data = ending_in_return(start)
    assert zlib.compress(data).endswith(b"\r")
    pdf = pikepdf.new()
    pdf.add_blank_page()
    stream = pdf.make_stream(data)
    font = pdf.make_indirect(Dictionary({"/Type": Name.Font, f"/{key}": stream}))
    pdf.pages[0].Resources = Dictionary(Font=Dictionary(F1=font))
    pdf.Root.PageLabels = Dictionary(Nums=Array())
    made = io.BytesIO()
    pdf.save(made, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=True)
    with pikepdf.open(io.BytesIO(apply_standard("a-2b", made.getvalue(), None))) as opened:
        found = opened.pages[0].Resources.Font.F1[f"/{key}"]
        assert found.read_bytes() == data + end
        assert not found.read_raw_bytes().endswith(b"\r")

"""PNG data go into a PDF unchanged if they look the same there; other PNG files are decoded."""

import hashlib
import io
import struct
import zlib

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from punchboard.geometry import Rect, Size
from punchboard.picture_files import png_data, split_png
from punchboard.pixels import decode_picture
from punchboard.problem import ProblemsFound
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Document, Image, Page, Picture

MODES = {"RGB": 3, "L": 1, "P": 1, "1": 1}


def saved(picture, **options):
    out = io.BytesIO()
    picture.save(out, "PNG", **options)
    return out.getvalue()


def noise(mode, width, height, seed):
    """Return a picture of random colours for a seed."""
    found = hashlib.shake_256(bytes([seed])).digest(width * height * 3)
    picture = Pillow.frombytes("RGB", (width, height), found)
    return picture.convert(mode, palette=Pillow.Palette.ADAPTIVE) if mode == "P" else picture.convert(mode)


def page_of(data, width, height):
    """Return a PDF with the picture."""
    image = Image(hashlib.sha256(data).hexdigest(), data, width, height)
    return render_pdf(Document("p", (Page(Size(50, 50), (Picture(Rect(0, 0, 50, 50), image),)),)))


def shown(pdf):
    """Return the picture as a viewer decodes it."""
    with pypdfium2.PdfDocument(pdf) as opened:
        (one,) = opened[0].get_objects()
        return one.get_bitmap().to_pil().convert("RGB")


@settings(deadline=None, max_examples=60)
@given(
    mode=st.sampled_from([*MODES]),
    width=st.integers(1, 40),
    height=st.integers(1, 30),
    seed=st.integers(0, 255),
    how=st.sampled_from([{}, {"optimize": True}, {"compress_level": 0}, {"bits": 2}, {"bits": 4}]),
)
def test_a_picture_is_shown_unchanged(mode, width, height, seed, how):
    """All pixels are equal, for any colours, depth, filters and compression."""
    picture = noise(mode, width, height, seed)
    if mode != "P":
        how = {name: value for name, value in how.items() if name != "bits"}
    data = saved(picture, **how)
    assert png_data(data) is not None
    pdf = page_of(data, width, height)
    assert shown(pdf).tobytes() == Pillow.open(io.BytesIO(data)).convert("RGB").tobytes()


@pytest.mark.parametrize("mode", ["RGB", "P", "L"])
def test_the_data_are_those_of_the_file(mode):
    """They are not compressed again: the PDF contains the rows of the PNG."""
    data = saved(noise(mode, 90, 60, 7))
    with pikepdf.open(io.BytesIO(page_of(data, 90, 60))) as pdf:
        (one,) = pdf.pages[0].Resources.XObject.values()
        assert one.read_raw_bytes() in data
        assert one.DecodeParms.Predictor == 15
        assert (one.BitsPerComponent, "/SMask" in one) == (8, False)


def interlaced():
    """Return a grey PNG of one pixel in seven passes, all but the first empty: Pillow writes none."""

    def chunk(name, content):
        crc = zlib.crc32(name + content).to_bytes(4, "big")
        return len(content).to_bytes(4, "big") + name + content + crc

    head = (1).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 1])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")


OTHERS = {
    "transparent": saved(Pillow.new("RGBA", (5, 5), (9, 99, 199, 90))),
    "grey with alpha": saved(Pillow.new("LA", (5, 5), (99, 90))),
    "one colour clear": saved(noise("P", 5, 5, 1), transparency=0),
    "16 bits": saved(Pillow.new("I;16", (5, 5), 4000)),
    "interlaced": interlaced(),
}


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_a_png_that_pdf_cannot_hold_is_decoded(data):
    """Transparency becomes a mask; passes and deep samples become plain rows."""
    assert png_data(data) is None
    size = Pillow.open(io.BytesIO(data)).size
    with pikepdf.open(io.BytesIO(page_of(data, *size))) as pdf:
        (one,) = pdf.pages[0].Resources.XObject.values()
        assert one.BitsPerComponent == 8
        assert ("/SMask" in one) == (Pillow.open(io.BytesIO(data)).has_transparency_data)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparency_becomes_a_soft_mask(mode):
    """It has the alpha of each pixel; a picture with solid alpha has no mask."""
    clear = noise("RGB", 7, 5, 4)
    clear.putalpha(noise("L", 7, 5, 5))
    clear = clear.convert(mode)
    with pikepdf.open(io.BytesIO(page_of(saved(clear), 7, 5))) as pdf:
        (one,) = pdf.pages[0].Resources.XObject.values()
        whole = clear.convert("RGBA")
        assert pikepdf.PdfImage(one).as_pil_image().convert("RGB").tobytes() == whole.convert("RGB").tobytes()
        assert pikepdf.PdfImage(one.SMask).as_pil_image().tobytes() == whole.getchannel("A").tobytes()
    solid = noise("RGB", 7, 5, 4).convert("RGBA")
    with pikepdf.open(io.BytesIO(page_of(saved(solid), 7, 5))) as pdf:
        (one,) = pdf.pages[0].Resources.XObject.values()
        assert "/SMask" not in one


def written_png(width, height, bits, kind, rows):
    """Return a PNG file of filtered rows."""
    head = struct.pack(">IIBB3x", width, height, bits, kind)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(data)) + name + data + zlib.crc32(name + data).to_bytes(4) for name, data in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def pixels(rows):
    """Return what a decoder finds in rows that go into a PDF."""
    kind = 2 if rows.colours == 3 else 0
    file = written_png(rows.width, rows.height, rows.bits, kind, zlib.decompress(rows.data))
    return Pillow.open(io.BytesIO(file)).convert("RGB").tobytes()


@settings(deadline=None, max_examples=60)
@given(
    kind=st.sampled_from([0, 2, 4, 6]),
    deep=st.booleans(),
    opaque=st.booleans(),
    filters=st.lists(st.integers(0, 4), min_size=4, max_size=4),
    data=st.binary(min_size=4 * 5 * 8, max_size=4 * 5 * 8),
)
def test_rows_are_split_with_their_filters(kind, deep, opaque, filters, data):
    """Colours and transparency are those that a decoder finds, for any filters; what is opaque has no mask."""
    size = {0: 1, 2: 3, 4: 2, 6: 4}[kind] * (1 + deep)
    rows = b"".join(bytes([one]) + data[at * 40 :][: 5 * size] for at, one in enumerate(filters))
    file = written_png(5, 4, 8 * (1 + deep), kind, rows)
    whole = decode_picture(file)
    if opaque and kind > 2:
        whole.putalpha(255)
        file = saved(whole)
    colours, clear = split_png(file)
    alpha = whole.getchannel("A") if kind > 2 else None
    assert pixels(colours) == whole.convert("RGB").tobytes()
    assert (clear is None) == (alpha is None or alpha.getextrema() == (255, 255))
    assert clear is None or pixels(clear) == alpha.convert("RGB").tobytes()


@pytest.mark.parametrize("level", [0, 4000, 40_000, 65_535])
def test_sixteen_bit_grey_keeps_its_lightness(level):
    """Pillow would clip it to white."""
    pdf = page_of(saved(Pillow.new("I;16", (5, 5), level)), 5, 5)
    assert shown(pdf).getpixel((2, 2)) == (round(level / 257),) * 3


WHOLE = saved(noise("RGB", 9, 9, 3))


@settings(max_examples=200)
@given(st.data())
def test_damaged_data_is_never_used_unchanged(data):
    """With a byte changed or the end lost, the damage is found, or the pixels are still right."""
    if data.draw(st.booleans()):
        at = data.draw(st.integers(8, len(WHOLE) - 1))
        broken = WHOLE[:at] + bytes([WHOLE[at] ^ data.draw(st.integers(1, 255))]) + WHOLE[at + 1 :]
    else:
        broken = WHOLE[: data.draw(st.integers(0, len(WHOLE) - 1))]
    assert png_data(broken) in {None, png_data(WHOLE)}


def rebuilt(content, width=9, height=9):
    """Return the PNG with other data in its rows."""
    at, end = WHOLE.index(b"IDAT"), WHOLE.index(b"IEND") - 4
    data = zlib.compress(content)
    chunk = len(data).to_bytes(4, "big") + b"IDAT" + data + zlib.crc32(b"IDAT" + data).to_bytes(4, "big")
    return WHOLE[: at - 4] + chunk + WHOLE[end:]


@pytest.mark.parametrize("content", [b"", b"\0" * 251, b"\0" * 253, b"\0" * 10_000_000, b"\5" + b"\0" * 251])
def test_malformed_rows_are_not_used_unchanged(content):
    """Too few rows, too many, or an unknown filter would show random pixels."""
    assert png_data(rebuilt(b"\0" * 252)) is not None
    assert png_data(rebuilt(content)) is None


def test_a_truncated_picture_is_a_problem():
    """It is reported like any damaged picture."""
    with pytest.raises(ProblemsFound) as caught:
        page_of(WHOLE[:60], 9, 9)
    assert [problem.rule for problem in caught.value.problems] == ["PICT001"]

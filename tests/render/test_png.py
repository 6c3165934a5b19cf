"""Pictures of pages: exact pixels, cleared or filled edges, and equal pixels for every way of drawing."""

import io
import struct
import zlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from punchboard.geometry import Affine, Point, Rect, Size, circle, rectangle
from punchboard.model.print_options import Raster
from punchboard.render import FORMATS, render, render_pictures
from punchboard.render.pdf.writer import render_pdf
from punchboard.render.png import pictures as png_pictures
from punchboard.render.png.file import Pixels, png_file
from punchboard.render.png.pictures import PdfPages, blank, split_layers
from punchboard.scene import Document, Group, Page, Shape, Symbol, Use

RED, BLUE, WHITE = (200, 64, 47), (32, 64, 160), (255, 255, 255)
SQUARE = Shape(rectangle(Rect(10, 10, 20, 20)), "#c8402f")
WHOLE = Shape(rectangle(Rect(0, 0, 100, 60)), "#2040a0")


def opened(data):
    """Return a picture, fully decoded."""
    picture = Pillow.open(io.BytesIO(data))
    picture.load()
    return picture


def one(document, **raster):
    """Return the only picture of a document."""
    (data,) = render_pictures(document, "png", Raster(**raster))
    return opened(data)


def test_a_page_has_the_pixels_of_its_size(document):
    """100 x 60 mm at 127 dpi are 500 x 300 pixels, in sRGB, and the file states its resolution."""
    picture = one(document(SQUARE), dpi=127)
    assert (picture.size, picture.mode) == ((500, 300), "RGB")
    assert picture.info["dpi"] == pytest.approx((127, 127), abs=0.1)
    assert picture.info["srgb"] == 0
    assert picture.getpixel((100, 100)) == RED
    assert picture.getpixel((40, 40)) == WHITE


@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF-1.7"), ("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_document_is_rendered_by_format_name(document, form, start):
    """One scene is rendered in every format."""
    assert form in FORMATS
    assert render(form, document(SQUARE)).startswith(start)


@given(st.floats(5, 120), st.floats(5, 120), st.integers(36, 200))
def test_the_size_in_pixels_is_rounded_once(width, height, dpi):
    """The rasteriser neither truncates lengths nor rounds them up."""
    page = Page(Size(width, height), (Shape(rectangle(Rect(0, 0, width, height)), "#2040a0"),))
    (data,) = render_pictures(Document("", (page,)), "png", Raster(dpi))
    wanted = tuple(max(1, round(length / 25.4 * dpi)) for length in (width, height))
    assert struct.unpack(">II", data[16:24]) == wanted


def test_exact_pixels_are_exact_and_filled_to_the_edge(document):
    """A page fills exactly the pixels that a shop requires, without white at its edge."""
    picture = one(document(WHOLE), pixels=(825, 497))
    assert picture.size == (825, 497)
    assert {picture.getpixel((x, y)) for x in (0, 824) for y in range(497)} == {BLUE}


def test_pictures_are_those_of_their_pages_in_order(document):
    """Each page gives one picture."""
    page = document(SQUARE).pages[0]
    red, blue = render_pictures(Document("", (page, page._replace(items=(WHOLE,)))), "png", Raster(50))
    assert (opened(red).getpixel((40, 40)), opened(blue).getpixel((40, 40))) == (RED, BLUE)


def test_the_same_document_gives_the_same_bytes(document):
    """The order in which threads finish does not matter."""
    page = document(SQUARE, WHOLE).pages[0]
    several = Document("", tuple(page._replace(label=str(number)) for number in range(9)))
    assert list(render_pictures(several, "png", Raster(60))) == list(render_pictures(several, "png", Raster(60)))


def faces(count):
    """Return pages with one background, and a document of them."""
    ground = Symbol("ground", Rect(0, 0, 40, 40), (Shape(circle(Point(20, 20), 17.3), "#2040a0"),))
    marks = [Shape(rectangle(Rect(3 + number, 9.7, 8.4, 21)), "#c8402f") for number in range(count)]
    symbols = [Symbol(f"face {number}", Rect(0, 0, 40, 40), (Use(ground), mark)) for number, mark in enumerate(marks)]
    place = Affine.move(1.3, 2.1)
    return Document("", tuple(Page(Size(44, 44), (Use(symbol, place),)) for symbol in symbols))


def counted(monkeypatch):
    """Return counts of how often each page is drawn from now on."""
    drawn, draw = Counter(), PdfPages.draw

    def draw_and_count(self, number, into, **more):
        drawn[number] += 1
        draw(self, number, into, **more)

    monkeypatch.setattr(PdfPages, "draw", draw_and_count)
    return drawn


def test_a_shared_background_is_drawn_once(monkeypatch):
    """Five pages over one background are six drawings."""
    drawn = counted(monkeypatch)
    list(render_pictures(faces(5), "png", Raster(100)))
    assert sorted(drawn.values()) == [1] * 6


def test_a_page_drawn_in_steps_has_the_pixels_of_one_drawn_at_once():
    """This includes pixels where edges cross."""
    document = faces(4)
    assert all(split_layers(document).backgrounds)
    with PdfPages(render_pdf(document)) as pages:
        for number, data in enumerate(render_pictures(document, "png", Raster(110))):
            picture = opened(data)
            whole = blank(*picture.size)
            pages.draw(number, whole)
            assert (
                b"".join(whole.data[start : start + 3 * whole.width] for start in whole.row_starts())
                == picture.tobytes()
            )


def test_a_large_picture_is_made_in_bands_with_the_same_pixels(document, monkeypatch):
    """Bands limit memory, and cannot be seen."""
    page = document(WHOLE, SQUARE)
    whole = one(page, dpi=150)
    monkeypatch.setattr(png_pictures, "_BAND", 20_000)
    assert one(page, dpi=150).tobytes() == whole.tobytes()


def test_pixels_outside_a_shape_are_transparent(document):
    """Corners are transparent, their edge is soft, and the inside is opaque."""
    picture = one(document(WHOLE), dpi=100, shape=circle(Point(50, 30), 30))
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0))[3] == 0
    assert picture.getpixel((197, 118)) == (*BLUE, 255)
    assert any(0 < picture.getpixel((x, 20))[3] < 255 for x in range(picture.width))


def test_a_radius_cuts_only_the_corners(document):
    """The middle of each edge stays."""
    picture = one(document(WHOLE), dpi=100, radius=5)
    alphas = {at: picture.getpixel(at)[3] for at in ((0, 0), (393, 235), (200, 0), (0, 120))}
    assert alphas == {(0, 0): 0, (393, 235): 0, (200, 0): 255, (0, 120): 255}


def test_a_transparent_page_stays_transparent_where_nothing_is_drawn(document):
    """Tokens of virtual tables need this."""
    picture = one(document(SQUARE), dpi=50, transparent=True)
    assert picture.getpixel((5, 5))[3] == 0
    assert picture.getpixel((40, 40)) == (*RED, 255)


@pytest.mark.parametrize("shape", [rectangle(Rect(9.98, 10.02, 20, 19.97)), circle(Point(20, 20), 9.7)])
def test_the_area_outside_a_shape_takes_the_colours_of_its_edge(document, shape):
    """No white remains, not even in partly covered pixels."""
    drawn = Shape(shape, "#c8402f")
    picture = one(document(drawn), pixels=(300, 180), shape=shape, outside_shape="edge")
    assert picture.getcolors() == [(300 * 180, RED)]


def test_no_white_remains_at_a_side_between_two_pixels():
    """A side half-way between two columns may be drawn at either, and the mask's side at the other."""
    size = Size(822 / 300 * 25.4, 1122 / 300 * 25.4)
    face = Group((Shape(rectangle(Rect(-3, -3, 69.5, 94.9)), "#c8402f"),), Affine.move(3.048000000000002, 3.048))
    reach = rectangle(Rect(0.068, 0.068, 69.46, 94.86))
    picture = one(Document("", (Page(size, (face,)),)), pixels=(822, 1122), shape=reach, outside_shape="edge")
    assert picture.getcolors() == [(822 * 1122, RED)]


def test_cuts_are_the_middle_of_a_page_drawn_once(document, monkeypatch):
    """A cut that is smaller by whole pixels on each side has exactly these pixels."""
    drawn = counted(monkeypatch)
    raster = Raster(pixels=(400, 240), crop_sizes=((400, 240), (390, 236)))
    large, small = map(opened, render_pictures(document(WHOLE, SQUARE), "png", raster))
    assert small.tobytes() == large.crop((5, 2, 395, 238)).tobytes()
    assert drawn.total() == 1


def test_a_jpeg_has_its_pixels_and_resolution(document):
    """It keeps a plain colour nearly unchanged."""
    (data,) = render_pictures(document(WHOLE), "jpg", Raster(200, (400, 240)))
    picture = opened(data)
    assert (picture.format, picture.size, picture.info["dpi"]) == ("JPEG", (400, 240), (200, 200))
    assert picture.getpixel((200, 120)) == pytest.approx(BLUE, abs=3)


def test_a_jpeg_is_not_cut(document):
    """Its corners stay, because JPEG has no transparency."""
    (data,) = render_pictures(document(WHOLE), "jpg", Raster(50, radius=5, transparent=True))
    assert opened(data).getpixel((0, 0)) == pytest.approx(BLUE, abs=3)


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from([1, 3, 4]), st.randoms())
def test_any_pixels_can_be_read_back(width, height, channels, random):
    """Another reader reads the same pixels: rows, filters and checksums are right."""
    bare = [bytes(random.randrange(256) for _ in range(channels * width)) for _ in range(height)]
    lead = b"" if channels == 4 else b"\0"
    pixels = Pixels(width, height, channels, bytearray(b"".join(lead + row for row in bare)))
    data = png_file(width, height, channels, (pixels,), 300)
    assert opened(data).tobytes() == b"".join(bare)
    assert zlib.crc32(data[12:29]) == struct.unpack(">I", data[29:33])[0]


def test_a_clipped_group_is_not_opened(document):
    """The content of a clip stays clipped."""
    clipped = Group((WHOLE,), clip=rectangle(Rect(0, 0, 50, 60)))
    picture = one(document(clipped), dpi=50)
    assert (picture.getpixel((10, 10)), picture.getpixel((150, 10))) == (BLUE, WHITE)

import io
import struct
import zlib

import pytest
from PIL import Image as Pillow

from punchboard.load import game_pictures
from punchboard.load.game_pictures import is_whole, load_pictures, read_picture
from punchboard.problem import Place

HERE = Place("cards.csv", 3)


def png_header(width, height):
    """Return the start of a PNG of any size, without its pixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


def drawn(form, size=(40, 30), **options):
    """Return the bytes of a real picture."""
    file = io.BytesIO()
    Pillow.new("RGB", size, "red").save(file, form, **options)
    return file.getvalue()


PICTURES = {form: drawn(form) for form in ("PNG", "JPEG", "WEBP")}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.png", drawn("PNG")),
        ("a.jpg", drawn("JPEG")),
        ("a.jpeg", drawn("JPEG", progressive=True)),
        ("b.jpg", drawn("JPEG", exif=b"Exif\x00\x00" + b"x" * 3000)),
    ],
)
def test_pictures_are_measured_from_their_header(tmp_path, name, data):
    """PNG and JPEG, progressive or with camera data before the frame, have their size in pixels."""
    (tmp_path / name).write_bytes(data)
    image = read_picture(tmp_path, name, HERE)
    assert (image.width, image.height, image.data) == (40, 30, data)


@pytest.mark.parametrize("file_format", ["WEBP", "GIF", "TIFF", "BMP"])
def test_pictures_in_other_formats_are_read_as_png(tmp_path, file_format):
    """They have their size when they are checked, and are decoded when they are drawn."""
    (tmp_path / "a.webp").write_bytes(drawn(file_format))
    assert (found := read_picture(tmp_path, "a.webp", HERE)).width == 40
    assert found.height == 30
    image = load_pictures(tmp_path)["a.webp"]
    assert image.data.startswith(b"\x89PNG")
    assert (image.width, image.height) == (40, 30)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a thousand words",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xe0\x00\x00",
        drawn("GIF")[:8],
        drawn("PPM"),
        drawn("JPEG")[:20],
        png_header(9, 9)[:20],
    ],
)
def test_only_pictures_that_can_be_printed_are_accepted(tmp_path, problem, data):
    """Other formats, texts and truncated pictures are reported at the row that names them."""
    (tmp_path / "a.png").write_bytes(data)
    found = problem(read_picture, tmp_path, "a.png", HERE)
    assert (found.rule, found.place, found.message) == (
        "PICT001",
        HERE,
        "'a.png' is not a PNG, JPEG, SVG, WebP, GIF, TIFF or BMP picture",
    )


@pytest.mark.parametrize(
    "size", [(30_000, 10), (10, 30_000), (10_000, 10_000), (0, 10), (4_000_000_000, 4_000_000_000)]
)
def test_a_picture_with_too_many_pixels_is_rejected_before_decoding(tmp_path, problem, size):
    """The header alone is enough to reject a decompression bomb."""
    (tmp_path / "a.png").write_bytes(png_header(*size))
    found = problem(read_picture, tmp_path, "a.png", HERE)
    assert found.rule == "PICT001"
    assert f"{size[0]:,} x {size[1]:,} pixels" in found.message


def test_a_very_large_photograph_is_read_at_half_its_size(tmp_path, monkeypatch, problem):
    """Where that takes little memory; PICT004 says so. Other pictures are refused with what may be larger."""
    monkeypatch.setattr(game_pictures, "MAX_PIXELS", 1000)
    for name, data in {"a.jpg": drawn("JPEG"), "b.jpg": drawn("JPEG", progressive=True), "c.png": drawn("PNG")}.items():
        (tmp_path / name).write_bytes(data)
    whole, image = read_picture(tmp_path, "a.jpg", HERE), load_pictures(tmp_path)["a.jpg"]
    assert ((whole.width, whole.height), (image.width, image.height)) == ((40, 30), (20, 15))
    assert image.scaled_from == whole.digest
    for name in ("b.jpg", "c.png"):
        assert "200 million as a plain JPEG" in problem(read_picture, tmp_path, name, HERE).hint


def test_a_missing_picture_is_reported_with_a_similar_name(tmp_path, problem):
    """The hint names the picture that may have been meant."""
    (tmp_path / "dragon.png").write_bytes(drawn("PNG"))
    found = problem(read_picture, tmp_path, "dargon.png", HERE)
    assert (found.rule, found.message, found.hint) == (
        "PICT001",
        "'dargon.png' is missing",
        "did you mean 'dragon.png'?",
    )


@pytest.mark.parametrize("path", ["../a.png", "/a.png", "art/link.png"])
def test_a_picture_outside_the_folder_is_rejected(tmp_path, problem, path):
    """``..``, absolute paths and links do not lead to pictures outside."""
    game = tmp_path / "game"
    (game / "art").mkdir(parents=True)
    (tmp_path / "a.png").write_bytes(drawn("PNG"))
    (game / "art" / "link.png").symlink_to(tmp_path / "a.png")
    assert problem(read_picture, game, path, HERE).rule == "FILE003"


def test_a_picture_is_read_once(tmp_path):
    """On first use; then it is cached."""
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "a.png").write_bytes(drawn("PNG"))
    shelf = load_pictures(tmp_path)
    assert list(shelf) == ["art/a.png"]
    assert shelf["art/a.png"] is shelf["art/a.png"]
    with pytest.raises(KeyError):
        shelf["art/b.png"]


@pytest.mark.parametrize("path", [f"art/{'ö' * 190}.png", "art/" * 2000 + "a.png"], ids=["name", "path"])
def test_a_name_too_long_for_a_file_system_is_a_missing_picture(tmp_path, path):
    """A book that names it gets the same problem at its line as for any missing picture."""
    with pytest.raises(KeyError):
        load_pictures(tmp_path)[path]


@pytest.mark.parametrize("size", [(0, 30), (40, 0)])
def test_a_picture_without_width_or_height_is_reported(tmp_path, problem, size):
    """Its header is damaged: nothing can be printed of it."""
    (tmp_path / "a.png").write_bytes(png_header(*size))
    assert problem(read_picture, tmp_path, "a.png", HERE).rule == "PICT001"


@pytest.mark.parametrize(("name", "form"), [("a.png", "PNG"), ("a.jpg", "JPEG")])
def test_without_pillow_a_picture_is_read_as_it_is(tmp_path, no_pillow, name, form):
    """As in a browser; one that has lost its end is found."""
    (tmp_path / name).write_bytes(PICTURES[form])
    image = read_picture(tmp_path, name, HERE)
    assert image.data == PICTURES[form]
    assert is_whole(image)
    assert form == "PNG" or not is_whole(image._replace(data=image.data[:-2]))


@pytest.mark.parametrize(("name", "form"), [("a.png", "WEBP"), ("a.webp", "WEBP")])
def test_without_pillow_another_picture_is_a_problem_with_its_place(tmp_path, no_pillow, problem, name, form):
    """It says what to do; the traceback of a missing module would not."""
    (tmp_path / name).write_bytes(PICTURES[form])
    found = problem(read_picture, tmp_path, name, HERE)
    assert (found.rule, found.place) == ("PICT001", HERE)
    assert found.message == f"{name!r} is neither a JPEG nor a simple PNG, and cannot be read here without Pillow"
    assert found.hint.startswith("save it as JPEG, or as PNG without interlacing; or build")

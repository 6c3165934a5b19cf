"""Cut sheets of real games: nothing printed near the marks, and a separate plate for the cuts."""

import subprocess
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from punchboard.compose.cutting import mark_keep_outs
from punchboard.geometry import Size
from punchboard.load import load
from punchboard.model.printing.destinations import RegistrationFile
from punchboard.products import ComposedGame
from punchboard.products.cutting import cutting
from punchboard.render import render

ROOT = Path(__file__).resolve().parents[2]
DPI = 100


def printed_files(game, machine):
    """Return the bytes of each print file for A4, with the sides of its pages."""
    composed = ComposedGame(load(game, ROOT), ("a4",), (f"cutting/{machine}",))
    for product in cutting(composed):
        if product.format == "pdf":
            yield render("pdf", product.document), [page.side for page in product.document.pages]


def pixels(rect, by):
    inner = rect.grow(by)
    return tuple(round(value * DPI / 25.4) for value in (inner.x, inner.y, inner.right, inner.bottom))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["alpha-and-omega", "alter-ego", "atmosfear"])
def test_no_art_of_a_game_comes_near_the_marks(name):
    """Pixel by pixel, on every front of hexagons, cards, boards, tokens and nets."""
    paper, marks = Size(210, 297), RegistrationFile()
    own = mark_keep_outs(paper, marks.model_copy(update={"keep_out": 0.0}))
    for data, sides in printed_files(name, "silhouette"):
        with pypdfium2.PdfDocument(data) as document:
            for number in (number for number, side in enumerate(sides) if side != "back"):
                picture = document[number].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
                for rect in own:
                    assert picture.crop(pixels(rect, 0.3)).getextrema()[0] < 128
                    picture.paste(255, pixels(rect, 0.3))
                for rect in mark_keep_outs(paper, marks):
                    assert picture.crop(pixels(rect, -0.3)).getextrema()[0] > 200, (name, number, rect)


@pytest.mark.slow
def test_a_press_finds_the_cuts_on_their_own_plate(need, tmp_path):
    """In Ghostscript's plates, CutContour has only thin lines, and colours continue beneath them."""
    data, _ = next(printed_files("alter-ego", "cut-contour"))
    (tmp_path / "a.pdf").write_bytes(data)
    parts = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r100", "-dFirstPage=1", "-dLastPage=2"]
    subprocess.run([need("gs"), *parts, f"-sOutputFile={tmp_path}/p%d.tif", tmp_path / "a.pdf"], check=True)
    assert not (tmp_path / "p2(CutContour).tif").exists()
    plate = Image.open(BytesIO((tmp_path / "p1(CutContour).tif").read_bytes())).convert("L")
    dark = sum(plate.histogram()[:200])
    assert 0.005 < dark / (plate.width * plate.height) < 0.03
    black = Image.open(BytesIO((tmp_path / "p1(Black).tif").read_bytes())).convert("L")
    box = plate.point(lambda value: 255 if value < 200 else 0).getbbox()
    across = [black.getpixel((x, (box[1] + box[3]) // 2)) for x in range(box[0] + 2, box[2] - 2)]
    assert min(across) < 255

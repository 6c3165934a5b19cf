"""The pictures of the built-in layouts: all are in the docs and up to date, and a missing text is noticed."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

FOOTER = (76, 320, 148, 336)
"""The area, in pixels, of the smallest type of a card in the picture of the face ``clean``."""

PAGE = Path(__file__).parents[2] / "docs" / "layouts.md"
NAMES = sorted(re.findall(r"\]\(pictures/([\w-]+)\.png\)", PAGE.read_text(encoding="utf-8")))
"""The pictures that docs/layouts.md shows."""


def test_the_docs_show_every_picture(sample):
    """docs/layouts.md shows each picture that the script makes, and no other."""
    assert sorted(sample.PICTURES) == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_of_the_docs_are_up_to_date(sample, differs, name):
    """``python tests/layouts/pictures.py`` rebuilds them; differences in antialiasing are ignored."""
    changed = differs((sample.FOLDER / f"{name}.png").read_bytes(), sample.PICTURES[name]())
    assert not changed


@pytest.mark.parametrize("slot", ["title", "type", "cost", "text", "flavour", "footer"])
def test_a_missing_text_is_noticed(sample, differs, monkeypatch, slot):
    """Even the smallest one, on the four cards of a picture."""
    monkeypatch.setattr(sample, "MIDDLE", {**sample.MIDDLE, slot: ""})
    assert differs((sample.FOLDER / "face-event.png").read_bytes(), sample.PICTURES["face-event"]())


def test_a_picture_that_looks_the_same_keeps_its_file(sample, tmp_path, monkeypatch):
    """The script rewrites what has changed, such as a missing footer, and not a file with other compression."""
    monkeypatch.setattr(sample, "FOLDER", tmp_path)
    monkeypatch.setattr(sample.sys, "argv", ["pictures.py", "face-event"])
    out = io.BytesIO()
    Image.open(io.BytesIO(sample.PICTURES["face-event"]())).save(out, "png", compress_level=1)
    (tmp_path / "face-event.png").write_bytes(out.getvalue())
    sample.main()
    assert (tmp_path / "face-event.png").read_bytes() == out.getvalue()
    monkeypatch.setattr(sample, "MIDDLE", {**sample.MIDDLE, "footer": ""})
    sample.main()
    assert (tmp_path / "face-event.png").read_bytes() != out.getvalue()


def test_one_erased_text_of_a_whole_picture_is_noticed(sample, differs):
    """Such as a footer painted over on one card of four."""
    kept = (sample.FOLDER / "face-clean.png").read_bytes()
    image = Image.open(io.BytesIO(kept)).convert("RGB")
    image.paste(image.getpixel(FOOTER[:2]), FOOTER)
    out = io.BytesIO()
    image.save(out, "png")
    assert differs(kept, out.getvalue())

"""The pictures of the stock layouts: all are shown, all are up to date, and a text that one lacks is noticed."""

import io
import re

import pytest
from PIL import Image

FOOTER = (76, 320, 148, 336)
"""Where the smallest type of a card stands on the picture of the face ``clean``, in pixels."""

NAMES = (
    *(f"face-{name}" for name in ("framed", "clean", "wordy", "picture", "item", "event")),
    *(f"theme-{name}" for name in ("meadow", "ember", "ink", "tide")),
    *("tiles-and-tokens", "backs", "texts", "sizes", "low-ink"),
)


def test_the_manual_shows_every_picture(sample):
    """Each picture that is made stands in docs/layouts.md, which shows no other."""
    text = (sample.FOLDER.parent / "layouts.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(pictures/([\w-]+)\.png\)", text)) == sorted(sample.PICTURES) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_of_the_manual_are_up_to_date(sample, differs, name):
    """``python tests/layouts/pictures.py`` makes them anew; what an antialiased edge may differ by is no change."""
    changed = differs((sample.FOLDER / f"{name}.png").read_bytes(), sample.PICTURES[name]())
    assert not changed


@pytest.mark.parametrize("slot", ["title", "type", "cost", "text", "flavour", "footer"])
def test_a_text_that_has_gone_is_noticed(sample, differs, monkeypatch, slot):
    """The smallest of them, on the four cards of a picture, and so also in a picture of forty."""
    monkeypatch.setattr(sample, "MIDDLE", {**sample.MIDDLE, slot: ""})
    assert differs((sample.FOLDER / "face-event.png").read_bytes(), sample.PICTURES["face-event"]())


def test_one_erased_text_of_a_whole_picture_is_noticed(sample, differs):
    """A footer that is painted over on one card of four."""
    kept = (sample.FOLDER / "face-clean.png").read_bytes()
    image = Image.open(io.BytesIO(kept)).convert("RGB")
    image.paste(image.getpixel(FOOTER[:2]), FOOTER)
    out = io.BytesIO()
    image.save(out, "png")
    assert differs(kept, out.getvalue())

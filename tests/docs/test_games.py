"""The opening picture of README shows the games as they are."""

import io
from pathlib import Path

import pytest
from PIL import Image

HERE = Path(__file__).resolve().parent
TITLE = (384, 442, 430, 454)
"""The position of a title in the picture, in pixels."""


@pytest.fixture(scope="module")
def games(script):
    """The module that draws the picture."""
    return script("games")


@pytest.mark.slow
def test_the_picture_of_the_games_is_up_to_date(games, differs):
    """`python tests/docs/games.py` writes it again; small differences at antialiased edges do not count."""
    changed = differs(games.PICTURE.read_bytes(), games.picture())
    assert not changed
    assert "docs/pictures/games.png" in (games.ROOT / "README.md").read_text(encoding="utf-8")[:400]


def test_a_missing_title_counts_as_a_difference(games, differs):
    """Of one of its fifteen cards."""
    kept = games.PICTURE.read_bytes()
    image = Image.open(io.BytesIO(kept)).convert("RGB")
    image.paste(image.getpixel(TITLE[:2]), TITLE)
    out = io.BytesIO()
    image.save(out, "png")
    assert differs(kept, out.getvalue())

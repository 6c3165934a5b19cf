"""The picture that README opens with shows the games as they are."""

import importlib.util
import io
from pathlib import Path

import pytest
from PIL import Image

HERE = Path(__file__).resolve().parent
TITLE = (384, 442, 430, 454)
"""Where a title stands on the picture, in pixels."""


@pytest.fixture(scope="module")
def games():
    """The module that makes the picture."""
    spec = importlib.util.spec_from_file_location("games", HERE / "games.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_picture_of_the_games_is_up_to_date(games, differs):
    """`python tests/docs/games.py` makes it anew; what an antialiased edge may differ by is no change."""
    changed = differs(games.PICTURE.read_bytes(), games.picture())
    assert not changed
    assert "docs/pictures/games.png" in (games.ROOT / "README.md").read_text(encoding="utf-8")[:400]


def test_a_title_that_has_gone_from_it_is_noticed(games, differs):
    """Of one of its fifteen cards."""
    kept = games.PICTURE.read_bytes()
    image = Image.open(io.BytesIO(kept)).convert("RGB")
    image.paste(image.getpixel(TITLE[:2]), TITLE)
    out = io.BytesIO()
    image.save(out, "png")
    assert differs(kept, out.getvalue())

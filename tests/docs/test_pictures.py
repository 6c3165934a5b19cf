"""The pictures of the tutorial and how-tos show what following these pages makes."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
DOCS = HERE.parents[1] / "docs"
NAMES = (
    *(
        "tutorial",
        "sheets",
        "icons",
        "own-icon",
        "own-back",
        "hexes",
        "maps",
        "booklet",
        "large-print",
        "braille",
        "shop",
        "two-languages",
        "fonts",
    ),
    "simulation",
    "set-up",
)
BROWSER = (
    "table",
    "preview",
    "on-card",
    "studio-texts",
    "studio-start",
    "studio-cards",
    "studio-theme",
    "studio-picture",
    "studio-layouts",
    "studio-layout",
    "studio-table",
    "studio-print",
)
"""Pictures of web pages, which tests/browser makes."""
MOST = 150 * 1024
"""The largest size of a picture in bytes."""


@pytest.fixture(scope="module")
def pictures_module(script):
    """The module that draws them."""
    return script("pictures")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_up_to_date(pictures_module, differs, need, name):
    """`python tests/docs/pictures.py` writes it again."""
    if name == "braille":
        need("lou_translate")
    changed = differs((DOCS / "pictures" / f"{name}.png").read_bytes(), pictures_module.PICTURES[name]())
    assert not changed


def test_every_picture_is_used_on_a_page(pictures_module):
    """There is no other picture, and the tutorial and all how-tos have one."""
    pages = (DOCS / "tutorial.md", DOCS / "studio.md", *sorted(DOCS.glob("how-to/*.md")))
    shown = {
        page.name: re.findall(r"\]\((?:\.\./)?pictures/([\w-]+)\.png\)", page.read_text(encoding="utf-8"))
        for page in pages
    }
    assert sorted(pictures_module.PICTURES) == sorted(NAMES)
    assert sorted(name for names in shown.values() for name in names) == sorted((*NAMES, *BROWSER))
    assert [page for page, names in shown.items() if not names] == []


def test_no_picture_is_large():
    """Except the one that README opens with."""
    large = [path.name for path in DOCS.glob("pictures/*.png") if path.stat().st_size > MOST and path.stem != "games"]
    assert large == []

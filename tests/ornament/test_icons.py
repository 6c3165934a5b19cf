from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from punchboard.geometry import path_from_svg

FOLDER = Path(__file__).parents[2] / "layouts" / "icons"
ICONS = sorted(FOLDER.glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("file", ICONS, ids=lambda file: file.stem)
def test_an_icon_is_one_path_on_the_grid(file):
    """Every icon is one small closed path on the 512-unit grid, within a margin that only control points may enter."""
    root = ET.parse(file).getroot()
    assert root.get("viewBox") == "0 0 512 512"
    (path,) = root
    assert path.tag == f"{SVG}path"
    assert set(path.keys()) == {"d"}
    outline = path_from_svg(path.get("d"))
    bounds = outline.bounds
    assert min(bounds.x, bounds.y, 512 - bounds.right, 512 - bounds.bottom) >= 10
    assert max(bounds.size) >= 440
    assert outline.segments[-1][0] == "Z"
    assert len(outline.segments) < 1500
    assert file.stat().st_size < 40_000


def test_icons_exist():
    """An empty folder would let the test above pass without checking anything."""
    assert len(ICONS) > 50

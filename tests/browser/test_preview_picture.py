"""The picture of the preview in the tutorial matches the page of its game."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "preview.png"
MOST = 60
"""Another machine has other fonts for the page's own words; a missing card differs by more."""


def test_the_picture_of_the_preview_is_up_to_date(visit, differs, tmp_path):
    """`PUNCHBOARD_PICTURES=write pytest -m slow tests/browser/test_preview_picture.py` makes it again."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for words in (("new", "cave", "--no-build"), ("build", "cave", "--paper", "a4")):
        subprocess.run([sys.executable, "-m", "punchboard", *words], cwd=tmp_path, env=env, check=True)
    page = visit((tmp_path / "output" / "cave" / "index.html").as_uri(), width=1100, height=620)
    page.wait_for_load_state("networkidle")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    out = io.BytesIO()
    image.save(out, "png", optimize=True)
    if os.environ.get("PUNCHBOARD_PICTURES") == "write":
        PICTURE.write_bytes(out.getvalue())
    changed = differs(PICTURE.read_bytes(), out.getvalue(), MOST)
    assert not changed

"""The pictures of web pages in the docs match the pages: `PUNCHBOARD_PICTURES=write` makes them again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from tests.browser.conftest import saved
from tests.browser.test_studio_drop import drop

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def test_the_picture_of_the_preview_is_up_to_date(visit, is_current, tmp_path):
    """`PUNCHBOARD_PICTURES=write pytest -m slow tests/browser/test_preview_picture.py` makes it again."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for words in (("new", "cave", "--no-build"), ("build", "cave", "--paper", "a4")):
        subprocess.run([sys.executable, "-m", "punchboard", *words], cwd=tmp_path, env=env, check=True)
    page = visit((tmp_path / "output" / "cave" / "index.html").as_uri(), width=1100, height=620)
    page.wait_for_load_state("networkidle")
    assert is_current("preview.png", page)


def test_the_picture_of_the_texts_is_up_to_date(lone_studio, moon, is_current, tmp_path):
    """It shows the list of icons in the rulebook, and the page beside it."""
    shutil.copytree(moon, tmp_path / "catalog" / "moon")
    page = lone_studio(tmp_path, width=1200, height=720)
    page.click("#tab-text")
    page.wait_for_selector(".text-page img")
    page.click(".cm-line:has-text('**Card.** Say what')")
    page.keyboard.press("End")
    was = page.get_attribute(".text-page[data-here] img", "src")
    page.keyboard.insert_text(" Tinkers earn :co")
    page.keyboard.type("i")
    page.wait_for_selector(".cm-tooltip-autocomplete li")
    page.wait_for_selector(f".text-page[data-here] img:not([src='{was}'])")
    page.mouse.move(0, 0)
    assert is_current("studio-texts.png", page)


def landscape(path):
    """Draw hills under a moon."""
    wide, high, fine = 1500, 1000, 2
    image = Image.new("RGB", (wide * fine, high * fine))
    draw = ImageDraw.Draw(image)
    for y in range(high * fine):
        share = y / (high * fine)
        draw.line(
            (0, y, wide * fine, y), fill=tuple(round(a + (b - a) * share) for a, b in ((38, 238), (52, 196), (98, 150)))
        )
    draw.ellipse([one * fine for one in (960, 120, 1140, 300)], fill=(252, 243, 208))
    for depth, hills in enumerate(((-200, 400, 900, 1500), (100, 760, 1240), (-300, 260, 1000))):
        for at, top in zip(hills, (470, 400, 520, 440), strict=False):
            shape = [(at - 420, high), (at, top + depth * 110), (at + 460, high)]
            draw.polygon(
                [(x * fine, y * fine) for x, y in shape], fill=(58 - depth * 14, 74 - depth * 16, 92 - depth * 20)
            )
    image.resize((wide, high), Image.Resampling.LANCZOS).save(path, quality=88)
    return path


def test_the_picture_of_a_picture_in_its_box_is_up_to_date(lone_studio, moon, is_current, tmp_path):
    """As above, with the studio: a picture is moved within its box. The rest of the panel is not shown."""
    shutil.copytree(moon, tmp_path / "catalog" / "moon")
    page = lone_studio(tmp_path, width=1100, height=760)
    drop(page, "#cards li button", landscape(tmp_path / "moonrise.jpg"))
    saved(page, "Picture of Pathfinder")
    page.click("#cards li button")
    page.click("#studio-edit")
    page.wait_for_selector("#bench [data-box=picture]")
    page.locator("#bench [data-box=picture]").focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("+")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowLeft")
    saved(page, "Move picture of Pathfinder")
    page.wait_for_timeout(2500)
    page.evaluate("document.querySelectorAll('#studio-panel .on-card ~ *').forEach((one) => { one.hidden = true; })")
    assert is_current("on-card.png", page)

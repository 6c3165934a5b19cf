"""The pictures of the studio in the docs match its pages: `PUNCHBOARD_PICTURES=write` makes them again."""

import shutil

import pytest
from PIL import Image, ImageDraw
from tests.browser.conftest import saved
from tests.browser.hand import press_at_once
from tests.browser.kept_pages import compare_with_picture
from tests.browser.test_studio_drop import drop

pytestmark = pytest.mark.slow


def test_the_picture_of_the_texts_is_up_to_date(lone_studio, moon, tmp_path):
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
    compare_with_picture("studio-texts", page)


def test_the_picture_of_the_tab_print_is_up_to_date(lone_studio, moon, tmp_path):
    """What most people want is in the window: paper, sides, the sheets as they come out."""
    shutil.copytree(moon, tmp_path / "catalog" / "moon")
    page = lone_studio(tmp_path, width=1300, height=900)
    page.click("#tab-sheets")
    page.wait_for_function("() => document.querySelector('#print-plan')?.textContent")
    page.wait_for_function("() => document.querySelector('#pages-sheets img')?.naturalWidth > 0")
    page.mouse.move(0, 0)
    compare_with_picture("studio-print", page)


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


def test_the_picture_of_a_picture_in_its_box_is_up_to_date(lone_studio, moon, tmp_path):
    """A picture is moved within its box. The rest of the panel is not shown."""
    shutil.copytree(moon, tmp_path / "catalog" / "moon")
    page = lone_studio(tmp_path, width=1100, height=760)
    drop(page, "#cards li button", landscape(tmp_path / "moonrise.jpg"))
    saved(page, "Picture of Pathfinder")
    page.click("#cards li button")
    page.click("#studio-edit")
    page.wait_for_selector("#bench [data-box=picture]")
    page.locator("#bench [data-box=picture]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".crop .frame:focus")
    press_at_once(page, *["+"] * 3, *["Shift+ArrowLeft"] * 2)
    saved(page, "Move picture of Pathfinder")
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync("#studio-panel .on-card ~ * { display: none }");
          document.adoptedStyleSheets.push(sheet);
        }"""
    )
    compare_with_picture("on-card", page)

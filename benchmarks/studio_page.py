"""Frames while a box of forty is dragged in the studio, and seconds from a key to the new picture of the card.

usage: studio_page.py [--runs N]

Needs what ``browser.py`` needs. Prints the best of several runs beside its limit. The limits hold on an idle machine.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from browser import PAUSE, chromium, served
from deck import workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FRAMES: Final = 30.0
"""The least frames a second while one of `BOXES` boxes is dragged."""

BOXES: Final = 40
PICTURE_OF_A_KEY: Final = {250: 0.15, 2000: 0.3}
"""The limit from a key to the new picture, by the number of cards."""

PAGE: Final = 1.2
"""The limit of the page without pictures, in MB."""

CHIP: Final = '  chip-{at}: {{at: [{x}, {y}], size: [5, 6], fill: "#ddeeff", overlaps: true}}\n'
"""A further box of the face."""

_DRAGGED: Final = 60
"""How many times the pointer moves while frames are counted."""

_COUNT_FRAMES: Final = """() => {
  globalThis.frames = [];
  const note = (now) => { globalThis.frames.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""

_NOTE_PICTURES: Final = """() => {
  globalThis.drawnAt = 0;
  const once = { once: true, capture: true };
  document.addEventListener("keydown", () => { globalThis.pressedAt = performance.now(); }, once);
  document.getElementById("stage").addEventListener("load", () => { globalThis.drawnAt = performance.now(); }, once);
}"""


def main() -> None:
    """Measure, and print each figure beside its limit."""
    parser = argparse.ArgumentParser(description="Measure the studio in the browser.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each measurement, of which the best counts")
    runs = parser.parse_args().runs
    print("| what | figure | limit |")
    print("|---|---:|---:|")
    with chromium() as browser:
        for cards in PICTURE_OF_A_KEY:
            for what, figure, limit in _measured(browser, cards, runs):
                print(f"| {what} | {figure:.2f} | {limit:g} |", flush=True)


def _measured(browser: Browser, cards: int, runs: int) -> Iterator[tuple[str, float, float]]:
    with TemporaryDirectory(prefix="punchboard-") as name:
        folder = workspace(Path(name).resolve(), cards)
        face = folder / "catalog/deck/layouts/faces/card.yaml"
        own = len(re.findall(r"^  [a-z]", face.read_text(encoding="utf-8"), re.MULTILINE))
        more = (CHIP.format(at=at, x=5 + 6 * (at % 9), y=36 + 8 * (at // 9)) for at in range(BOXES - own))
        face.write_text(face.read_text(encoding="utf-8") + "".join(more), encoding="utf-8")
        with served(("edit", "deck", "--workspace", str(folder)), folder) as address:
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            loaded: list[int] = []
            page.on("response", lambda answer: loaded.append(_size(answer)))
            page.goto(address)
            page.click("#cards li button")
            page.click("#studio-edit")
            page.wait_for_selector("#bench [data-box=title]")
            if cards == min(PICTURE_OF_A_KEY):
                yield "the page without pictures, MB", sum(loaded) / 1e6, PAGE
                yield f"frames a second, {BOXES} boxes", max(_frames(page) for _ in range(runs)), FRAMES
            taken = min(_seconds_to_picture(page) for _ in range(runs))
            yield f"key to picture, {cards:,} cards, s", taken, PICTURE_OF_A_KEY[cards]
            page.close()


def _size(answer: object) -> int:
    kind = answer.headers.get("content-type", "")  # type: ignore[attr-defined]
    return 0 if kind.startswith("image/") else int(answer.headers.get("content-length", 0))  # type: ignore[attr-defined]


def _frames(page: Page) -> float:
    """Return the frames a second while the box of the title is dragged; undo puts it back."""
    box = page.locator("#bench [data-box=title]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y + 5)
    page.evaluate(_COUNT_FRAMES)
    for step in range(_DRAGGED):
        page.mouse.move(x + 5 + step, y + 5 + step)
    frames = page.evaluate("frames")
    page.mouse.move(x, y)
    page.mouse.up()
    time.sleep(PAUSE)
    return float(1000 * (len(frames) - 1) / (frames[-1] - frames[0]))


def _seconds_to_picture(page: Page) -> float:
    """Return the seconds from a key that moves a box to the picture of the card that shows it."""
    time.sleep(PAUSE)
    page.locator("#bench [data-box=title]").focus()
    page.evaluate(_NOTE_PICTURES)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => globalThis.drawnAt > 0")
    return float(page.evaluate("globalThis.drawnAt - globalThis.pressedAt")) / 1000


if __name__ == "__main__":
    main()

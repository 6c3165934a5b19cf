"""The size of the studio's page, frames while a box is dragged, seconds from a key to the picture, and memory.

usage: studio.py [--runs N] [--edits N]

Needs what ``browser.py`` needs. Prints the best of several runs beside its limit. The limits hold on an idle machine.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from browser import Served, chromium, frames_a_second, served
from deck import FACE, workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

PAGE_BYTES: Final = 1_200_000
"""The limit of the page without pictures."""

BOXES: Final = 40
FRAMES: Final = 30
"""The least frames a second while a box is dragged on a card of that many boxes."""

KEY: Final = {250: 0.15, 2000: 0.3}
"""The limit in seconds from a key in the table to the picture of the card, by the number of cards."""

GROWTH: Final = 1.1
"""The limit of the server's memory after the edits, divided by that after a tenth of them."""

_CARD: Final = ".deck-side .card-picture img"
_SHOWN: Final = """([selector, before]) => {
  const image = document.querySelector(selector);
  return image && image.getAttribute("src") !== before && image.complete && image.naturalWidth > 0;
}"""


def main() -> None:
    """Measure, and print each figure beside its limit."""
    parser = argparse.ArgumentParser(description="Measure the studio in the browser.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each measurement, of which the best counts")
    parser.add_argument("--edits", type=int, default=500, help="edits before the memory is measured")
    given = parser.parse_args()
    print("| what | figure | limit |")
    print("|---|---:|---:|")
    with chromium() as browser:
        keys = (key_to_picture(browser, cards, given.runs) for cards in KEY)
        for what, figure, limit in chain(_dragged(browser, given.runs), keys, _grown(browser, given.edits)):
            print(f"| {what} | {figure:,.2f} | {limit:g} |", flush=True)


@contextmanager
def _studio(cards: int, boxes: int = 0) -> Iterator[tuple[Served, Path]]:
    """Start the studio of a deck whose face has more boxes, and end it; give it with the deck's folder."""
    with TemporaryDirectory(prefix="punchboard-") as name:
        folder = workspace(Path(name).resolve(), cards)
        game = folder / "catalog/deck"
        more = (
            f"  more{at}: {{at: [{6 + at % 8 * 6}, {76 + at // 8 * 2}], size: [5, 1.5], fill: accent}}\n"
            for at in range(boxes)
        )
        (game / "layouts/faces/card.yaml").write_text(FACE + "".join(more), encoding="utf-8")
        with served(("edit", "deck"), folder, folder) as server:
            yield server, game


def _opened(browser: Browser, server: Served) -> Page:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.goto(server.address)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#cards li img")
    return page


def _dragged(browser: Browser, runs: int) -> Iterator[tuple[str, float, float]]:
    with _studio(9, BOXES - FACE.count("at: [")) as (server, _):
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        sizes: list[int] = []

        def count(answer: Response) -> None:
            sizes.append(_size(answer))

        page.on("response", count)
        page.goto(server.address)
        page.wait_for_selector("#cards li img")
        page.wait_for_timeout(1000)
        page.remove_listener("response", count)
        yield "the page without pictures, bytes", sum(sizes), PAGE_BYTES
        page.click("#cards li button")
        page.click("#studio-edit")
        page.wait_for_selector("#bench [data-box=text]")
        box = page.locator("#bench [data-box=text]").bounding_box()
        assert box is not None
        assert page.locator("#bench [data-box]").count() == BOXES
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        yield f"frames a second, {BOXES} boxes", max(frames_a_second(page, *middle) for _ in range(runs)), FRAMES


def _size(answer: Response) -> int:
    """Return the bytes of an answer that is no picture and no stream of news."""
    kind = answer.headers.get("content-type", "")
    return 0 if kind.startswith(("image/", "text/event-stream")) else len(answer.body())


def key_to_picture(browser: Browser, cards: int, runs: int) -> tuple[str, float, float]:
    """Return what was measured, the seconds from a key in a table to the new picture of its card, and their limit."""
    with _studio(cards) as (server, _):
        page = _opened(browser, server)
        page.click("#tab-table")
        title = page.locator(".line[aria-rowindex='2'] [role=gridcell]").nth(1)
        title.click()
        page.wait_for_function(_SHOWN, arg=[_CARD, ""])
        page.keyboard.press("F2")
        taken = []
        for turn in range(runs):
            page.wait_for_timeout(1000)
            before = page.get_attribute(_CARD, "src")
            begun = time.perf_counter()
            page.keyboard.type("abcdefghijk"[turn % 11])
            page.wait_for_function(_SHOWN, arg=[_CARD, before], polling=5)
            taken.append(time.perf_counter() - begun)
    return f"key to picture, {cards:,} cards, seconds", min(taken), KEY[cards]


def _grown(browser: Browser, edits: int) -> Iterator[tuple[str, float, float]]:
    """Yield the server's memory after some edits, divided by that after a tenth of them."""
    with _studio(250) as (server, game):
        page = _opened(browser, server)
        page.click("#tab-table")
        memory = []
        for number in range(edits):
            cell = page.locator(f".line[aria-rowindex='{2 + number % 20}'] [role=gridcell]").nth(1)
            cell.click()
            page.keyboard.press("F2")
            page.keyboard.press("Control+a")
            page.keyboard.type(f"Owl {number}")
            page.keyboard.press("Enter")
            _wait_for(game / "cards.csv", f",Owl {number},")
            if number + 1 in {edits // 10, edits}:
                page.wait_for_timeout(3000)
                memory.append(_megabytes(server.process))
    yield f"memory after {edits} edits, of that after {edits // 10}", memory[-1] / memory[0], GROWTH


def _wait_for(file: Path, text: str) -> None:
    end = time.monotonic() + 60
    while text not in file.read_text(encoding="utf-8"):
        if time.monotonic() > end:
            raise RuntimeError(f"{text!r} was not written")
        time.sleep(0.01)


def _megabytes(process: int) -> float:
    """Return the memory of a process that is its own, in MB; Linux tells it."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


if __name__ == "__main__":
    main()

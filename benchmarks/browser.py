"""Seconds until a browser shows the preview: its first view, and a saved change.

usage: browser.py [--runs N]

Needs Playwright (``pip install 'punchboard[test]'``) and a Chromium: ``chromium``, or the one that ``CHROMIUM`` names.
Prints the least of several runs beside its limit. The limits hold on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from deck import workspace
from timing import environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FIRST_VIEW: Final = {250: 1.0}
"""The limit of the first view, by the number of cards."""

SAVED_ROW: Final = {250: 0.2, 2000: 0.5}
"""The limit of a saved row, by the number of cards."""

THEME_TIMES: Final = 3
"""How many times as long a saved theme may take as a row, as it changes every card."""

WAIT: Final = 120.0
"""Seconds to wait for a server or a picture."""

LOOK: Final = 0.005
PAUSE: Final = 1.0
"""Seconds of quiet before each measurement."""

_DRAGGED: Final = 60
"""How many times the pointer moves while frames are counted."""

PICTURE: Final = "#cards .face img"
_SHOWN: Final = """([selector, before]) => {
  const image = document.querySelector(selector);
  return image !== null && image.getAttribute("src") !== before && image.complete && image.naturalWidth > 0;
}"""
_COUNT_FRAMES: Final = """() => {
  const frames = (globalThis.frames = []);
  const note = (now) => {
    if (globalThis.frames !== frames) return;
    frames.push(now);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
"""A page counts for the last drag alone: a frame that two counts saw would count twice."""

_CHECKED: Final = "() => !document.getElementById('tab-sheets').hidden"


def seconds_to_first_view(page: Page, address: str) -> float:
    """Return the seconds from opening the address of a preview to the first picture."""
    begun = time.perf_counter()
    page.goto(address)
    _wait_until(page, _SHOWN, [PICTURE, ""])
    return time.perf_counter() - begun


def seconds_to_a_saved_change(page: Page, file: Path, old: str, new: str) -> float:
    """Return the seconds from saving a file to a new first picture in the page of a preview.

    Args:
        page: a page that shows the preview.
        file: a file of the game.
        old: a text in the file that is seen in the first picture.
        new: what is saved instead, once.
    """
    before, text = page.get_attribute(PICTURE, "src"), file.read_text(encoding="utf-8")
    assert old in text
    begun = time.perf_counter()
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    _wait_until(page, _SHOWN, [PICTURE, before])
    return time.perf_counter() - begun


def frames_a_second(page: Page, x: float, y: float) -> float:
    """Return the frames a second while what lies at a point of the page is dragged; it is put back."""
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y + 5)
    page.evaluate(_COUNT_FRAMES)
    for step in range(_DRAGGED):
        page.mouse.move(x + 5 + step, y + 5)
    frames = page.evaluate("frames")
    page.mouse.move(x, y)
    page.mouse.up()
    milliseconds: float = frames[-1] - frames[0]
    return 1000 * (len(frames) - 1) / milliseconds


class Served(NamedTuple):
    """A program that serves pages: its address, and the number of its process."""

    address: str
    process: int


@contextmanager
def served(words: Sequence[str], folder: Path, where: Path | None = None) -> Iterator[Served]:
    """Start a command of the program that serves pages, where it is called, and end it; a folder keeps its output.

    Raises:
        RuntimeError: when it does not start, with its output.
    """
    log = folder / "served.log"
    command = (sys.executable, "-m", "punchboard", *words, "--no-open", "--port", "0")
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=where, env=environment(), stdout=out, stderr=out)
    try:
        end = time.monotonic() + WAIT
        while (found := re.search(r"http://\S+(?=\s)", log.read_text(encoding="utf-8"))) is None:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(log.read_text(encoding="utf-8"))
            time.sleep(LOOK)
        yield Served(found[0], process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def preview(folder: Path) -> AbstractContextManager[Served]:
    """Start the preview of a workspace, as `served` does."""
    return served(("preview", "--trusted", "--workspace", str(folder)), folder)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a Chromium without a window, and end it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where a browser is measured

    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])  # it may run as root
        try:
            yield browser
        finally:
            browser.close()


def measure(browser: Browser, cards: int, runs: int) -> Iterator[tuple[str, float, float]]:
    """Yield what was measured of a deck, its seconds and its limit: each the least of some runs."""
    with TemporaryDirectory(prefix="punchboard-") as name:
        folder = workspace(Path(name).resolve(), cards)
        if cards in FIRST_VIEW:
            yield f"first view, {cards:,} cards", _first_view(browser, folder, runs), FIRST_VIEW[cards]
        row, theme = _saved_changes(browser, folder, runs)
        yield f"saved row, {cards:,} cards", row, SAVED_ROW[cards]
        yield f"saved theme, {cards:,} cards", theme, THEME_TIMES * SAVED_ROW[cards]


def _first_view(browser: Browser, folder: Path, runs: int) -> float:
    """Return the least seconds to the first view, each of a new server that has loaded the game."""
    taken = []
    for _ in range(runs):
        with preview(folder) as server:
            time.sleep(2 * PAUSE)
            page = browser.new_page()
            taken.append(seconds_to_first_view(page, server.address))
            page.close()
    return min(taken)


def _saved_changes(browser: Browser, folder: Path, runs: int) -> tuple[float, float]:
    """Return the least seconds to a saved row and to a saved theme."""
    table, theme = folder / "catalog/deck/cards.csv", folder / "catalog/deck/layouts/theme.yaml"
    titled = re.findall(r"\n1,[^,]*", table.read_text(encoding="utf-8"))[0]
    rows, themes = [], []
    with preview(folder) as server:
        page = browser.new_page()
        page.goto(server.address)
        _wait_until(page, _CHECKED, None)
        for turn in range(runs):
            time.sleep(PAUSE)
            old, new = (f"{titled}{' again' * count}," for count in (turn, turn + 1))
            rows.append(seconds_to_a_saved_change(page, table, old, new))
            time.sleep(PAUSE)
            old, new = (f"title: {{size: {size}," for size in (11 + turn, 12 + turn))
            themes.append(seconds_to_a_saved_change(page, theme, old, new))
        page.close()
    return min(rows), min(themes)


def main() -> None:
    """Measure, and print each figure beside its limit."""
    parser = argparse.ArgumentParser(description="Measure the seconds until a browser shows the preview.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each measurement, of which the least counts")
    runs = parser.parse_args().runs
    print("| what | seconds | limit |")
    print("|---|---:|---:|")
    with chromium() as browser:
        for cards in SAVED_ROW:
            for what, seconds, limit in measure(browser, cards, runs):
                print(f"| {what} | {seconds:.2f} | {limit:g} |", flush=True)


def _wait_until(page: Page, script: str, argument: object) -> None:
    end = time.monotonic() + WAIT
    while not page.evaluate(script, argument):
        if time.monotonic() > end:
            raise RuntimeError(script)
        page.wait_for_timeout(1000 * LOOK)


if __name__ == "__main__":
    main()

"""Seconds until ``table.html`` has dealt a game, frames while a card is dragged, and seconds of a move to another seat.

usage: table_page.py [--runs N]

Needs what ``browser.py`` needs. Prints the best of several runs beside its limit. The limits hold on an idle machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from browser import chromium, frames_a_second, served
from deck import workspace

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
from punchboard.load import find_games
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).resolve().parents[1]

DEALT: Final = 1.0
"""The limit in seconds from opening a table to its dealt cards."""

FRAMES: Final = {300: 60, 1000: 30}
"""The least frames a second while a card is dragged, by the number of cards on the table."""

MOVE: Final = 0.1
"""The limit in seconds from a move to the page of another seat."""

_ALL_LAID: Final = """(wanted) => {
  const { play } = punchboard;
  const { table } = play;
  const box = table.piles.findIndex((pile) => pile.length > 0);
  table.piles[box].slice(-wanted).forEach((piece, place) => {
    const at = [(place % 40) * 30 - 600, Math.floor(place / 40) * 40 - 500];
    play.game.history.push({ do: "move", pieces: [piece], to: table.tablePlace, at });
  });
  play.refresh();
  const seen = [...document.querySelectorAll(".piece")].map((piece) => piece.getBoundingClientRect());
  const shown = seen.filter((box) => box.y > 300 && box.y < 700);
  const { x, y, width, height } = shown[Math.floor(shown.length / 2)];
  return [x + width - 3, y + height - 3];
}"""


def main() -> None:
    """Measure, and print each figure beside its limit."""
    parser = argparse.ArgumentParser(description="Measure the table in the browser.")
    parser.add_argument("--runs", type=int, default=5, help="runs of each measurement, of which the best counts")
    runs = parser.parse_args().runs
    print("| what | figure | limit |")
    print("|---|---:|---:|")
    with chromium() as browser, TemporaryDirectory(prefix="punchboard-") as name:
        folder = Path(name).resolve()
        for what, figure, limit in (
            *_dealt(browser, folder, runs),
            *_dragged(browser, folder, runs),
            _moved(browser, folder, runs),
        ):
            print(f"| {what} | {figure:.2f} | {limit:g} |", flush=True)


def _dealt(browser: Browser, folder: Path, runs: int) -> Iterator[tuple[str, float, float]]:
    for game in find_games(ROOT):
        build(game, BuildOptions(ROOT, folder, ("table",)))
        address = (folder / game / "table.html").as_uri()
        yield f"{game} is dealt, seconds", min(_seconds_to_deal(browser, address) for _ in range(runs)), DEALT


def _seconds_to_deal(browser: Browser, address: str) -> float:
    page = browser.new_page()
    begun = time.perf_counter()
    page.goto(address)
    _begin(page)
    page.evaluate("punchboard.play.allByChance()")
    assert page.evaluate("punchboard.play.table.isSetUp")
    taken = time.perf_counter() - begun
    page.close()
    return taken


def _dragged(browser: Browser, folder: Path, runs: int) -> Iterator[tuple[str, float, float]]:
    made = workspace(folder / "deck", max(FRAMES))
    build("deck", BuildOptions(made, folder / "out", ("table",)))
    for cards, limit in FRAMES.items():
        page = browser.new_page()
        page.goto((folder / "out/deck/table.html").as_uri())
        _begin(page)
        x, y = page.evaluate(_ALL_LAID, cards)
        yield f"frames a second, {cards:,} cards", max(frames_a_second(page, x, y) for _ in range(runs)), limit
        page.close()


def _moved(browser: Browser, folder: Path, runs: int) -> tuple[str, float, float]:
    """Return the seconds from an act of one seat to the page of another, on one machine."""
    with served(("table", "alpha-and-omega", "--workspace", str(ROOT)), folder) as server:
        start, _, code = server.address.partition("#")
        host, guest = browser.new_page(), browser.new_page()
        host.goto(server.address)
        guest.goto(start)
        guest.fill("#guest", "Guest")
        guest.fill("#code", code)
        guest.click("#join-form button")
        guest.wait_for_selector("#lobby:not([hidden])")
        _begin(host)
        guest.wait_for_selector("#stage .slot")
        taken = []
        for turn in range(runs):
            seen = guest.evaluate("punchboard.play.seen.revision")
            begun = time.perf_counter()
            host.evaluate("punchboard.play.allByChance()" if turn == 0 else "punchboard.play.history({ do: 'round' })")
            guest.wait_for_function("(seen) => punchboard.play.seen.revision > seen", arg=seen, polling=5)
            taken.append(time.perf_counter() - begun)
            guest.wait_for_timeout(500)
    return "a move is on another page, seconds", min(taken), MOVE


def _begin(page: Page) -> None:
    page.wait_for_selector("#start[open]")
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")


if __name__ == "__main__":
    main()

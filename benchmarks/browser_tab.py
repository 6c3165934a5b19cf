"""Seconds of the program in a tab of a browser, beside those of the native program.

usage: browser_tab.py APP [--runs N]

APP is the folder that ``release/web.py make`` has written. Needs what ``browser.py`` needs. Prints the least of several
runs beside its limit. The limits hold on an idle machine.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Final

from browser import chromium
from studio import key_to_picture
from timing import environment

if TYPE_CHECKING:
    from playwright.sync_api import Page

VISIT: Final = 3.0
FIRST_SHEET: Final = {60: 4.0, 2000: 10.0}
"""The limit of a table's way to its first sheet, by the number of rows."""
LOOKING: Final = 15
"""Seconds in which a person looks for the table, while the page loads what it will need."""
EDIT: Final = 0.4
EDITED: Final = 250
"""The limit of an edit's way to its picture, in seconds, and the number of cards."""
MEMORY: Final = 500
"""The limit of the tab's memory in MB, with the most rows."""

CARD: Final = ".deck-side .card-picture img"
SHOWN: Final = f"""(before) => {{
  const image = document.querySelector("{CARD}");
  return image?.complete && image.naturalWidth > 0 && image.getAttribute("src") !== before;
}}"""
"""Whether the card beside the table has another picture than before."""

WAIT: Final = 600_000.0
"""Milliseconds to wait for the page."""


TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}


class Files(SimpleHTTPRequestHandler):
    """Gives the files of the app, silently."""

    extensions_map = TYPES

    def log_message(self, *_: object) -> None:
        """Say nothing of what was asked."""


@contextmanager
def host(app: Path) -> Iterator[str]:
    """Serve the files of the app; yield their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(app)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def table(rows: int) -> str:
    """Return a table of cards."""
    lines = (f"Spell {number},Draw {number % 5} cards.,{number % 9}\n" for number in range(rows))
    return "Name,Text,Cost\n" + "".join(lines)


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def visited(page: Page, address: str) -> None:
    """Open the page, and wait until a table can be dropped."""
    page.goto(address)
    page.wait_for_selector("#file:enabled", state="attached", timeout=WAIT)


def made(page: Page, rows: int) -> None:
    """Drop a table, and wait for its first sheet."""
    data = table(rows).encode()
    page.set_input_files("#file", {"name": f"Spells {rows}.csv", "mimeType": "text/csv", "buffer": data})
    page.wait_for_selector("#first:visible", timeout=WAIT)


def seconds_to_the_first_sheet(page: Page, address: str, rows: int, looking: float) -> float:
    """Return the seconds from a table to its first sheet; it is dropped some seconds after the page was loaded."""
    visited(page, address)
    page.wait_for_timeout(1000 * looking)
    return timed(lambda: made(page, rows))


def seconds_from_key_to_picture(page: Page, cards: int) -> float:
    """Return the seconds from a key typed in a cell of the studio's table to the new picture of its card."""
    made(page, cards)
    page.wait_for_selector("#edit:visible", timeout=WAIT)
    page.click("#edit")
    frame = page.wait_for_selector("#studio")
    studio = frame.content_frame() if frame is not None else None
    assert studio is not None
    studio.wait_for_selector("#cards li img", timeout=WAIT)
    studio.click("#tab-table")
    studio.locator(".line[aria-rowindex='2'] [role=gridcell]").nth(1).click()
    studio.wait_for_function(SHOWN, arg="")
    page.keyboard.press("F2")
    taken = []
    for key in "abc":
        page.wait_for_timeout(3000)
        before = studio.get_attribute(CARD, "src")
        begun = time.perf_counter()
        page.keyboard.type(key)
        studio.wait_for_function(SHOWN, arg=before, polling=5)
        taken.append(time.perf_counter() - begun)
    return min(taken)


def megabytes() -> float:
    """Return the memory of the largest process that shows a page, without the browser's own files, in MB."""
    found = [0.0]
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            command = status.with_name("cmdline").read_bytes()
            if b"--type=renderer" in command:
                found += [int(one) / 1024 for one in re.findall(r"RssAnon:\s+(\d+) kB", status.read_text("utf-8"))]
        except OSError:
            continue  # it has ended
    return max(found)


def made_natively(rows: int) -> None:
    """Make the same game and its first sheet with the native program."""
    with TemporaryDirectory(prefix="punchboard-") as name:
        (Path(name) / f"Spells {rows}.csv").write_text(table(rows), encoding="utf-8")
        command = (sys.executable, "-m", "punchboard", "new", f"spells-{rows}", "--from", f"Spells {rows}.csv")
        subprocess.run(command, cwd=name, env=environment(), check=True, capture_output=True)


def main() -> None:
    """Measure, and print each figure beside its limit."""
    parser = argparse.ArgumentParser(description="Measure the program in a tab of a browser.")
    parser.add_argument("app", type=Path, help="the folder that release/web.py make has written")
    parser.add_argument("--runs", type=int, default=3, help="runs of each measurement, of which the least counts")
    asked = parser.parse_args()
    print("| what | found | limit | native |")
    print("|---|---:|---:|---:|")
    with host(asked.app) as address, chromium() as browser:
        page = browser.new_page(bypass_csp=True)  # or the page would run no script that waits
        first = timed(lambda: visited(page, address))
        print(f"| first visit, seconds | {first:.1f} | | |", flush=True)
        page.wait_for_selector("#offline:visible", timeout=WAIT)
        visit = min(timed(lambda: visited(page, address)) for _ in range(asked.runs))
        print(f"| second visit, seconds | {visit:.1f} | {VISIT:g} | |", flush=True)
        for rows, limit in FIRST_SHEET.items():
            native = min(timed(partial(made_natively, rows)) for _ in range(asked.runs))
            for looking, when in ((LOOKING, "after"), (0, "before")):
                taken = min(seconds_to_the_first_sheet(page, address, rows, looking) for _ in range(asked.runs))
                what = f"{rows:,} rows to the first sheet, {when} all is loaded, seconds"
                print(f"| {what} | {taken:.1f} | {limit:g} | {native:.1f} |", flush=True)
        print(f"| memory after that, MB | {megabytes():.0f} | {MEMORY} | |", flush=True)
        visited(page, address)
        edited = seconds_from_key_to_picture(page, EDITED)
        _, native, _ = key_to_picture(browser, EDITED, asked.runs)
        print(f"| key to picture, {EDITED} cards, seconds | {edited:.2f} | {EDIT:g} | {native:.2f} |", flush=True)


if __name__ == "__main__":
    main()

"""The tables of the five games, built once for all tests of them."""

from pathlib import Path

from filelock import FileLock

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "catalog").glob("*/game.yaml"))


def built_table(game, folder):
    """Return the address of ``table.html`` of a game of the catalog, built in a folder."""
    path = folder / game / "table.html"
    with FileLock(folder / f"{game}.lock"):
        if not path.is_file():
            build(game, BuildOptions(ROOT, folder, ("table",)))
    return path.as_uri()


def begin(page, players, how="all", variant="", seed=None):
    """Begin a game as the first page of the table offers it."""
    page.select_option("#seats", str(players))
    if variant:
        page.select_option("#variant", variant)
    if page.locator("#script-field").is_visible():
        page.check(f"#start-form input[value={how}]")
    if seed is not None:
        page.click("summary")
        page.fill("#seed", str(seed))
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")


def set_up(visit, folder, game, players):
    """Return the page of a game whose set-up is carried out, with a fixed seed."""
    page = visit(built_table(game, folder))
    begin(page, players, seed=7)
    page.evaluate("punchboard.play.allByChance()")
    return page


def downloaded(page, button, path):
    """Save what a button of the page offers as a file, and return its path."""
    with page.expect_download() as offered:
        page.click(button)
    offered.value.save_as(path)
    return path


def piles(page):
    """Return the pieces of each pile of the page, by name and seat."""
    return page.evaluate(
        "() => punchboard.play.table.piles.map((pile, place) => [punchboard.play.table.program.piles[place], pile])"
    )


def pile(page, name, seat=None):
    """Return the number of a pile and its pieces."""
    every = enumerate(piles(page))
    return next((place, found) for place, (key, found) in every if key == [name, seat])

"""A table of two thousand cards without a set-up: it opens at once, and a card follows the hand."""

import time

import pytest

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import build

pytestmark = pytest.mark.slow

GAME = """\
title: The Forest
version: "1"
players: {range: 2-4, prototype: for a test}
kinds:
  card:
    name: Leaf card
    shape: poker
    face: card
    id: "leaf-{{ '%04d' % number }}"
    prototype: made for a test
    fields: {number: {type: integer}}
    rows: cards.csv
"""
FACE = """\
ground: "#ffffff"
boxes: {title: {at: [6, 6], size: [51, 20], text: "Leaf {{ number }}", style: title}}
"""

LAY = """(wanted) => {
  const { play } = punchboard;
  const { table } = play;
  const box = table.piles.findIndex((pile) => pile.length > 0);
  const there = table.piles[table.tablePlace].length;
  table.piles[box].slice(there - wanted).forEach((piece, number) => {
    const place = there + number;
    const at = [(place % 40) * 30 - 600, Math.floor(place / 40) * 40 - 500];
    play.game.history.push({ do: "move", pieces: [piece], to: table.tablePlace, at });
  });
  play.refresh();
  const seen = [...document.querySelectorAll(".piece")].map((piece) => piece.getBoundingClientRect());
  const shown = seen.filter((box) => box.y > 300 && box.y < 700);
  const { x, y, width, height } = shown[Math.floor(shown.length / 2)];
  return [x + width - 3, y + height - 3];
}"""

FRAMES = """() => {
  globalThis.gaps = [];
  let last = performance.now();
  const next = (now) => {
    gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


@pytest.fixture(scope="module")
def forest(tmp_path_factory):
    """The address of the table of two thousand cards."""
    workspace = tmp_path_factory.mktemp("forest")
    folder = workspace / "catalog" / "forest"
    (folder / "layouts" / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards.csv").write_text("number\n" + "".join(f"{number}\n" for number in range(1, 2001)))
    (folder / "layouts" / "faces" / "card.yaml").write_text(FACE)
    build("forest", BuildOptions(workspace, workspace / "output", ("table",)))
    return (workspace / "output" / "forest" / "table.html").as_uri()


def test_a_game_without_a_setup_is_set_up_by_hand(forest, visit):
    """Nothing is asked about the set-up; all cards lie in the box, and the panel says that the rest is by hand."""
    page = visit(forest)
    assert not page.locator("#script-field").is_visible()
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")
    assert "Set the game up as you like" in page.inner_text("#asked")
    assert not page.locator("#play-part").count()
    assert page.evaluate("punchboard.play.table.piles.map((pile) => pile.length).sort((a, b) => b - a)[0]") == 2000


@pytest.mark.timed
@pytest.mark.parametrize(("cards", "frames"), [(300, 60), (1000, 30)])
def test_a_card_follows_the_hand(forest, visit, cards, frames):
    """With many cards on the table, most frames of a drag come in time."""
    page = visit(forest)
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")
    x, y = page.evaluate(LAY, cards)
    page.wait_for_timeout(2000)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    assert page.locator(".lifted").count() == 1
    page.evaluate(FRAMES)
    began = time.monotonic()
    while time.monotonic() - began < 2:
        page.mouse.move(600 + 300 * (time.monotonic() % 1), 300)
    gaps = sorted(page.evaluate("gaps.slice(3)"))
    page.mouse.up()
    assert gaps[len(gaps) // 2] <= 1000 / frames * 1.1


@pytest.mark.timed
def test_a_large_game_is_on_the_table_in_a_second(forest, visit):
    """From opening the file to the first cards."""
    began = time.monotonic()
    page = visit(forest)
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")
    assert time.monotonic() - began <= 2  # with the start of the browser's window

"""A table of two thousand cards without a set-up: it opens, and a card follows the hand."""

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

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

WATCH = """() => {
  globalThis.touched = new Set();
  const note = (changes) => changes.forEach(({ target }) => touched.add(target));
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document.body, all);
}"""


@pytest.fixture(scope="module")
def forest(made_once):
    """The address of the table of two thousand cards."""

    def fill(workspace):
        folder = workspace / "catalog" / "forest"
        (folder / "layouts" / "faces").mkdir(parents=True)
        (folder / "game.yaml").write_text(GAME)
        (folder / "cards.csv").write_text("number\n" + "".join(f"{number}\n" for number in range(1, 2001)))
        (folder / "layouts" / "faces" / "card.yaml").write_text(FACE)
        build("forest", BuildOptions(workspace, workspace / "output", ("table",)))

    return (made_once("forest", fill)[0] / "output" / "forest" / "table.html").as_uri()


def test_a_game_without_a_setup_is_set_up_by_hand(forest, visit):
    """Nothing is asked about the set-up; all cards lie in the box, and the panel says that the rest is by hand."""
    page = visit(forest)
    assert not page.locator("#script-field").is_visible()
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")
    assert "Set the game up as you like" in page.inner_text("#asked")
    assert not page.locator("#play-part").count()
    assert page.evaluate("punchboard.play.table.piles.map((pile) => pile.length).sort((a, b) => b - a)[0]") == 2000


@pytest.mark.parametrize("cards", [300, pytest.param(1000, marks=pytest.mark.long)])
def test_a_card_follows_the_hand(forest, visit, cards):
    """However many cards are on the table, only the one in the hand changes while it is dragged."""
    page = visit(forest)
    page.click("#start-form [type=submit]")
    page.wait_for_selector("#stage .piece")
    x, y = page.evaluate(LAY, cards)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    lifted = page.locator(".lifted")
    assert lifted.count() == 1
    before = lifted.bounding_box()
    page.evaluate(WATCH)
    for step in range(1, 41):
        page.mouse.move(x + 20 + step, y + 20)
    after = lifted.bounding_box()
    assert (after["x"], after["y"]) == pytest.approx((before["x"] + 40, before["y"]), abs=1)
    assert page.evaluate("[...touched].every((one) => one.matches('.lifted, .slot'))")
    assert page.evaluate("touched.size") <= 3  # the card, and a pile that it leaves and one that it comes to
    page.mouse.up()

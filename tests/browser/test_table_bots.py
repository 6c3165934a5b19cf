"""Greedy bots of the table in the browser: they want what the game's aim says, and know only what their seat sees."""

import json

import pytest
from tests.browser.tables import begin, built_table, downloaded

from punchboard.plays.log import read_logs

pytestmark = pytest.mark.slow

PLAY = "punchboard.play"

PLAYED = """({ seed, greedy }) => {
  const { play } = punchboard;
  const blank = { variant: "", names: [], winners: [], redo: [], notes: "", score: [[]] };
  const history = [{ do: "all" }, ...Array.from({ length: 12 }, () => ({ do: "part" }))];
  play.begin({ ...blank, players: 2, seed, bots: [0, 1], greedy, history });
  return [0, 1].map((seat) => play.table.aimOf(seat));
}"""

SAME = """() => {
  const { table } = punchboard.play;
  const { constructor: Chance } = table.chance;
  const tables = [table, ...[1, 2, 3].map((seed) => table.copyFor(0, new Chance(seed)))];
  const lines = Object.values(table.program.blocks).flat();
  const doers = lines.flatMap(({ path, doers }) => doers.filter(({ seat }) => seat === 0).map((doer) => [path, doer]));
  const fresh = () => ({ entry: {}, planned: 0, tries: new Chance(1) });
  const plansOf = (one) => doers.map(([path, doer]) => Object.assign(one, fresh()).best({ path, seat: 0 }, doer));
  const place = (seat) => table.program.piles.findIndex(([name, owner]) => name === "hand" && owner === seat);
  const hand = (seat) => ({ kind: "pieces", here: { seat: 0 }, options: table.piles[place(seat)] });
  const texts = (found) => found.map((one) => JSON.stringify(one));
  return {
    piles: texts(tables.map((one) => one.piles)),
    hands: texts(tables.map((one) => one.piles[place(0)])),
    tried: texts(tables.map((one) => one.copyFor(0, new Chance(4)).piles)),
    plans: texts(tables.map(plansOf)),
    hidden: [0, 1].map((seat) => table.hides(hand(seat))),
  };
}"""


@pytest.fixture
def vortex(visit, tables):
    """The first page of a table of The Vortex, a game with an aim."""
    return visit(built_table("vortex", tables))


def test_a_greedy_bot_comes_nearer_to_its_aim_than_a_random_one(vortex):
    """Against a random bot it has more in each game, and in all of them far more than a random one had in its place."""
    games = [vortex.evaluate(PLAYED, {"seed": seed, "greedy": [0]}) for seed in range(1, 5)]
    assert all(greedy > random for greedy, random in games)
    plain = [vortex.evaluate(PLAYED, {"seed": seed, "greedy": []}) for seed in range(1, 5)]
    assert sum(greedy for greedy, _ in games) > 1.2 * sum(random for random, _ in plain)


def test_what_a_greedy_bot_chooses_does_not_depend_on_faces_that_it_does_not_see(vortex):
    """It tries its steps on one table, and chooses the same, wherever the pieces lie that are hidden from its seat."""
    vortex.evaluate(PLAYED, {"seed": 3, "greedy": [0]})
    found = vortex.evaluate(SAME)
    assert {name: len({*found[name]}) for name in ("piles", "hands", "tried", "plans")} == {
        "piles": 4,
        "hands": 1,
        "tried": 1,
        "plans": 1,
    }
    assert "pieces" in found["plans"][0]
    assert found["hidden"] == [False, True]


def test_each_seat_is_given_its_bot_and_the_log_says_which(vortex, visit, tables, tmp_path):
    """The bots stay in a saved game, with what they have chosen; on another machine they have chosen the same."""
    for seat, bot in enumerate(("greedy", "random"), 1):
        vortex.get_by_label(f"Who plays seat {seat}").select_option(bot)
    begin(vortex, 2, seed=7)
    for _ in range(4):
        vortex.click("#play-part")
    vortex.click("#of-game")
    path = downloaded(vortex, "#log", tmp_path / "log.jsonl")
    with path.open("rb") as file:
        (log,) = read_logs(file, path.name)
    assert log.head.bots == ("greedy", "random")
    path = downloaded(vortex, "#save", tmp_path / "game.json")
    game = json.loads(path.read_text())
    assert any(entry.get("plans") for entry in game["history"])
    for entry in game["history"]:
        entry.pop("plans", None)
    path.write_text(json.dumps(game))
    other = visit(built_table("vortex", tables))
    other.set_input_files("#file", path)
    other.wait_for_selector("#stage .piece")
    assert other.evaluate(f"[...{PLAY}.table.greedy]") == [0]
    assert other.evaluate(f"{PLAY}.table.piles") == vortex.evaluate(f"{PLAY}.table.piles")


def test_a_game_without_an_aim_has_no_greedy_bots(visit, tables):
    """Its seats are played by people, or at random."""
    page = visit(built_table("alpha-and-omega", tables))
    options = page.get_by_label("Who plays seat 1").locator("option")
    assert options.all_inner_texts() == ["A person", "A random bot"]

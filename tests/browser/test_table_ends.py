"""What the table in the browser plays once an end is met: the same as the simulator."""

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

pytestmark = pytest.mark.slow

GAME = """\
title: Four Draws
version: 0.1.0
prototype: for a test
players: 3
kinds:
  card: {name: Card, shape: circle 20mm, face: coin, id: card, rows: [{copies: 4}]}
decks: {pack: {name: the pack, contains: card}}
each player has: {hand: {name: hand, shows: owner}}
turn: [{draw: 1, from: pack, to: hand, if short: stop}]
end: {the pack is out: {when: count('pack') == 0, THEN}}
"""
TURNS = {"others have a turn": 6, "all have a turn": 7, "finish the round": 6, "one more round": 9}
"""Turns until the game ends; the first seat draws the last of four cards in the fourth turn."""

PLAYED = """(parts) => {
  const { play } = punchboard;
  const history = [{ do: "all" }, ...Array.from({ length: parts }, () => ({ do: "part" }))];
  const blank = { variant: "", names: [], winners: [], redo: [], notes: "", score: [[]] };
  play.begin({ ...blank, players: 3, seed: 1, bots: [0, 1, 2], greedy: [], history });
  play.refresh();
  return [play.table.ends, document.querySelector("#asked").innerText];
}"""


@pytest.mark.parametrize(("then", "turns"), TURNS.items())
def test_the_last_turns_are_played(then, turns, visit, tmp_path):
    """The end is met with the last of them, and not before."""
    folder = tmp_path / "catalog" / "draws"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace("THEN", f"then: {then}"))
    build("draws", BuildOptions(tmp_path, tmp_path / "output", ("table",)))
    page = visit((tmp_path / "output" / "draws" / "table.html").as_uri())
    said = {number: page.evaluate(PLAYED, number) for number in (3, turns - 1, turns)}
    assert [ends for ends, _ in said.values()] == [[], [], ["the pack is out"]]
    assert "last turns" not in said[3][1]
    assert "These are the last turns: the pack is out." in said[turns - 1][1]
    assert "The game ends: the pack is out." in said[turns][1]


COUNTED = """\
title: Twice as Many
version: 0.1.0
prototype: for a test
players: 2
kinds:
  card: {name: Card, shape: circle 20mm, face: coin, id: card, rows: [{copies: 7}]}
decks: {pack: {name: the pack, contains: card}}
each player has: {hand: {name: hand, shows: owner}}
turn: [LINE]
end: {the pack is out: {when: count('pack') == 0}}
"""


@pytest.mark.parametrize(
    "line",
    [
        "{draw: \"count('hand') + 1\", from: pack, to: hand, if short: stop}",
        "{do: [{draw: 1, from: pack, to: hand, if short: stop}], times: \"count('hand') + 1\"}",
    ],
)
def test_what_is_counted_is_counted_when_it_is_needed(line, visit, tmp_path):
    """Each draws one more than the hand holds: one, one, two, two, and the last card."""
    folder = tmp_path / "catalog" / "twice"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(COUNTED.replace("LINE", line))
    build("twice", BuildOptions(tmp_path, tmp_path / "output", ("table",)))
    page = visit((tmp_path / "output" / "twice" / "table.html").as_uri())
    played = PLAYED.replace("players: 3", "players: 2").replace("[0, 1, 2]", "[0, 1]")
    played = played.replace("return [", "return [play.table.piles[0].length, ")
    assert [page.evaluate(played, number)[0] for number in range(6)] == [7, 6, 5, 3, 1, 0]

"""The server's table and the page's do the same: one history gives one table."""

import pytest
from tests.browser.tables import GAMES, ROOT, built_table

from punchboard.load import load
from punchboard.model.print_options import PrintOptions
from punchboard.products import ComposedGame
from punchboard.server.shared_table.seats import open_table
from punchboard.server.shared_table.table_game import TableGame

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change

ANY = """({ players, seed }) => {
  const { play, view } = punchboard;
  const blank = { variant: "", names: [], redo: [], notes: "", score: [[]] };
  play.begin({ ...blank, players, seed, bots: [...Array(players).keys()], history: [{ do: "all" }] });
  play.allByChance();
  let state = seed;
  const below = (number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % number;
  };
  for (let time = 0; time < 60; time += 1) {
    const { table } = play;
    const full = table.piles.flatMap((pile, place) => (pile.length ? [place] : []));
    const from = full[below(full.length)];
    const pieces = [table.piles[from][below(table.piles[from].length)]];
    const to = below(table.piles.length);
    const kind = below(8);
    if (time % 20 === 9 && table.program.rounds.length) play.history({ do: "part" });
    else if (kind === 0) play.history({ do: "flip", pieces });
    else if (kind === 1) play.history({ do: "turn", pieces, by: 90 });
    else if (kind === 2) play.history({ do: "shuffle", pile: from });
    else if (kind === 3) play.history({ do: "deal", from, to: [to, from], number: 2 });
    else if (kind === 4) play.history({ do: "move", pieces, to, under: true });
    else if (kind === 5 && Object.keys(view.dice).length) play.history({ do: "roll", die: Object.keys(view.dice)[0] });
    else if (kind === 6) play.history({ do: "move", pieces, to: table.tablePlace, at: [below(300), 9], keep: true });
    else play.history({ do: "move", pieces, to });
  }
  const { table, game } = play;
  const lies = table.componentOf.map((_, piece) => [
    table.pileOf[piece], table.up[piece], table.angle[piece],
    table.pileOf[piece] === table.tablePlace ? table.at[piece] : null,
  ]);
  const { history } = game;
  const { piles, dice, round, ends, turnOf } = table;
  return { history, piles, lies, dice, round, ends, turnOf };
}"""


@pytest.mark.parametrize("name", GAMES)
def test_one_history_gives_one_table(name, visit, tables):
    """After a set-up by chance, and things that people and bots do: piles, sides, angles, places, dice, ends."""
    page = visit(built_table(name, tables))
    opened = open_table(ComposedGame(load(name, ROOT), ("a4",), (), PrintOptions()), "ABCD2345")
    room = opened.table
    for seed, program in enumerate(room._program.programs[:1], 5):
        if program.variant:
            continue
        seen = page.evaluate(ANY, {"players": program.players, "seed": seed})
        bots = frozenset(range(program.players))
        game = TableGame(program, room._program.sets, room._parts, seed, seen["history"], bots=bots)
        game.play()
        assert game.piles == seen["piles"]
        assert (game.progress.dice, game.progress.round) == (seen["dice"], seen["round"])
        assert (list(game.progress.ends), game.progress.turn_of) == (seen["ends"], seen["turnOf"])
        for lie, (pile, up, angle, at) in zip(game.lies, seen["lies"], strict=True):
            assert (lie.pile, lie.up, lie.angle) == (pile, up, angle)
            assert at is None or lie.at == pytest.approx(at)

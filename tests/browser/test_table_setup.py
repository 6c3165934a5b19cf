"""The table in the browser sets a game up as the prover has proved it."""

from math import sqrt

import pytest
from tests.browser.tables import GAMES, ROOT, begin, built_table, piles

from punchboard.engine.program import compile_game
from punchboard.engine.program.machine import Machine
from punchboard.engine.proof import setup_walks
from punchboard.load import load_game

pytestmark = pytest.mark.slow


MANY = """([number, runs, seed]) => {
  const { view, Machine } = punchboard;
  const program = view.program.programs[number];
  let state = seed;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const any = (options) => options[below(options.length)];
  const some = (options, number) => {
    const left = [...options];
    return Array.from({ length: number }, () => left.splice(below(left.length), 1)[0]);
  };
  const answer = ({ kind, options, number }) => (kind === "pieces" ? some(options, number) : any(options));
  const player = { step() {}, answer };
  const sizes = program.piles.map(() => [Infinity, 0]);
  const refused = {};
  let short = 0;
  for (let run = 0; run < runs; run += 1) {
    const seen = new Set();
    const tell = (name, here) => name === "refused" && seen.add(`${here.path}/${here.seat}`);
    const machine = new Machine(program, view.program.sets, below(2 ** 32), player, tell);
    try {
      machine.run("setup");
    } catch {
      short += 1;
      continue;
    }
    for (const key of seen) refused[key] = (refused[key] || 0) + 1;
    machine.piles.forEach((pile, place) => {
      sizes[place] = [Math.min(sizes[place][0], pile.length), Math.max(sizes[place][1], pile.length)];
    });
  }
  return { sizes, refused, short };
}"""


BEGIN = """(choices) => {
  const blank = { names: [], bots: [], winners: [], redo: [], notes: "", score: [[]] };
  punchboard.play.begin({ ...blank, ...choices, history: [{ do: "all" }] });
  punchboard.play.allByChance();
}"""
ANSWERS = "punchboard.play.game.history.filter((one) => one.do === 'answer').map((one) => one.value)"


@pytest.mark.parametrize("runs", [200, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_thousands_of_setups_stay_within_what_was_proved(name, runs, visit, tables):
    """In every way to play: sizes within the bounds, no step that falls short, odds within four standard errors."""
    page = visit(built_table(name, tables))
    game = load_game(ROOT / "catalog" / name, ROOT)
    compiled = compile_game(game)
    walks = {(walk.players, walk.variant): walk for walk in setup_walks(game)}
    for number, program in enumerate(compiled.programs):
        walk = walks.get((program.players, program.variant)) or walks[program.players, ""]
        seen = page.evaluate(MANY, [number, runs, number])
        assert not seen["short"] or any(line.failures for line in walk.results)
        for key, (low, high) in zip(program.piles, seen["sizes"], strict=True):
            if key in walk.sizes:
                least, most = walk.sizes[key]
                assert least <= low <= high <= most, (walk.players, walk.variant, key)
        for line in walk.results:
            for chance in line.event_chances:
                if chance.is_exact and chance.event == "refused":
                    where = f"{'.'.join(map(str, line.path))}/{'null' if chance.seat is None else chance.seat}"
                    exact = float(chance.least.chance)
                    share = seen["refused"].get(where, 0) / runs
                    assert abs(share - exact) <= 4 * sqrt(exact * (1 - exact) / runs), where


class Recorded:
    """A player who answers what was answered on the page."""

    def __init__(self, answers):
        self.answers = iter(answers)

    def answer(self, question):
        """Return the next answer, as one of the options."""
        value = next(self.answers)
        return value if question.kind == "pieces" else next(one for one in question.options if one == value)


@pytest.mark.parametrize("name", GAMES)
def test_page_and_machine_deal_the_same_game(name, visit, tables):
    """With one seed and the same answers, every pile has the same pieces in the same order, in every way to play."""
    page = visit(built_table(name, tables))
    game = load_game(ROOT / "catalog" / name, ROOT)
    compiled = compile_game(game)
    for number, program in enumerate(compiled.programs):
        page.evaluate(BEGIN, {"players": program.players, "variant": program.variant, "seed": 1000 + number})
        answers = page.evaluate(ANSWERS)
        machine = Machine(program, compiled.sets, 1000 + number, Recorded(answers))
        machine.run("setup")
        assert [pieces for _, pieces in piles(page)] == machine.piles, (program.players, program.variant)


@pytest.mark.parametrize("name", ["alpha-and-omega", "atmosfear"])
def test_the_setup_goes_step_by_step(name, visit, tables):
    """Each step waits for its button, in the printed words, and the steps end with a set table."""
    page = visit(built_table(name, tables))
    begin(page, load_game(ROOT / "catalog" / name, ROOT).file.players.seat_counts[0], how="steps")
    said = set()
    for _ in range(400):
        if page.get_by_text("The table is set").count():
            break
        said.add(page.locator("#steps .now span").first.inner_text())
        page.locator("#do-step, #by-chance").first.click()
    else:
        pytest.fail("the set-up never ended")
    printed = page.locator("#steps li > span").all_inner_texts()
    assert said <= set(printed)
    assert len(said) >= len(printed) / 2


BY_HAND = """({ players, variant, seed }) => {
  const { play } = punchboard;
  const blank = { players, variant, seed, names: [], bots: [], winners: [], redo: [], notes: "", score: [[]] };
  play.begin({ ...blank, history: [{ do: "all" }] });
  play.allByChance();
  const { table } = play;
  const wanted = table.piles.map((pile) => [...pile]);
  play.begin({ ...blank, byHand: true, history: [] });
  wanted.forEach((pieces, to) => {
    const there = play.table.piles[to];
    const missing = pieces.filter((piece) => !there.includes(piece));
    if (missing.length) play.move(missing, to);
  });
  const sorted = (piles) => piles.map((pile) => [...pile].sort((one, other) => one - other));
  return [sorted(wanted), sorted(play.table.piles), play.table.isSetUp, play.game.history.length];
}"""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_set_up_by_hand_too(name, visit, tables):
    """In every way to play, the decks are there, and moves alone lead to what the script deals."""
    page = visit(built_table(name, tables))
    for number, program in enumerate(compile_game(load_game(ROOT / "catalog" / name, ROOT)).programs):
        asked = {"players": program.players, "variant": program.variant, "seed": number}
        dealt, moved, is_set_up, moves = page.evaluate(BY_HAND, asked)
        assert moved == dealt, (program.players, program.variant)
        assert is_set_up
        assert moves > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_one_file_of_less_than_three_megabytes(name, visit, tables):
    """With all faces, the program and the rulebook."""
    visit(built_table(name, tables))
    assert (tables / name / "table.html").stat().st_size < 3_000_000

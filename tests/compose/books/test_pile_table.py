from dataclasses import replace

import pytest

from punchboard.compose.books import setup_tables
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_name, pile_tables, size_text, variant_tables
from punchboard.engine.proof import Leftover
from punchboard.model.game.game_file import Players
from punchboard.model.game.setup import Step

WORDS = {
    "phrases": {
        "the": "the",
        "of each player": "each one\N{RIGHT SINGLE QUOTATION MARK}s {{ pile }}",
        "box": "the box",
        "players": "{{ players }}",
        "left": "After",
        "left always": "Always after",
        "left with": "With",
        "left with any": "Always",
        "left variant": "{{ variant }}, with",
        "left variant always": "{{ variant }}",
        "each has": "Each, with",
        "each has always": "Each",
        "piles together": "{{ piles | join('+') }}{% if what %} {{ what }}s{% endif %}, each",
    }
}
GAME = """\
title: Grove
version: 0.1.0
players: {range: 2-4, stated: Players}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ name }}"
    stated: Components
    fields: {name: {type: text}}
    rows: [{name: leaf, copies: 20}, {name: fir, copies: 3}, {name: elm, copies: 3}, {name: yew, copies: 3}]
decks:
  pack: {name: the pack, contains: "name == 'leaf'"}
  fir: {name: the Fir stack, contains: "name == 'fir'"}
  elm: {name: the Elm stack, contains: "name == 'elm'"}
piles: {river: {name: the river}}
each player has: {hand: {name: hand}, stock: {name: stock}}
numbers: {deal: {value: 3, stated: Setup}}
variants: [{name: Rich, text: More., numbers: {deal: 4}, stated: Variants}]
dice: {luck: {name: Luck Die, faces: [1, 2, 3], stated: Dice}}
"""
DEAL = {"deal": "deal", "from": "pack", "to": "hand"}


@pytest.fixture(scope="session")
def bare(tmp_path_factory):
    """Return a game of 29 cards without its set-up, loaded once."""
    from punchboard.load import load_game

    folder = tmp_path_factory.mktemp("workspace") / "catalog" / "grove"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder, folder.parents[1])


@pytest.fixture
def grove(bare):
    """Return a function that returns the game with set-up lines as in game.yaml."""

    def grove(*lines, players="2-4"):
        steps = tuple(Step.model_validate(line) for line in lines)
        changes = {"setup": steps, "players": Players(range=players, stated="Players")}
        return replace(bare, file=bare.file.model_copy(update=changes))

    return grove


def texts(tables):
    """Return each table as its header and rows of texts."""
    return [
        [["".join(span.text for span in cell) for cell in row] for row in (one.header, *one.rows)] for one in tables
    ]


def printed(game, **options):
    return texts(pile_tables(game, WORDS, StepWriter(game, WORDS), **options))


def variants(game):
    return texts(variant_tables(game, WORDS, StepWriter(game, WORDS)))


def test_piles_that_depend_on_the_players_have_their_own_table(grove):
    """They have a column for each number of players; other piles, and piles of each player, have one."""
    assert printed(grove(DEAL)) == [
        [["With", "2", "3", "4"], ["Pack", "14", "11", "8"]],
        [["Always", ""], ["Fir+Elm stacks, each", "3"], ["Box", "3"]],
        [["Each", ""], ["Hand", "3"]],
    ]


def test_all_piles_can_be_in_one_table(grove):
    """Each has a size for each number of players, and names say which piles are a player's own."""
    assert printed(grove(DEAL), separate=False) == [
        [
            ["After", "2", "3", "4"],
            ["Pack", "14", "11", "8"],
            ["Fir+Elm stacks, each", "3", "3", "3"],
            ["Box", "3", "3", "3"],
            ["Each one\N{RIGHT SINGLE QUOTATION MARK}s hand", "3", "3", "3"],
        ]
    ]


def test_piles_of_each_player_can_depend_on_the_number_of_players(grove):
    """Their table has a column for each number."""
    dealt = {"deal": {2: 7, 3: 6, 4: 5}, "from": "pack", "to": "hand"}
    assert printed(grove(dealt))[-1] == [["Each, with", "2", "3", "4"], ["Hand", "7", "6", "5"]]


def test_a_pile_that_stays_empty_with_some_players_has_a_dash(grove):
    """A nought looks like a size."""
    dealt = {"deal": {2: 7, "3-4": 0}, "from": "pack", "to": "hand"}
    assert printed(grove(dealt))[-1][1] == ["Hand", "7", "\N{EN DASH}", "\N{EN DASH}"]


def test_where_nothing_depends_on_the_players_there_is_one_column(grove):
    """In one table and in several."""
    draw = {"draw": 5, "from": "pack", "to": "river"}
    always = [["Pack", "15"], ["Fir+Elm stacks, each", "3"], ["River", "5"], ["Box", "3"]]
    assert printed(grove(draw)) == [[["Always after", ""], *always]]
    assert printed(grove(draw), separate=False) == printed(grove(draw))


def test_neighbouring_piles_of_equal_size_share_a_row(grove):
    """For every number of players; a word that all names end in is printed once."""
    lines = [DEAL, {"deal": "deal", "from": "pack", "to": "stock"}, {"draw": 1, "from": "fir", "to": "river"}]
    assert printed(grove(*lines, players="2"))[0][2:] == [
        ["Fir stack", "2"],
        ["Elm stack", "3"],
        ["River", "1"],
        ["Box", "3"],
    ]
    assert printed(grove(*lines, players="2-3"))[-1] == [["Each", ""], ["Hand+stock, each", "3"]]


def test_a_size_that_a_die_decides_is_a_range(grove):
    """From the smallest to the largest possible size."""
    lines = [{"roll": "luck"}, {"draw": "luck", "from": "pack", "to": "river"}]
    (table,) = printed(grove(*lines, players="2"))
    assert ["Pack", "17–19"] in table  # noqa: RUF001 - an en dash stands in ranges
    assert ["River", "1–3"] in table  # noqa: RUF001 - an en dash stands in ranges


def test_a_game_without_a_set_up_has_no_tables(grove):
    """No header without rows is printed."""
    assert printed(grove()) == printed(grove(), separate=False) == variants(grove()) == []


def test_a_variant_has_a_table_of_what_it_changes(grove):
    """Rich deals four: the pack and the hands differ, the stacks do not; a variant without changes has no table."""
    assert variants(grove(DEAL)) == [
        [
            ["Rich, with", "2", "3", "4"],
            ["Pack", "12", "8", "4"],
            ["Each one\N{RIGHT SINGLE QUOTATION MARK}s hand", "4", "4", "4"],
        ]
    ]
    assert variants(grove({"draw": "deal", "from": "pack", "to": "river"})) == [
        [["Rich", ""], ["Pack", "16"], ["River", "4"]]
    ]
    assert variants(grove({"shuffle": "pack"})) == []


@pytest.mark.parametrize(
    ("size", "text"),
    [(None, "?"), ((0, 0), "0"), ((7, 7), "7"), ((0, 6), "0–6")],  # noqa: RUF001 - an en dash stands in ranges
)
def test_a_size_is_a_number_a_range_or_a_question_mark(size, text):
    """A question mark is never mistaken for none."""
    assert size_text(size) == text


def test_a_size_without_proof_is_printed_as_a_question_mark(grove, monkeypatch):
    """In the column of that number of players."""
    rows = (Leftover("pack", is_per_seat=False, sizes=((14, 14), None, (8, 8))),)
    monkeypatch.setattr(setup_tables, "leftovers", lambda walks: rows)
    assert printed(grove(DEAL)) == [[["With", "2", "3", "4"], ["Pack", "14", "?", "8"]]]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        (Leftover("pack", is_per_seat=False, sizes=()), "The pack"),
        (Leftover("hand", is_per_seat=True, sizes=()), "Each one\N{RIGHT SINGLE QUOTATION MARK}s hand"),
    ],
)
def test_the_full_name_of_a_pile_says_if_it_is_a_player_s_own(grove, row, name):
    """With its article and a capital letter."""
    game = grove()
    assert pile_name(row, WORDS, StepWriter(game, WORDS)) == name

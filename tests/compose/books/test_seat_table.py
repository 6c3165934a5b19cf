from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import seat_table
from punchboard.model.game.game_file import Players
from punchboard.model.game.setup import Step

NONE = "\N{EN DASH}"
MORE = """\
numbers: {deal: {value: 10, stated: Setup}}
decks: {pack: {name: the pack, contains: card}}
piles: {river: {name: the river}, realms: {name: the realms, contains: card}}
each player has: {hand: {name: hand}, own: {name: own deck}}
seats: {host: {name: the Host}}
dice: {duel: {name: Duel Die, faces: [1, 2, 3, 4, 5, 6], stated: Dice}}
groups: {low cards: rank < 3}
"""
ROWS = "[{name: a}, {name: b, rank: 2, copies: 4}, {name: c, rank: 7, realm: tide, copies: 5}]"
WORDS = {
    "amounts": {
        "exactly": "{{ number }}",
        "between": "{{ number }} or {{ most }}",
        "up to": "up to {{ number }}",
        "until": "until {{ number }}",
        "down to": "down to {{ number }}",
        "all": "all",
        "as many": "as many",
    },
    "phrases": {
        "the": "the",
        "card": "card",
        "cards": "cards",
        "of each": "of each type",
        "taken": "{{ things }}{% if target %} to {{ target }}{% endif %}{% if all %}, in all{% endif %}",
        "own pile": "{{ pile }}",
        "each seat takes": "Each takes",
        "each seat takes always": "Each always takes",
        "players": "{{ players }} players",
    },
}


@pytest.fixture(scope="session")
def grove(tmp_path_factory):
    """Return the game of a grove without its set-up, loaded once."""
    from punchboard.load import load_game

    folder = tmp_path_factory.mktemp("workspace") / "catalog" / "tiny"
    folder.mkdir(parents=True)
    head = (
        "title: Grove\nversion: 0.1.0\nplayers: {range: 2-4, stated: Players}\n"
        "lists: {realm: {stated: Realms, entries: {ember: {name: Ember}, tide: {name: Tide}}}}\n"
        "kinds:\n  card:\n    name: Card\n    shape: poker\n    face: card\n"
        "    id: '{{ name }}'\n    stated: Components\n"
        "    fields: {name: {type: text}, rank: {type: integer, default: 1}, realm: {one of: realm, default: ember}}\n"
    )
    (folder / "game.yaml").write_text(f"{head}    rows: {ROWS}\n{MORE}")
    return load_game(folder, folder.parents[1])


def with_setup(game, lines, players="2-4"):
    """Return the game with set-up lines as in game.yaml, for a number of players."""
    steps = tuple(Step.model_validate(line) for line in lines)
    changes = {"setup": steps, "players": Players(range=players, stated="Players")}
    return replace(game, file=game.file.model_copy(update=changes))


def table(game):
    """Return header and rows of a game's seat table as texts; None if it has none."""
    found = seat_table(game, WORDS, StepWriter(game, WORDS))
    return found and [["".join(span.text for span in cell) for cell in row] for row in (found.header, *found.rows)]


@pytest.mark.parametrize(
    ("step", "row"),
    [
        ({"each player draws": 3, "from": "pack", "to": "hand"}, ["cards to hand", "3", "3", "3"]),
        ({"each other player takes": 1, "from": "pack"}, ["card", "1", "1", "1"]),
        ({"deal": "deal", "from": "pack", "to": "hand"}, ["cards to hand", "10", "10", "10"]),
        ({"deal": {2: 5, 3: 4}, "from": "pack", "to": "hand"}, ["cards to hand", "5", "4", NONE]),
        (
            {"place": {2: 9, 3: 12, 4: 15}, "from": "pack", "to": "river"},
            ["cards to the river, in all", "9", "12", "15"],
        ),
        (
            {"place": {2: 1, 3: 2, 4: 3}, "each": "realm", "from": "pack", "to": "river"},
            ["cards of each type to the river, in all", "1", "2", "3"],
        ),
        ({"each player draws": "1 or 2", "from": "pack", "to": "hand"}, ["cards to hand", *["1 or 2"] * 3]),
        ({"each player does": [{"draw": 3, "from": "pack", "to": "hand"}]}, ["cards to hand", "3", "3", "3"]),
        ({"each player draws": "duel", "from": "pack", "to": "hand"}, [" to hand", *["Duel Die"] * 3]),
        ({"each player takes": "card", "from": "box", "to": "hand"}, ["the Card to hand", "1", "1", "1"]),
        (
            {"each player takes": "all card", "same": "name", "from": "pack", "to": "hand"},
            ["Cards to hand", *["all"] * 3],
        ),
        ({"each player takes": "all", "same": "realm", "from": "pack", "to": "hand"}, ["cards to hand", *["5"] * 3]),
        ({"each player plays": "all", "from": "own", "to": "river"}, ["cards to the river", *["all"] * 3]),
    ],
)
def test_a_row_has_what_a_seat_takes_for_each_number_of_players(grove, step, row):
    """Numbers by name, numbers by seats, all of one entry or of a seat's own pile; a dash for none."""
    by_seats = {
        "deal": {2: 1, 3: 2, 4: 3},
        "from": "pack",
        "to": "river",
    }  # so that the table has a column for each number
    head, found, _ = table(with_setup(grove, [step, by_seats]))
    assert head == ["Each takes", "2 players", "3 players", "4 players"]
    assert found == row


def test_equal_numbers_for_all_players_are_printed_once(grove):
    """Four columns of ten would say no more than one."""
    lines = [{"deal": 3, "from": "pack", "to": "hand"}, {"each player draws": "1 or 2", "from": "pack"}]
    assert table(with_setup(grove, lines)) == [["Each always takes", ""], ["cards to hand", "3"], ["cards", "1 or 2"]]


@pytest.mark.parametrize(
    "step",
    [
        {"shuffle": "pack"},
        {"say": "Agree on a leader."},
        {"draw": 6, "from": "pack", "to": "river"},
        {"host draws": 2, "from": "pack", "to": "hand"},
        {"each player rolls": "duel"},
        {"each player shuffles": "own"},
        {"each player discards": "down to 7", "from": "hand"},
    ],
)
def test_steps_that_give_a_seat_nothing_have_no_row(grove, step):
    """A table without rows is left out."""
    assert table(with_setup(grove, [step])) is None


def test_nested_steps_have_rows(grove):
    """Groups and choices of steps are included in their order."""
    inner = [{"each player draws": number, "from": "pack"} for number in range(1, 5)]
    lines = [inner[0], {"do": [inner[1], {"shuffle": "pack"}]}, {"one of": [[inner[2]], inner[3]]}]
    assert [row[1] for row in table(with_setup(grove, lines))[1:]] == ["1", "2", "3", "4"]


seats = st.dictionaries(st.integers(2, 6), st.integers(0, 60), min_size=1)
amounts = st.integers(0, 60) | seats
lines = st.lists(
    st.tuples(st.sampled_from(["deal", "each player draws", "draw"]), amounts, st.sampled_from(["hand", "river"])),
    max_size=8,
)


@given(lines, st.sampled_from(["1", "2", "2-4", "3-6", "2+", "5+"]))
def test_the_seat_table_agrees_with_the_set_up(grove, given_lines, players):
    """One column for each number of players; one row for each step by seats, with the number in the data."""
    game = with_setup(
        grove, [{verb: amount, "from": "pack", "to": pile} for verb, amount, pile in given_lines], players
    )
    by_seat = [amount for verb, amount, _ in given_lines if verb != "draw" or isinstance(amount, dict)]
    found = table(game)
    if not by_seat:
        assert found is None
        return
    head, *rows = found
    low, high = game.file.players.bounds
    counts = list(range(low, (high or 6) + 1))
    wanted = [[amount.get(n) or NONE if isinstance(amount, dict) else amount for n in counts] for amount in by_seat]
    if len(counts) > 1 and all(len(set(row)) == 1 for row in wanted):
        assert head == ["Each always takes", ""]
        wanted = [row[:1] for row in wanted]
    else:
        assert [int(text.removesuffix(" players")) for text in head[1:]] == counts
    assert [row[1:] for row in rows] == [list(map(str, row)) for row in wanted]


@pytest.mark.parametrize(
    ("text", "message"), [("rank >", "unexpected"), ("rnak > 1", "there is nothing called 'rnak'")]
)
def test_a_failing_expression_is_reported(grove, text, message):
    """The directive that prints the table has the problem."""
    from punchboard.expression import ExpressionError

    game = with_setup(grove, [{"each player plays": "all", "same": "realm", "only": text, "from": "realms"}])
    with pytest.raises(ExpressionError, match=message):
        table(game)

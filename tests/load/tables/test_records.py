"""Tables of JSON and YAML documents, whatever their shape."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.load.tables import TableSource, read_grid, read_sheets
from punchboard.load.tables.data_table import table_from_grid
from punchboard.problem import Place, ProblemsFound, Severity

HERE = Place("game.yaml", 3)


def source(document, name="t.json"):
    return TableSource(name, json.dumps(document).encode())


def sheets(document):
    """Return the rows of each sheet of a JSON document, by name."""
    return {name: read().rows for name, read in read_sheets(source(document), HERE).items()}


def rows(document):
    """Return the rows of the only table of a document, as objects without empty cells."""
    grid = read_grid(source(document), None, HERE)
    table = table_from_grid(grid, "t.json")
    return [{name: cell for name, cell in row.items() if cell} for row in table.rows]


OWL, ELK = {"name": "Owl", "cost": "1"}, {"name": "Elk", "cost": "2"}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            [{"name": "Owl", "cost": {"gold": 1, "of": {"wood": 2}}}],
            [{"name": "Owl", "cost.gold": "1", "cost.of.wood": "2"}],
        ),
        ([{"name": "Owl", "tags": ["night", 2, None]}], [{"name": "Owl", "tags": "night, 2"}]),
        ([{"name": "Owl", "text": ["Fly away.", "Come back."]}], [{"name": "Owl", "text": "Fly away.\nCome back."}]),
        ([{"name": "Owl", "can": [{"name": "Fly"}, {"id": 7}]}], [{"name": "Owl", "can": "Fly, 7"}]),
        (["Owl", "Elk"], [{"text": "Owl"}, {"text": "Elk"}]),
        ([["name", "cost"], ["Owl", 1], ["Elk", 2]], [OWL, ELK]),
        ({"name": ["Owl", "Elk"], "cost": [1, 2]}, [OWL, ELK]),
        ({"Owl": {"cost": 1}, "Elk": {"cost": 2}}, [OWL, ELK]),
        ({"a1": {"name": "Owl", "cost": 1}, "a2": {"name": "Elk"}}, [{"id": "a1", **OWL}, {"id": "a2", "name": "Elk"}]),
        ({"Owl": "Fly.", "Elk": "Run."}, [{"name": "Owl", "text": "Fly."}, {"name": "Elk", "text": "Run."}]),
        ([{"Owl": {"cost": 1}}, {"Elk": {"cost": 2}}], [OWL, ELK]),
        ([{"Owl": {"cost": 1}}, {}, {"Elk": None}], [OWL, {"name": "Elk"}]),
        ([{"Owl": "Fly."}, {"Elk": "Run."}], [{"name": "Owl", "text": "Fly."}, {"name": "Elk", "text": "Run."}]),
        (
            {"a_1": {"label": "Owl", "cost": 1}, "a_2": {"label": "Elk"}},
            [{"id": "a_1", "label": "Owl", "cost": "1"}, {"id": "a_2", "label": "Elk"}],
        ),
        (
            {"Owl": {"title": "Chief", "cost": 1}, "Elk": {"title": "Cook"}},
            [{"name": "Owl", "title": "Chief", "cost": "1"}, {"name": "Elk", "title": "Cook"}],
        ),
        ({"name": "Owl", "cost": 1}, [OWL]),
        ({"meta": {"on": "today"}, "data": {"deck": {"cards": [OWL, ELK]}}}, [OWL, ELK]),
        ({"range": "A1:B3", "values": [["name", "cost"], ["Owl", 1], ["Elk", 2]]}, [OWL, ELK]),
    ],
)
def test_a_document_of_any_shape_is_a_table(document, expected):
    """A row for each component, and a column for each of its values."""
    assert rows(document) == expected


@pytest.mark.parametrize(
    "document",
    [
        [{"name": "Core", "code": "c", "cards": [OWL]}, {"name": "Night", "cards": [ELK]}],
        {"Core": {"code": "c", "cards": [OWL]}, "Night": {"cards": [ELK]}},
    ],
)
def test_the_cards_of_packs_are_rows_with_the_pack_as_a_column(document):
    """Its other plain values are columns, too."""
    assert rows(document) == [{**OWL, "pack": "Core", "code": "c"}, {**ELK, "pack": "Night"}]


def test_a_card_without_dashes_is_found_where_it_is_written():
    """The place of a value of an object that its key names is that of the file."""
    text = "- Owl:\n    cost: 1\n- Elk:\n    cost: 2\n"
    grid = read_grid(TableSource("t.yaml", text.encode()), None, HERE)
    assert [place.line for place in grid.places] == [1, 1, 3]
    assert (grid.cell(2, 1).line, grid.cell(2, 1).column) == (4, 11)


def test_columns_of_packs_do_not_hide_those_of_cards():
    """A value of the pack with the name of a card's value is a column of its own."""
    found = rows([{"name": "Core", "id": 7, "cards": [{"id": 1, "pack": "x"}]}])
    assert found == [{"id": "1", "pack": "x", "pack.name": "Core", "pack.id": "7"}]


def test_an_object_with_a_few_lists_of_objects_is_no_pack():
    """Its lists are what a card can do."""
    foes = [{"name": "Owl", "type": "bird", "moves": [{"name": "Fly"}, {"name": "Dive"}]}] * 3
    assert rows(foes) == [{"name": "Owl", "type": "bird", "moves": "Fly, Dive"}] * 3


def test_each_list_of_an_object_is_a_sheet():
    """Lists of texts, too, if they have phrases; a list of words is a remark."""
    document = {
        "tags": ["x"],
        "heroes": [OWL],
        "acts": ["Run away.", "Hide here."],
        "foes": [ELK],
        "tiles": {"a": OWL, "b": ELK},
    }
    found = sheets(document)
    assert list(found) == ["heroes", "acts", "foes", "tiles"]
    assert found["acts"] == [["text"], ["Run away."], ["Hide here."]]
    assert read_grid(source(document), "foes", HERE).rows == found["foes"] == [["name", "cost"], ["Elk", "2"]]
    assert read_grid(source(document), None, HERE).rows == found["heroes"]


def test_prompts_and_answers_are_two_sheets():
    """Even if the lists are equally long."""
    found = sheets({"prompts": ["Why _?", "Who is _?"], "answers": ["An owl.", "Two elks."]})
    assert {name: len(table) for name, table in found.items()} == {"prompts": 3, "answers": 3}


def test_many_lists_are_groups_of_one_table():
    """More than twenty decks of one card each are no decks."""
    found = rows({f"Owl {number}": [{"cost": number}] for number in range(21)})
    assert found[20] == {"cost": "20", "group": "Owl 20"}


def test_an_unknown_list_is_reported_with_the_known_ones():
    with pytest.raises(ProblemsFound, match="there is no list 'heros'") as caught:
        read_grid(source({"heroes": [OWL], "foes": [ELK]}), "heros", HERE)
    assert caught.value.problems[0].hint == "did you mean 'heroes'?"


def nested(levels):
    value = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[1], [2]], "column 'x' contains lists within lists, which a cell cannot hold: it is left out (2 rows)"),
        ([{"date": 1}], "column 'x' contains objects without a \"name\""),
        (nested(200), "column 'x.a.a.a.a.a.a.a.a' contains objects nested more than 8 levels deep"),
    ],
)
def test_what_a_cell_cannot_hold_is_left_out_and_named_once(value, message):
    """With the number of rows, at the first of them; all else is read."""
    document = [OWL, {**ELK, "x": value}, {**ELK, "x": value}]
    grid = read_grid(TableSource("t.json", json.dumps(document, indent=1).encode()), None, HERE)
    (warning,) = grid.warnings
    assert message in warning.message
    assert (warning.rule, warning.severity, warning.place.line) == ("TABLE003", Severity.WARNING, 6)
    assert [row[:2] for row in grid.rows] == [["name", "cost"], ["Owl", "1"], ["Elk", "2"], ["Elk", "2"]]


def test_values_within_packs_have_their_places():
    """The place of a value is where it is written, that of a pack's value is its card's."""
    text = '[{"name": "Core",\n "cards": [\n  {"name": "Owl",\n   "stats": {"hp": 1}},\n  {"name": "Elk"}]}]'
    grid = read_grid(TableSource("t.json", text.encode()), None, HERE)
    assert grid.rows[0] == ["name", "stats.hp", "pack"]
    assert [grid.cell(1, column)[1:3] for column in range(3)] == [(3, 12), (4, 13), (3, 3)]
    assert grid.places[2][1:3] == (5, 3)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.sampled_from(["", "Owl", "Fly away.", "a b"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["name", "cards", "a.b", "x ", "id"]), inner)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_any_document_is_read_or_rejected(document):
    """Each cell of each sheet is text and has a place in the file."""
    try:
        found = {name: read() for name, read in read_sheets(source(document), HERE).items()}
    except ProblemsFound:
        return
    for grid in found.values():
        assert all(isinstance(cell, str) for row in grid.rows for cell in row)
        assert all(
            grid.cell(row, column).file == "t.json"
            for row, cells in enumerate(grid.rows)
            for column in range(len(cells))
        )


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ([json.loads('{"n": ' * 200 + '{"name": "Owl"}' + "}" * 200)], "objects nested more than 8 levels deep"),
        ([], "the table is empty"),
    ],
)
def test_a_document_without_a_usable_value_says_so_in_words_of_its_format(document, told):
    """JSON has no first line with names, so the hint is about keys or levels."""
    with pytest.raises(ProblemsFound) as found:
        read_grid(source(document), None, HERE)
    (problem,) = found.value.problems
    assert told in problem.message
    assert "first line" not in problem.hint


def test_a_deep_value_beside_a_name_is_left_out_and_the_name_is_kept():
    """200 levels are one column less."""
    assert rows([{"name": "Owl", "n": nested(200)}]) == [{"name": "Owl"}]


LINES = b'{"name": "Moth", "cost": {"silk": 2}}\n\n{"name": "Toad", "text": "It rings."}\n'


@pytest.mark.parametrize("name", ["t.jsonl", "t.ndjson", "t.json"])
def test_an_object_on_each_line_is_a_row(name):
    """Whatever the suffix says; blank lines are none, and every value has its place."""
    grid = read_grid(TableSource(name, LINES), None, HERE)
    assert grid.rows == [["name", "cost.silk", "text"], ["Moth", "2", ""], ["Toad", "", "It rings."]]
    assert [str(grid.cell(1, 1)), str(grid.cell(2, 2))] == [f"{name}:1:26", f"{name}:3:26"]


def test_a_line_that_is_not_json_is_named():
    """The remaining lines cannot be trusted then, so the table is refused at that line."""
    with pytest.raises(ProblemsFound) as found:
        read_grid(TableSource("t.jsonl", LINES + b'{"name": "He\n'), None, HERE)
    (problem,) = found.value.problems
    assert (str(problem.place), problem.message[:9]) == ("t.jsonl:4:10", "not JSON:")


def test_what_is_nested_in_packs_is_left_out_and_named():
    """Plain values of a pack go with its cards; a list or an object that holds no cards is on none of them."""
    pack = {"name": "Frost", "code": "F", "release": {"year": 3}, "cards": [{"name": "Hare"}, {"name": "Mill"}]}
    grid = read_grid(source([pack]), None, HERE)
    assert grid.rows[1:] == [["Hare", "Frost", "F"], ["Mill", "Frost", "F"]]
    (warning,) = grid.warnings
    assert warning.message.startswith("'pack.release' is a list or an object of the packs")
    assert warning.message.endswith("(2 rows)")


def test_a_list_of_lists_has_its_header_first_and_each_row_at_its_place():
    """A message about a row leads to the line where it is written."""
    text = '[\n["name", "cost"],\n["Ash", 1],\n["Elm", 2]\n]\n'
    grid = read_grid(TableSource("cards.json", text.encode()), None, Place("cards.json"))
    assert grid.rows == [["name", "cost"], ["Ash", "1"], ["Elm", "2"]]
    assert [place.line for place in grid.places[1:]] == [3, 4]


DRAW = "Draw two cards."


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            {"title": "Deck", "Spades": {"A": DRAW, "2": "Take a coin."}, "Hearts": {"A": "Give a coin."}},
            [("Spades", "A", DRAW), ("Spades", "2", "Take a coin."), ("Hearts", "A", "Give a coin.")],
        ),
        (
            {"Cups": {"Ace": {"text": DRAW}}, "Swords": {"Ace": {"text": "Take a coin."}, "Two": {"text": DRAW}}},
            [("Cups", "Ace", DRAW), ("Swords", "Ace", "Take a coin."), ("Swords", "Two", DRAW)],
        ),
    ],
)
def test_a_suit_of_ranks_is_a_card_for_each_rank(document, expected):
    """With its suit, its rank and its text, however few ranks there are."""
    assert rows(document) == [{"suit": suit, "value": rank, "text": text} for suit, rank, text in expected]


def test_texts_in_several_languages_are_one_card():
    """Their keys are short like ranks, but none is a rank."""
    document = {name: {"en": DRAW, "de": "Zieh zwei Karten.", "fr": "Pioche deux cartes."} for name in ("Owl", "Elk")}
    assert [row["name"] for row in rows(document)] == ["Owl", "Elk"]


def test_suits_with_lists_are_one_deck():
    """Each card has its suit."""
    document = {"Spades": [OWL], "Hearts": [ELK]}
    assert rows(document) == [{**OWL, "suit": "Spades"}, {**ELK, "suit": "Hearts"}]


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ([OWL, 5, ELK], "5 stands among objects and is none"),
        ([OWL, "oops", ELK], '"oops" stands among objects'),
        ({"cards": [OWL, 5, ELK, [1, "a"], True, ELK, OWL]}, '5, [1, "a"], true stand among objects'),
        ([{"name": "Birds", "cards": [OWL, 5, ELK]}], "5 stands among objects"),
        ({"Spades": [OWL, 5, ELK], "Hearts": [ELK]}, "5 stands among objects"),
        ([{"name": "Birds", "cards": [OWL]}, 5, {"name": "Deer", "cards": [ELK]}], "5 stands among"),
    ],
)
def test_what_stands_among_objects_by_mistake_is_named(document, what):
    """It is no component: one warning has its place."""
    (warning,) = read_grid(source(document), None, HERE).warnings
    column = json.dumps(document).index(f", {what.split()[0].rstrip(',')},") + 3
    assert (str(warning.place), warning.severity) == (f"t.json:1:{column}", Severity.WARNING)
    assert what in warning.message
    assert {row["name"] for row in rows(document)} == {"Owl", "Elk"}


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ('[{"a": "Owl"}\n {"a": "Elk"}]', "2:2", "a comma is missing before this", "above"),
        ('[{"a": Owl}]', "1:8", "the text 'Owl' has no quotes", "double quotes"),
        ('[{name: "Owl"}]', "1:3", "the key 'name' has no quotes", "double quotes"),
        ("[{'a': 1}]", "1:3", "' is no quote", "straight"),
        ("[{“a”: 1}]", "1:3", "“ is no quote", "straight"),
        ('[{"a": "the "old" owl"}]', "1:14", "this text has a quote inside it", '\\"'),
        ('[{"a": "Owl}]', "1:8", "this text begins with", "close the quotes"),
        ('[{"a": "Owl\nElk"}]', "1:12", "a line break or a tab within a text", r"\n"),
        ('[{"a": 1}', "1:10", "the file ends before its last bracket", "] or }"),
        ('[{"a": 1]', "1:9", "this ] does not close the last bracket", "write } before it"),
        ('[{"a": True}]', "1:8", "True is written in another way", "true"),
        ('[{"a": "C:\\d"}]', "1:11", "a single backslash", r"\\"),
        ('{"a": 1},\n{"a": 2}', "1:9", "the first value ends before this comma", "one list"),
        ('{"a" 1}', "1:6", "a colon is missing after the key", ":"),
        ('[{"a": }]', "1:8", "a value is missing before this }", "write it"),
        ('[{"a": 1}; {"a": 2}]', "1:10", "; stands where a comma belongs", "comma"),
        ('[{"a": 01}]', "1:9", "this is no number", "0"),
        ("", "1:1", "the file is empty", "again"),
    ],
)
def test_a_slip_in_json_is_told_in_plain_words(text, place, message, hint):
    """At its line and column, with what to do, and nothing of the parser's own words."""
    with pytest.raises(ProblemsFound) as found:
        read_grid(TableSource("t.json", text.encode()), None, HERE)
    (problem,) = found.value.problems
    assert str(problem.place) == f"t.json:{place}"
    assert message in problem.message
    assert hint in problem.hint
    assert "xpecting" not in problem.message

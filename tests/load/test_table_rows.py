"""Rows of a table that stays as its designer keeps it: columns with their own names, kinds that share a table."""

import pytest

from punchboard.load import load_game
from punchboard.problem import Severity

GAME = """\
title: The Grove
version: 0.1.0
players: {{range: 2-4, stated: Players}}
lists:
  suit: {{stated: Suits, entries: {{fire: {{name: Fire Magic}}, sea: {{name: The Sea}}}}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{{{ name | slug }}}}"
    stated: Components
    fields: {fields}
    rows: {rows}
"""
FIELDS = '{name: {type: text, column: "Card  Name"}, cost: {type: integer, column: "Kosten (€)", default: 0}}'


@pytest.fixture
def game(grove):
    """Load a game of one kind of card with fields and rows, and a table in ``cards.csv``."""

    def game(table, *, fields=FIELDS, rows="cards.csv", files=None):
        workspace = grove({"cards.csv": table, **(files or {})}, GAME.format(fields=fields, rows=rows))
        return load_game(workspace / "catalog" / "grove", workspace)

    return game


def called(game, table, **how):
    """Return a function that loads a game, for tests of the problems that it raises."""
    return lambda: game(table, **how)


def test_a_field_names_its_column(game):
    """A spreadsheet can keep its own headers; blanks and line breaks in a header are ignored."""
    (owl,) = game('"Card\nName";Kosten (€)\nGray Owl;2\n').components
    assert (owl.id, owl.values["name"], owl.values["cost"]) == ("gray-owl", "Gray Owl", 2)


def test_a_wrong_value_is_reported_at_its_cell(game, problem):
    """With the name of the field, at line and column of the table."""
    found = problem(called(game, "Card Name;Kosten (€)\nGray Owl;two\n"))
    assert (str(found.place), found.rule) == ("catalog/grove/cards.csv:2:10", "VALUE001")


@pytest.mark.parametrize(("cost", "fault"), [(0, "less than 1"), (1, ""), (9, ""), (10, "more than 9")])
def test_a_number_out_of_its_range_is_reported(game, problem, cost, fault):
    """Both ends of the range are allowed."""
    fields = '{name: {type: text, column: "Card Name"}, cost: {type: integer, min: 1, max: 9}}'
    load_it = called(game, f"Card Name;cost\nOwl;{cost}\n", fields=fields)
    if not fault:
        (owl,) = load_it().components
        assert owl.values["cost"] == cost
        return
    found = problem(load_it)
    assert (str(found.place), found.rule) == ("catalog/grove/cards.csv:2:5", "VALUE001")
    assert fault in found.message


def test_a_missing_column_is_reported_with_both_names(game, problem):
    """And with the most similar column."""
    found = problem(
        called(
            game,
            "Card Nam;Kosten (€)\nOwl;2\n",
            fields='{name: {type: text, column: "Card Name"}}',
            rows="{table: cards.csv, ignore: [Kosten (€), Card Nam]}",
        )
    )
    assert (found.message, found.hint) == (
        "no column 'Card Name' for field 'name'",
        "did you mean 'Card Nam'?",
    )


def test_a_column_may_hold_the_copies_and_others_be_ignored(game):
    """``copies`` names it, also with an x beside the number; ``ignore`` lists columns that are not fields."""
    rows = "{table: cards.csv, copies: Anzahl, ignore: [Notes]}"
    one, other = game("Card Name,Anzahl,Notes\nOwl,3x,todo\nWolf,,\n", rows=rows).components
    assert (one.copies, other.copies) == (3, 1)


def test_columns_with_duplicate_or_empty_headers_have_names(game):
    """The second of a name is ``Name (2)``, one without a header ``column C``; blank columns are dropped."""
    fields = '{name: {type: text, column: Name}, title: {type: text, column: "Name (2)"},'
    fields += " more: {type: text, column: column C}}"
    (card,) = game("Name,Name,,\nOwl,The Owl,night,\n", fields=fields).components
    assert (card.values["title"], card.values["more"]) == ("The Owl", "night")


def test_the_header_may_be_further_down(game):
    """It is given by its line; lines above it are ignored."""
    (owl,) = game("Cards of March,\n\nCard Name,Kosten (€)\nOwl,2\n", rows="{table: cards.csv, header: 3}").components
    assert owl.values["cost"] == 2


def test_each_column_may_be_a_component(game):
    """The field names are in the first column, or in the one that ``header`` gives."""
    one, other = game("Card Name,Owl,Wolf\nKosten (€),2,3\n", rows="{table: cards.csv, each: column}").components
    assert (one.id, other.values["cost"]) == ("owl", 3)
    assert str(other.place) == "catalog/grove/cards.csv:1:15"


def test_kinds_share_a_table(game, problem):
    """``where`` selects rows by a value in any case; a value in a column of other kinds is reported."""
    rows = "{table: cards.csv, where: {Type: [Beast, bird]}}"
    table = "Card Name,Type,Speed\nOwl,Bird,\nWolf,BEAST,\n"
    assert [card.id for card in game(table, rows=rows).components] == ["owl", "wolf"]
    found = problem(called(game, table.replace("BEAST,", "BEAST,9"), rows=rows))
    assert (found.rule, str(found.place)) == ("KEY001", "catalog/grove/cards.csv:3:12")
    assert "a value in column 'Speed', which is not a field of its kind" in found.message


def test_a_row_of_no_kind_is_reported(game, problem):
    """A typing error in the column that selects kinds loses no card silently."""
    found = problem(
        called(game, "Card Name,Type\nOwl,Bird\nWolf,Beats\n", rows="{table: cards.csv, where: {Type: Bird}}")
    )
    assert (found.rule, str(found.place)) == ("TABLE002", "catalog/grove/cards.csv:3:6")


def test_a_list_accepts_the_names_of_its_entries(game):
    """By id or by printed name, in any case."""
    fields = "{name: {type: text}, suit: {one of: suit}}"
    found = game("name,suit\na,fire\nb,Fire magic\nc,THE SEA\n", fields=fields).components
    assert [card.values["suit"] for card in found] == ["fire", "fire", "sea"]


def test_a_missing_optional_picture_is_a_warning(game):
    """The component is printed without it."""
    fields = "{name: {type: text}, art: {type: picture, missing: warning, optional: true}}"
    found = game("name,art\nOwl,art\\owl.png\nWolf,\n", fields=fields)
    assert [card.values["art"] for card in found.components] == [None, None]
    (note,) = found.load_warnings
    assert (note.rule, note.severity, "'art/owl.png' is missing" in note.message) == ("PICT001", Severity.WARNING, True)
    assert str(note.place) == "catalog/grove/cards.csv:2:5"


def test_a_missing_picture_is_compared_with_unused_ones(game):
    """A typing error leaves a picture unused; a picture that another card uses is not suggested."""
    fields = "{name: {type: text}, art: {type: picture, missing: warning, optional: true}}"
    table = "name,art\nOwl,art/grey_owl.png\nWolf,art/old_wolf.png\nFox,art/old_wolf2.png\n"
    found = game(table, fields=fields, files={"art/gray_owl.png": "x", "art/old_wolf.png": "x"})
    assert [note.hint for note in found.load_warnings if "missing" in note.message] == [
        "it is printed without a picture for now; did you mean 'gray_owl.png'?",
        "it is printed without a picture for now; put 'art/old_wolf2.png' into the folder grove",
    ]


@pytest.mark.parametrize("path", ["{out}/owl.png", "../outside/owl.png", "art/owl.png", f"{'ö' * 150}/owl.png"])
def test_no_picture_outside_the_game_is_suggested(grove, tmp_path_factory, path):
    """A message reveals nothing of folders that a game may not read; overlong names are reported."""
    outside = tmp_path_factory.mktemp("outside")
    fields = "{name: {type: text}, art: {type: picture, missing: warning, optional: true}}"
    rows = f"name,art\nOwl,{path.format(out=outside)}\n"
    workspace = grove({"cards.csv": rows}, GAME.format(fields=fields, rows="cards.csv"))
    for folder in (outside, workspace / "catalog" / "outside"):
        folder.mkdir(exist_ok=True)
        (folder / "owl1.png").write_bytes(b"secret")
    (workspace / "catalog" / "grove" / "art").symlink_to(outside)
    (note,) = load_game(workspace / "catalog" / "grove", workspace).load_warnings
    assert note.severity == Severity.WARNING
    assert "owl1" not in f"{note.message} {note.hint}"


def test_rows_may_be_counted_for_their_ids(grove):
    """``row`` in an id is the number of the row among those of its kind."""
    text = GAME.format(fields="{title: {type: text}}", rows="cards.csv")
    counted = text.replace("{{ name | slug }}", "{{ kind }}-{{ '%02d' % row }}")
    workspace = grove({"cards.csv": "title\nOwl\nOwl\n"}, counted)
    found = load_game(workspace / "catalog" / "grove", workspace)
    assert [card.id for card in found.components] == ["card-01", "card-02"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("{table: cards.csv, header: 9}", "line 9, which 'header' names, is empty"),
        ("{table: cards.csv, where: {Sort: Bird}}", "the table has no column 'Sort'"),
        ("{table: cards.csv, copies: Anzahl}", "the table has no column 'Anzahl'"),
        ("{table: cards.csv, sheet: Cards}", "has no sheets"),
        ("{tabel: cards.csv}", "'table' is missing"),
    ],
)
def test_the_parts_that_rows_name_must_exist(game, problems, rows, message):
    """Header, columns, sheet."""
    assert any(message in found.message for found in problems(called(game, "Card Name,Kosten (€)\nOwl,2\n", rows=rows)))


@pytest.mark.parametrize(
    ("cell", "copies", "name"),
    [
        ("3x Owl", 3, "Owl"),
        ("12 \u00d7 Gray Owl", 12, "Gray Owl"),
        ("Gray Owl x3", 3, "Gray Owl"),
        ("Owl (2x)", 2, "Owl"),
        ("Owl (\u00d72)", 2, "Owl"),
        ("Owl", 1, "Owl"),
        ("Owl 3", 1, "Owl 3"),
        ("3x", 1, "3x"),
        ("x Owl", 1, "x Owl"),
        ("Fox", 1, "Fox"),
    ],
)
def test_a_name_may_hold_the_number_of_its_copies(game, cell, copies, name):
    """When the column of the copies is that of the name, a number at an end of a cell is taken from the name."""
    (owl,) = game(f"Card Name\n{cell}\n", rows="{table: cards.csv, copies: Card Name}").components
    assert (owl.copies, owl.values["name"]) == (copies, name)


@pytest.mark.parametrize(
    ("cell", "copies"), [("3x", 3), ("x2", 2), ("Two", 2), ("?", 1), ("tbd", 1), ("", 1), ("0", 0)]
)
def test_copies_are_numbers_as_people_write_them(game, cell, copies):
    """With a sign for times or in words; a number that is not known yet is one copy."""
    (owl,) = game(f"Card Name,n\nOwl,{cell}\n", rows="{table: cards.csv, copies: n}").components
    assert owl.copies == copies

"""Rows of a table that stays as its designer keeps it: columns by their own names, kinds that share a table."""

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
    """Return the call that loads a game, for those that look what it raises."""
    return lambda: game(table, **how)


def test_a_field_names_its_column(game):
    """A spreadsheet needs no names of ours; blanks and line breaks in a head do not count."""
    (owl,) = game('"Card\nName";Kosten (€)\nGray Owl;2\n').components
    assert (owl.id, owl.values["name"], owl.values["cost"]) == ("gray-owl", "Gray Owl", 2)


def test_a_wrong_value_is_told_at_its_cell(game, problem):
    """With the name of the field, at line and column of the table."""
    found = problem(called(game, "Card Name;Kosten (€)\nGray Owl;two\n"))
    assert (str(found.place), found.rule) == ("catalog/grove/cards.csv:2:10", "VALUE001")


def test_a_column_that_went_missing_is_told_by_both_names(game, problem):
    """With the column that is most like it."""
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


def test_a_column_may_say_the_copies_and_others_be_left_out(game):
    """``copies`` names it, also with an x beside the number; ``ignore`` lists what is no field."""
    rows = "{table: cards.csv, copies: Anzahl, ignore: [Notes]}"
    one, other = game("Card Name,Anzahl,Notes\nOwl,3x,todo\nWolf,,\n", rows=rows).components
    assert (one.copies, other.copies) == (3, 1)


def test_columns_of_one_name_or_of_none_can_be_asked_for(game):
    """The second of a name is ``Name (2)``, one without a head ``column C``; blank columns do not count."""
    fields = '{name: {type: text, column: Name}, title: {type: text, column: "Name (2)"},'
    fields += " more: {type: text, column: column C}}"
    (card,) = game("Name,Name,,\nOwl,The Owl,night,\n", fields=fields).components
    assert (card.values["title"], card.values["more"]) == ("The Owl", "night")


def test_the_header_may_stand_further_down(game):
    """By the line that it stands on; what is above it does not count."""
    (owl,) = game("Cards of March,\n\nCard Name,Kosten (€)\nOwl,2\n", rows="{table: cards.csv, header: 3}").components
    assert owl.values["cost"] == 2


def test_each_column_may_be_a_component(game):
    """The names stand in the first column, or in one that is told."""
    one, other = game("Card Name,Owl,Wolf\nKosten (€),2,3\n", rows="{table: cards.csv, each: column}").components
    assert (one.id, other.values["cost"]) == ("owl", 3)
    assert str(other.place) == "catalog/grove/cards.csv:1:15"


def test_kinds_share_a_table(game, problem):
    """``where`` takes rows by a value in any case; a value in a column of other kinds alone is told."""
    rows = "{table: cards.csv, where: {Type: [Beast, bird]}}"
    table = "Card Name,Type,Speed\nOwl,Bird,\nWolf,BEAST,\n"
    assert [card.id for card in game(table, rows=rows).components] == ["owl", "wolf"]
    found = problem(called(game, table.replace("BEAST,", "BEAST,9"), rows=rows))
    assert (found.rule, str(found.place)) == ("KEY001", "catalog/grove/cards.csv:3:12")
    assert "a value in column 'Speed', which is not a field of its kind" in found.message


def test_a_row_of_no_kind_is_told(game, problem):
    """A slip of the pen in the column that tells kinds apart loses no card in silence."""
    found = problem(
        called(game, "Card Name,Type\nOwl,Bird\nWolf,Beats\n", rows="{table: cards.csv, where: {Type: Bird}}")
    )
    assert (found.rule, str(found.place)) == ("TABLE002", "catalog/grove/cards.csv:3:6")


def test_a_list_takes_the_names_of_its_entries(game):
    """By id or by name in print, whatever the case."""
    fields = "{name: {type: text}, suit: {one_of: suit}}"
    found = game("name,suit\na,fire\nb,Fire magic\nc,THE SEA\n", fields=fields).components
    assert [card.values["suit"] for card in found] == ["fire", "fire", "sea"]


def test_a_picture_that_may_be_missing_is_warned_of(game):
    """The component is there without it."""
    fields = "{name: {type: text}, art: {type: picture, missing: warning, optional: true}}"
    found = game("name,art\nOwl,art\\owl.png\nWolf,\n", fields=fields)
    assert [card.values["art"] for card in found.components] == [None, None]
    (note,) = found.load_warnings
    assert (note.rule, note.severity, "'art/owl.png' is missing" in note.message) == ("PICT001", Severity.WARNING, True)
    assert str(note.place) == "catalog/grove/cards.csv:2:5"


def test_a_missing_picture_is_likened_to_those_that_nothing_names(game):
    """A typing error leaves a picture over; the picture of another card is none."""
    fields = "{name: {type: text}, art: {type: picture, missing: warning, optional: true}}"
    table = "name,art\nOwl,art/grey_owl.png\nWolf,art/old_wolf.png\nFox,art/old_wolf2.png\n"
    found = game(table, fields=fields, files={"art/gray_owl.png": "x", "art/old_wolf.png": "x"})
    assert [note.hint for note in found.load_warnings if "missing" in note.message] == [
        "it is printed without a picture for now; did you mean 'gray_owl.png'?",
        "it is printed without a picture for now",
    ]


@pytest.mark.parametrize("path", ["{out}/owl.png", "../outside/owl.png", "art/owl.png", f"{'ö' * 150}/owl.png"])
def test_a_picture_outside_is_likened_to_none_there(grove, tmp_path_factory, path):
    """A message tells nothing of what lies in folders that a game may not read; names too long for a disk are told."""
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
def test_what_is_asked_of_a_table_must_be_there(game, problems, rows, message):
    """Header, columns, sheet."""
    assert any(message in found.message for found in problems(called(game, "Card Name,Kosten (€)\nOwl,2\n", rows=rows)))

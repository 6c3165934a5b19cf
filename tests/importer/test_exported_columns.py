"""Columns as programs export them: counts for numbers of players, pictures, tables without a header."""

from collections import defaultdict
from importlib.resources import files

import pytest
import yaml

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.columns.value_lists import HUES, MARKS, Choice, with_icons
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.kinds.tags import tag_label
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

NAMES = ("Wolf", "Bear", "Owl", "Fox")


def headless(text):
    """Return the kinds of a JSON file."""
    grid = read_grid(TableSource("cards.json", text.encode()), None, Place("cards.json"))
    how = find_orientation(grid)
    source = SourceTable(table_from_grid(grid, "cards.json", RowsFile(table="cards.json")), "cards.json", None, how)
    return draft_game([source], ImportContext((), builtin_boxes)).parts[0].kinds


def draft(columns, pictures=()):
    """Return the draft of a table whose columns have a value for each of four names."""
    lines = [",".join(("Name", *columns))]
    lines += [",".join((name, *(f'"{values[row]}"' for values in columns.values()))) for row, name in enumerate(NAMES)]
    grid = read_grid(TableSource("cards.csv", "\n".join(lines).encode()), None, Place("cards.csv"))
    how = find_orientation(grid)
    table = table_from_grid(grid, "cards.csv", RowsFile(table="cards.csv", header=how.header, each=how.each))
    context = ImportContext((), builtin_boxes, find_picture=lambda cell: cell if cell in pictures else "")
    return draft_game([SourceTable(table, "cards.csv", None, how)], context)


@pytest.mark.parametrize(
    ("columns", "most", "copies"),
    [
        ({"Qty 2p": "1102", "Qty 3p": "2112", "Qty 4p": "3213"}, "Qty 4p", 9),
        ({"2 players": "1102", "3-4 players": "2112", "5+ players": "3213"}, "5+ players", 9),
        ({"Anzahl (2 Spieler)": "3213", "Anzahl (3 Spieler)": "1102"}, "Anzahl (2 Spieler)", 9),
        ({"P2": "1102", "P3": "3213"}, "P3", 9),
        ({"2P": "x x ", "3P": "xxx ", "4P": "xxxx"}, "", 4),
        ({"Qty": "1111", "2p": "1102", "3p": "2112"}, "Qty", 4),
    ],
)
def test_columns_for_numbers_of_players_count_and_are_not_printed(columns, most, copies):
    """The one with the most cards is the number of copies, unless another column is; a line says so."""
    found = draft({name: [value.strip() for value in values] for name, values in columns.items()})
    (kind,) = found.parts[0].kinds
    assert (kind.copies, found.parts[0].table.copies_column) == (copies, most)
    assert [field.column for field in kind.fields] == ["Name"]
    (line,) = found.warnings
    assert all(repr(name) in line for name in columns if name != "Qty")


@pytest.mark.parametrize(
    "columns", [{"2p": "1102"}, {"Power 2": "1102", "Power 3": "2112"}, {"2p": "abcd", "3p": "efgh"}]
)
def test_other_columns_are_no_counts(columns):
    """One alone, numbers of something else, and words."""
    found = draft(columns)
    assert all(part.kinds[0].copies == len(NAMES) for part in found.parts)
    assert {*columns} < {field.column for field in found.parts[0].kinds[0].fields}


@pytest.mark.parametrize(
    ("name", "values", "files", "kind"),
    [
        ("Picture", "1234", (), "picture"),
        ("Image", ("wolf", "bear", "owl", "fox"), (), "picture"),
        ("Image", ("grey_wolf", "IMG-0012", "owl2", "fox_b"), (), "picture"),
        ("Image", ("C:\\art\\a.png", "/art/b.jpg", "../c.svg", "~/d.gif"), (), "picture"),
        ("Art", ("a.png (https://x.example/1)", "b.jpg (https://x.example/2)", "", "c.svg"), (), "picture"),
        ("Art", ("Wolf", "Bear", "Owl", "Owl"), ("Wolf",), "picture"),
        ("Art", ("A wolf howls", "Two bears", "An owl", "Foxes"), (), "text"),
        ("Art", ("Tier", "Tier", "Vogel", "Tier"), (), "text"),
        ("Odd", ("wolf", "bear", "owl", "fox"), ("wolf",), "text"),
    ],
)
def test_a_picture_column_is_known_by_its_name_and_its_files(name, values, files, kind):
    """Also without endings, as numbers, or in folders of another machine; what a drawing shows is no file."""
    found = draft({name: values, "Text": ["Draw a card."] * 4}, files)
    fields = {field.column: field.type for field in found.parts[0].kinds[0].fields}
    assert fields[name].partition(" ")[0].replace("one_of", "text") == kind


def test_several_pictures_in_a_cell_are_named():
    """The first is printed."""
    found = draft({"Art": ("a.png, b.png", "c.png", "d.png", "")})
    assert [line for line in found.warnings if "several pictures" in line] == [
        "'Art' names several pictures in a cell: the first is printed"
    ]


def test_a_first_row_whose_words_come_again_is_no_header():
    """A table of names and types may have no header at all."""
    grid = read_grid(TableSource("a.csv", b"Wolf,Beast\nOwl,Bird\nBear,Beast\n"), None, Place("a.csv"))
    assert find_orientation(grid).header == "none"


@pytest.mark.parametrize(
    ("values", "hues"),
    [
        (("Embers", "Tides"), ("red", "blue")),
        (("Forest", "Deep Sea"), ("green", "blue")),
        (("Ozeane", "Wälder"), ("blue", "amber")),
        (("Hund", "Wald"), ("blue", "green")),
        (("Fire", "Flame"), ("red", "blue")),
    ],
)
def test_a_type_has_the_hue_that_its_name_means(values, hues):
    """In several languages; the others have those that are left, and no two the same."""
    (found,) = draft({"Type": values * 2}).lists
    assert tuple(choice.hue for choice in found.choices) == hues


def test_types_have_icons_that_their_names_mean_or_plain_forms():
    """All of a list, or none of them: a form between pictures would say something that it does not mean."""
    choices = [Choice(name, name, hue) for name, hue in zip(("forest", "sea", "broker"), HUES, strict=False)]
    icons = {"forest": "tree", "sea": "water", "broker": ""}
    assert [one.icon for one in with_icons(choices, icons.__getitem__)] == list(MARKS[:3])
    assert [one.icon for one in with_icons(choices[:2], icons.__getitem__)] == ["tree", "water"]
    assert [one.icon for one in with_icons(choices[:2], lambda _name: "tree")] == list(MARKS[:2])


def test_the_hues_with_meanings_are_those_of_types():
    """Each of them once, and no word means two."""
    raw = yaml.safe_load(files("punchboard.importer").joinpath("colours.yaml").read_text(encoding="utf-8"))
    assert {*raw} == {*HUES}
    owners = defaultdict(set)
    for hue, words in raw.items():
        for word in words:
            owners[word].add(hue)
    assert [word for word, own in owners.items() if len(own) > 1] == []


@pytest.mark.parametrize("names", [("Question", "Answer"), ("Frage", "Antwort"), ("Pregunta", "Respuesta")])
def test_the_answer_of_a_question_is_on_the_back(names):
    """Whoever reads the card must not see it."""
    asked, answered = names
    (kind,) = draft({asked: ["How deep is the sea?"] * 4, answered: ("Deep", "9", "Very", "No")}).parts[0].kinds
    assert "{{ answer" not in f"{kind.slots}".casefold()
    assert answered.casefold() in f"{kind.other_side}"


def test_an_answer_without_a_question_stays_on_the_front():
    """It may be what a card says."""
    (kind,) = draft({"Answer": ("Deep", "9", "Very", "No")}).parts[0].kinds
    assert kind.other_side == {}


def test_a_kind_without_titles_has_no_banner_for_one():
    """Its texts stand large below a drawing, in the layout whose banner goes with a title."""
    (kind,) = headless('[{"text": "Name three boats."}, {"text": "Sing a song of the sea."}]')
    assert kind.layout == "event"
    assert kind.slots["title"] == "null"


_DATES = ["2024-03-01", "2 March 2024", "2024-03-05", "1.4.2024"]


@pytest.mark.parametrize(
    ("column", "values", "role"),
    [
        ("Number", ["0", "XIV", "Ace", "Ace"], "value"),
        ("Bonus", ["+1", "+2", "+1", "-1"], "value"),
        ("Border", ["2", "2", "2", "2"], "private"),
        ("Font size", ["9", "9", "8", "9"], "private"),
        ("Power", ["Draw a card.", "Take the lead.", "Pass.", "Heal a hero."], "text"),
        ("Backstory", ["She left the city by night.", "", "He sold every map he had.", ""], "flavour"),
        ("Points", ["1/3/6/10/15", "2/4/7/11", "0/2", "3"], ""),
        ("position", ["1", "2", "7", "9"], "private"),
        ("position", ["2", "1", "4", "2"], "value"),
        ("deck_limit", ["3", "3", "1", "3"], "private"),
        *((name, _DATES, "private") for name in ("Zuletzt geändert", "Geändert am", "Letzte Änderung", "Modifié le")),
        *((name, _DATES, "private") for name in ("Última modificación", "Sist endret", "Released", "Release date")),
    ],
)
def test_a_column_has_the_role_of_its_values(column, values, role):
    """Ranks that cards share and signed numbers are values; settings beside colours are those of another program."""
    paint = {"Title colour": ["#ffffff"] * 4}
    found = draft({"Name": ["Owl", "Wolf", "Bear", "Elk"], column: values} | paint)
    fields = {field.column: field.role for field in found.parts[0].kinds[0].fields}
    assert fields.get(column, "private") == role


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Hp regen", "Hp regen"),
        ("HP", "HP"),
        ("hit_points", "Hit points"),
        ("isUnique", "Unique"),
        ("ARMOUR CLASS", "Armour class"),
        ("Choice A", "Choice A"),
        ("Rareté", "Rareté"),
        ("Текст дополнительный", "Текст дополнительный"),
    ],
)
def test_a_name_is_printed_as_its_writer_spells_it(name, label):
    """Words that a program has joined are apart, and those in capitals are not shouted."""
    assert tag_label(name) == label


def test_a_kind_without_texts_has_no_room_for_them():
    """A drawing fills its cards."""
    columns = {"Name": ["Owl", "Wolf", "Bear", "Elk"], "Might": ["3", "1", "2", "1"], "Wit": ["2", "5", "1", "4"]}
    (kind,) = draft(columns).parts[0].kinds
    assert kind.layout == "framed"
    assert kind.slots["rack"] == '{pips: "[might] {{ might }} | [wit] {{ wit }}"}'


def test_short_sentences_beside_the_text_are_printed():
    """A goal of three words is a text, too."""
    found = draft({"Aim": ["Find both spies."] * 4, "Text": ["Draw a card, then discard another card."] * 4})
    assert [field.role for field in found.parts[0].kinds[0].fields] == ["title", "more text", "text"]


@pytest.mark.parametrize(
    ("text", "header", "each"),
    [
        ("Tile,Left,Right,Sort no.\nGate,3,2,1\nWall,1,5,2\n", None, "row"),
        ("Tile,Left,Right,Approx. no.\nGate,3,2,1\nWall,1,5,2\n", None, "row"),
        ("Gate,Opens at noon.\nWall,Stands still.\n", "none", "row"),
        ("Question,A,B,Checked by\nName?,Nile,Po,Ann\nColour?,Red,Blue,Bob\nForce?,Up,Down,Ann\n", None, "row"),
        ("Name,Owl,Elk\nCost,1,2\nText,Fly.,Run.\n", None, "column"),
    ],
)
def test_the_first_row_is_a_header_if_it_names_columns_of_any_use(text, header, each):
    """Also of those that are not printed; questions below it are no names of columns."""
    grid = read_grid(TableSource("a.csv", text.encode()), None, Place("a.csv"))
    assert find_orientation(grid)[:2] == (header, each)


RULES = ("Draw a card.", "Lose a card.", "Gain two points.", "Swap two cards.")


@pytest.mark.parametrize(
    ("name", "values", "others", "is_private"),
    [
        ("Owner", ("Any", "Corp", "Any", "Corp"), {}, False),
        ("Owner", ("Any", "Corp", "State", "Any"), {}, True),
        ("Owner", ("Ann", "Bob", "Ann", "Bob"), {"Status": ("done", "wip", "done", "wip")}, True),
        ("Expansion?", ("BASE",) * 4, {}, True),
        ("Target?", ("self", "any", "self", "enemy"), {}, False),
        ("Release", ("2024-05-01",) * 4, {}, True),
        ("Release", ("one pawn", "two pawns", "one wolf", "all"), {}, False),
        ("€/card", ("0.12", "0.15", "0.12", "0.20"), {}, True),
        ("$ per card", ("$0.12", "$0.15", "$0.12", "$0.20"), {}, True),
        ("Print cost", "1122", {}, True),
        ("Unit cost", "1122", {}, False),
        ("text_colour", ("red", "blue", "red", "green"), {}, True),
        ("Sort no.", "1234", {}, True),
        ("Sort no.", "5153", {}, False),
        ("customfield_10031", "2341", {}, True),
        ("assignee.displayName", ("Ann", "Bob", "Cy", "Ann"), {}, True),
    ],
)
def test_what_is_kept_of_the_making_is_not_printed(name, values, others, is_private):
    """What is of the game is, even under a name that notes may have."""
    found = draft({"Text": RULES, name: values, **others})
    assert (name in found.parts[0].table.ignored) == is_private


@pytest.mark.parametrize(("last", "shows_icons"), [("Ash", True), ("", False)])
def test_icons_of_choices_are_named_where_a_face_shows_them(last, shows_icons):
    """A choice that some cards lack has none on the faces, and then the report has none either."""
    lines = [
        "Name,Guild,Text",
        *(f"{name},{guild},{RULES[0]}" for name, guild in zip(NAMES, ("Ash", "Elm", "Elm", last), strict=True)),
    ]
    grid = read_grid(TableSource("cards.csv", "\n".join([*lines, "Elk,Elm,Run."]).encode()), None, Place("cards.csv"))
    table = table_from_grid(grid, "cards.csv", RowsFile(table="cards.csv"))
    source = SourceTable(table, "cards.csv", None, find_orientation(grid))
    (part,) = draft_game([source], ImportContext(frozenset(MARKS), builtin_boxes)).parts
    (note,) = (note for note in part.column_notes if note.subject == "Guild")
    assert ("icons:" in note.reason) == shows_icons
    assert any("guild.icon" in box for box in part.kinds[0].slots.values()) == shows_icons

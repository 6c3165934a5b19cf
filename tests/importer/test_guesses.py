"""What a table is taken for, and what is said of it."""

import pytest

from punchboard.importer.columns.orientation import find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.options import NewGameOptions
from punchboard.importer.writing.groups import back_names
from punchboard.importer.writing.imported_game import guess_report, imported_files
from punchboard.load.layouts.builtin_faces import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.table import table_from_grid
from punchboard.model.game.rows_file import RowsFile
from punchboard.problem import Place

MONSTERS = """\
Card Name;Card Type;Cost (coins);Strength;Rules Text;Flavor;Artwork;Qty;Ref
Gray Owl;Beast;2;3;Look at the top card of the deck. Put it back or discard it.;;owl.png;2;a1
Ember Rite;Spell;1;;Each other player discards a card.;“Burn.”;;3;a2
Old Wolf;Beast;4;5;When this comes into play, draw a card.;;wolf.png;;a3
Salt Ward;Spell;0;;Nothing can be taken from you until your next turn.;;;1;a4
"""
SAID = """\
  found         taken for                                       because
  monsters.csv  the header comes first, each row is a component it names the columns: Card Name, Card Type, Cost (coins)
  Beast         2 rows, 3 to print; its face extends 'picture'   a picture and few words: 11
  Spell         2 rows, 4 to print; its face extends 'framed'    few words: 8, beside a drawing
  Card Name     the title: text                                  its name
  Card Type     2 kinds: Beast, Spell  'Strength' is filled for every 'Beast' and empty for every 'Spell'
  Cost (coins)  the cost: whole numbers, 0 to 4                  its name
  Strength      the value: whole numbers, 3 to 5                 its name
  Rules Text    the text: text                                   its name
  Flavor        the flavour text: text                           its name
  Artwork       the picture: pictures                            its name, and its values are names of picture files
  Qty           how many of each: 7 in all                       its name
  Ref           text                                             its name says nothing more
"""
FACE = """\
# The face of Beast: the stock layout 'picture' with fields of game.yaml in its boxes.
# `null` leaves a box out. Other layouts: framed, clean, wordy, picture, item, event, tile-hex, tile-square.
extends: picture
continues: text  # a text that finds no room goes on on a second card
boxes:
  title: {text: "{{ name }}"}
  type: {text: "{{ card_type }}"}
  cost: {text: "{{ cost_coins }}"}
  value: {text: "{{ strength }}"}
  icon: null
  picture: {picture: "{{ artwork }}"}
  text: {markdown: "{{ rules_text | as_written }}"}
  flavour: null
  footer: {text: "Ref {{ ref }}"}
"""
KIND = """\
  spell:  # 2 rows, 4 to print; its face extends 'framed'
    name: "Spell"
    # about: a sentence for the list of components in the rulebook
    shape: poker  # or tarot, mini, square 50mm, hex 50mm, circle 25mm, card 60 x 80mm
    face: spell  # layouts/faces/spell.yaml extends the stock layout 'framed': few words: 8, beside a drawing
    back: back
    id: "{{ name | slug }}"  # no two rows share it
    fields:
      name: {type: text, column: "Card Name"}  # the title: text (its name)
      card_type: {type: text, column: "Card Type"}  # the type: text (its name)
      cost_coins: {type: integer, column: "Cost (coins)"}  # the cost: whole numbers, 0 to 1 (its name)
      rules_text: {type: text, column: "Rules Text"}  # the text: text (its name)
      flavor: {type: text, column: "Flavor", optional: true}  # the flavour text: text (its name)
      ref: {type: text, column: "Ref"}  # text (its name says nothing more)
    rows:  # the header comes first, each row is a component (it names the columns: Card Name, Card Type, Cost (coins))
      table: monsters.csv
      where: {"Card Type": "Spell"}
      copies: "Qty"
"""


def draft(text, file="cards.csv", *, shape="", icons=()):
    """Return what a table in text is taken for."""
    grid = read_grid(TableSource(file, text.encode()), None, Place(file))
    lie = find_orientation(grid)
    table = table_from_grid(grid, file, RowsFile(table=file, header=lie.header, each=lie.each))
    return draft_game([SourceTable(table, file, None, lie)], ImportContext(frozenset(icons), builtin_boxes, shape))


def roles(found):
    """Return the column of each role, and of fields without one."""
    return {field.column: field.role for kind in found.kinds for field in kind.fields}


def test_each_guess_is_said_with_its_reason():
    """A line for the table, for each kind, for each column."""
    said = [line.split() for line in guess_report(draft(MONSTERS, "monsters.csv"))]
    assert said == [line.split() for line in SAID.splitlines()]


def test_each_guess_stands_in_the_files_that_it_led_to():
    """As a comment beside what it became."""
    files = imported_files(draft(MONSTERS, "monsters.csv"), NewGameOptions("isles", "The Isles"))
    assert KIND in files["game.yaml"]
    assert files["layouts/faces/beast.yaml"] == FACE


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("Name,Cost,Text", ["title", "cost", "text"]),
        ("Kartenname,Kosten (€),Regeltext", ["title", "cost", "text"]),
        ("Nom,Coût,Effet", ["title", "cost", "text"]),
        ("Nombre,Coste,Descripción", ["title", "cost", "text"]),
        ("Nome,Costo,Testo", ["title", "cost", "text"]),
        ("cardName,manaCost,ruleText", ["title", "cost", "text"]),
        ("名前,コスト,効果", ["title", "cost", "text"]),
        ("Название,Стоимость,Текст", ["title", "cost", "text"]),
        ("A,B,C", ["title", "value", "text"]),
    ],
)
def test_columns_are_known_by_name_or_by_look(head, expected):
    """In several languages; without a known name by what the values look like."""
    found = draft(f"{head}\nOwl,2,Draw a card and keep it.\nWolf,3,Bite somebody who is near.\n")
    assert list(roles(found).values()) == expected


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ("1 2 3", "integer"),
        ("1.0 2.0", "integer"),
        ("1.5 2", "number"),
        ("007 008", "text"),
        ("1,5 2", "text"),
        ("yes no", "boolean"),
        ("a.png b.jpg", "picture"),
        ("a.png ../b.png", "text"),
        ("**Now** b", "markdown"),
        ("x y", "text"),
    ],
)
def test_a_column_has_the_type_that_all_its_values_have(values, kind):
    """Numbers that begin with 0 are names, and pictures of other folders are no pictures of the game."""
    rows = "".join(f'Card {number},"{value}"\n' for number, value in enumerate(values.split()))
    (found,) = draft(f"Name,Odd\n{rows}").kinds
    assert next(field for field in found.fields if field.column == "Odd").type == kind


def test_a_column_with_few_values_is_a_list_with_colours():
    """Each value is an entry with a colour that no eye confuses with another's."""
    rows = "".join(f"Card {number},{['Fire', 'Sea', 'Air'][number % 3]}\n" for number in range(9))
    (found,) = draft(f"Name,Element\n{rows}").lists
    assert [(choice.key, choice.name) for choice in found.choices] == [("fire", "Fire"), ("sea", "Sea"), ("air", "Air")]
    assert len({choice.colour for choice in found.choices}) == 3


def test_a_type_that_changes_no_other_column_is_a_field():
    """Kinds are different things: each has columns that another leaves empty."""
    rows = "".join(f"Card {number},{['Beast', 'Bird'][number % 2]},1\n" for number in range(6))
    assert [kind.where for kind in draft(f"Name,Type,Cost\n{rows}").kinds] == [""]


def test_numbers_that_count_rows_are_no_copies():
    """A column called Number with 1, 2, 3 is a number to tell rows apart; with 2, 2, 1 it says how many."""
    assert draft("Number,Name\n1,Owl\n2,Wolf\n3,Stag\n").parts[0].table.copies_column == ""
    assert draft("Number,Name\n2,Owl\n2,Wolf\n1,Stag\n").parts[0].table.copies_column == "Number"


@pytest.mark.parametrize(
    ("text", "header", "each"),
    [
        ("Name,Cost\nOwl,2\n", None, "row"),
        ("Cards of March,\n\nName,Cost\nOwl,2\n", 3, "row"),
        ("Name,Owl,Wolf\nCost,2,3\nText,Look.,Bite.\n", None, "column"),
        ("Owl,2\nWolf,3\n", "none", "row"),
    ],
)
def test_header_and_orientation_are_found(text, header, each):
    """By the names of columns, across or down; without any, by what the first row looks like."""
    found = draft(text).parts[0].table
    assert (found.header, found.each) == (header, each)


@pytest.mark.parametrize(
    ("text", "shape", "layout"),
    [
        ("Name,Text\nOwl,Draw a card now.\n", "poker", "event"),
        ("Name,Cost,Text\nOwl,2,Draw a card now.\n", "poker", "framed"),
        ("Name,Cost,Text\nOwl,2," + "word " * 30 + "\n", "poker", "clean"),
        ("Name,Cost,Points,Text\nOwl,2,3,Draw a card now.\n", "poker", "item"),
        ("Name,Cost,Text\nOwl,2," + "word " * 80 + "\n", "poker", "wordy"),
        ("Name,Art,Text\nOwl,a.png,Draw a card now.\n", "poker", "picture"),
        ("Name,Art,Text\nOwl,a.png," + "word " * 30 + "\n", "poker", "framed"),
        ("Name,Text\nOwl,Draw a card now.\n", "hex 50mm", "tile-hex"),
        ("Name,Text\nOwl,Draw a card now.\n", "square 50mm", "tile-square"),
        ("Name\nOwl\n", "circle 25mm", "token"),
    ],
)
def test_a_kind_has_the_layout_that_suits_it(text, shape, layout):
    """By what there is to show, and how much."""
    assert draft(text, shape=shape).kinds[0].layout == layout


@pytest.mark.parametrize(
    ("names", "ident"),
    [
        ("Owl Wolf", "{{ name | slug }}"),
        ("Owl owl", "{{ kind }}-{{ '%03d' % row }}"),
        ("フクロウ オオカミ", "{{ kind }}-{{ '%03d' % row }}"),
    ],
)
def test_ids_come_of_the_title_where_that_tells_rows_apart(names, ident):
    """Else rows are counted."""
    one, other = names.split()
    assert draft(f"Name,Cost\n{one},1\n{other},2\n").kinds[0].id_template == ident


def test_what_cannot_be_a_field_is_called_something_else():
    """Names that the program has a use for, words of the language, heads without a letter."""
    head = "Name,id,kind,class,3rd,€,Name,Standing"
    (found,) = draft(f"{head}\nOwl,a,b,c,d,e,f,g\nWolf,a,b,c,d,e,f,g\n").kinds
    names = ["name", "id_", "kind_", "class_", "column_3rd", "column_f", "name_2", "standing_"]
    assert [field.name for field in found.fields] == names


def test_other_short_columns_stand_in_the_footer():
    """Numbers that have no place of their own are printed with their names."""
    found = draft("Name,Cost,Value,Speed,Range\nOwl,1,2,3,4\nWolf,1,2,3,5\n")
    assert found.kinds[0].slots["footer"] == '{text: "Speed {{ speed }} · Range {{ range_ }}"}'


@pytest.mark.parametrize(
    "text",
    [
        "Nom,Type de carte,Effet\nHibou,Sort,Piochez.\nLoup,Sort,Mordez.\nCerf,Sort,Fuyez.\nOurs,Sort,Dormez.\n",
        "Name,Cost,Letter\nOwl,1,n\nWolf,2,n\nStag,3,n\nBear,4,n\n",
    ],
)
def test_a_column_that_says_one_name_again_and_again_is_no_header(text):
    """Each name of a column counts once, whatever values are called in some language."""
    assert draft(text).parts[0].table.each == "row"


def test_a_sentence_is_no_name_of_a_column():
    """A list of sentences without a header loses none of them."""
    found = draft("Tell us what you fear most.\nSing a song.\nWho is the oldest one here?\n")
    assert (found.parts[0].table.header, found.kinds[0].rows) == ("none", 3)


def test_a_header_of_unknown_names_is_told_as_a_guess():
    """It might be a component."""
    assert "--header none" in draft("Salt Harbour\nMoon Fox\n").parts[0].table.note.reason


def test_names_with_marks_above_their_letters_are_known():
    """Those of Japanese are part of the letter."""
    assert roles(draft("カード名,コスト\n炎の竜,1\n月の狐,2\n"))["カード名"] == "title"
    assert "its name" in [note.reason for note in draft("カード名,コスト\n炎の竜,1\n").parts[0].column_notes]


@pytest.mark.parametrize("values", ["4,5 3,5", "2d6 1d4", "1 X", "⚡ ⚡⚡", "$5 $10", "beast beast,swift"])
def test_amounts_and_several_values_in_one_are_no_list(values):
    """They are printed as they stand, and have no colours."""
    one, other = values.split()
    rows = "".join(f'Card {number},"{one if number % 2 else other}"\n' for number in range(8))
    assert draft(f"Name,Cost\n{rows}").lists == ()


def test_a_weight_is_no_flavour_text():
    """Two words are a number with its unit."""
    found = draft("Item,Price,Weight,Text\nOwl,$5,1 kg,Draw a card now.\nWolf,$7,12 kg,Bite somebody near.\n")
    assert roles(found)["Weight"] == ""


def test_notes_in_half_of_the_rows_are_no_type():
    """What is known by its look alone is filled nearly everywhere, with words."""
    rows = "".join(f"Card {number},{number % 4},{['', 'ok', '3', ''][number % 4]}\n" for number in range(12))
    assert roles(draft(f"Name,Cost,Playtest\n{rows}"))["Playtest"] == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,count,cost\nOwl,2,1\nWolf,two,2\nStag,1,3\n", "'two' (cards.csv:3:6) is no number"),
        ("name,count\nOwl,2\nWolf,3\nTotal,5\n", "cards.csv:4:7 adds up the others"),
        ("name,text\nOwl,<b>Draw</b> a card.\nWolf,Bite.\n", "'text' has HTML, such as <b>"),
        ("name,text\nOwl,{T}: draw a card.\nWolf,Bite.\n", "'text' has {T}"),
    ],
)
def test_what_would_print_wrong_is_told(text, told):
    """With what to do about it."""
    assert any(told in line for line in draft(text).warnings)


def test_nothing_odd_is_told_of_a_plain_table():
    """Markdown, links and numbers that do not add up are nothing odd."""
    assert draft("name,count,text\nOwl,2,**Draw** [a card](x).\nWolf,3,Bite.\nStag,1,Run < 3.\n").warnings == ()


@pytest.mark.parametrize(
    ("file", "shape", "layout", "back"),
    [
        ("tokens.csv", "circle 25mm", "token", "back-token"),
        ("Hex tiles.csv", "hex 50mm", "tile-hex", "back-hex"),
        ("Landschaftsplättchen.csv", "poker", "framed", "back"),
        ("monsters.csv", "poker", "framed", "back"),
    ],
)
def test_a_kind_has_the_shape_that_its_name_says(file, shape, layout, back):
    """With the stock layout and the stock back of that shape."""
    found = draft("Name,Value\nCoin,1\nWound,2\n", file)
    assert (found.kinds[0].shape.text, back_names(found)[found.kinds[0].key]) == (shape, back)
    if shape != "poker":
        assert found.kinds[0].layout == layout


def test_a_long_text_makes_tokens_cards():
    """A token has no room for it; and the shape that was asked for is the shape."""
    text = "Name,Text\nCoin,Pay for it whenever you like to have another card.\n"
    assert draft(text, "tokens.csv").kinds[0].shape.text == "poker"
    assert draft(text, "tokens.csv", shape="circle 30mm").kinds[0].shape.text == "circle 30mm"

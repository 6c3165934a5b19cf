"""Guesses about a table, and the report of them."""

import json
from functools import partial

import pytest
from counted import calls

from punchboard.importer.columns.column_names import name_score
from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.columns.symbols import IconNaming, icon_naming
from punchboard.importer.draft import Note
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.writing.face_yaml import back_names
from punchboard.importer.writing.imported_game import guess_report, imported_files
from punchboard.load import builtin_folder
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files import game_search_path
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

MONSTERS = """\
Card Name;Card Type;Cost (coins);Strength;Rules Text;Flavor;Artwork;Qty;Ref
Gray Owl;Beast;2;3;Look at the top card of the deck. Put it back or discard it.;;owl.png;2;a1
Ember Rite;Spell;1;;Each other player discards a card.;“Burn.”;;3;a2
Old Wolf;Beast;4;5;When this comes into play, draw a card.;;wolf.png;;a3
Salt Ward;Spell;0;;Nothing can be taken from you until your next turn.;;;1;a4
"""
REPORT = """\
  found         guess                                           reason
  monsters.csv  the header comes first, each row is a component it names the columns: Card Name, Card Type, Cost (coins)
  Beast         2 rows, 3 to print; its face extends 'picture'   a picture and few words: 11
  Spell         2 rows, 4 to print; its face extends 'framed'    few words: 8, with a drawing
  Card Name     the title: text                                  its name
  Card Type     2 kinds: Beast, Spell  'Strength' is filled for every 'Beast' and empty for every 'Spell'
  Cost (coins)  the cost: whole numbers, 0 to 4                  its name
  Strength      the value: whole numbers, 3 to 5                 its name
  Rules Text    the text: text                                   its name
  Flavor        the flavour text: text                           its name
  Artwork       the picture: pictures                            its name, and its values are names of picture files
  Qty           the number of copies: 7 in all                   its name
  Ref           a tag: text                                      nothing else was recognised
"""
FACE = """\
# The face of Beast: built-in layout 'picture' with fields of game.yaml in its boxes.
# `null` leaves a box out. Other layouts: framed, clean, wordy, picture, item, event, tile-hex, tile-square.
extends: picture
continues: text  # a text that does not fit continues on a second card
boxes:
  title: {text: "{{ name }}"}
  type: {text: "{{ card_type }}"}
  cost: {text: "{{ cost_coins }}"}
  value: {text: "{{ strength }}"}
  icon: null
  picture: {picture: "{{ artwork }}"}
  text: {markdown: "{{ rules_text | as_written }}"}
  flavour: null
  footer: null
  tags: {pips: "Ref {{ ref }}"}
"""
KIND = """\
  spell:  # 2 rows, 4 to print; its face extends 'framed'
    name: "Spell"
    # about: a sentence for the list of components in the rulebook
    shape: poker  # or tarot, mini, square 50mm, hex 50mm, circle 25mm, card 60 x 80mm
    face: spell  # layouts/faces/spell.yaml extends the built-in layout 'framed': few words: 8, with a drawing
    back: back
    id: "{{ name | slug }}"  # unique in every row
    fields:
      name: {type: text, column: "Card Name"}  # the title: text (its name)
      card_type: {type: text, column: "Card Type"}  # the type: text (its name)
      cost_coins: {type: integer, column: "Cost (coins)"}  # the cost: whole numbers, 0 to 1 (its name)
      rules_text: {type: text, column: "Rules Text"}  # the text: text (its name)
      flavor: {type: text, column: "Flavor", optional: true}  # the flavour text: text (its name)
      ref: {type: text, column: "Ref"}  # text (nothing else was recognised)
    rows:  # the header comes first, each row is a component (it names the columns: Card Name, Card Type, Cost (coins))
      table: monsters.csv
      where: {"Card Type": "Spell"}
      copies: "Qty"
"""


def draft(text, file="cards.csv", *, shape="", icons=()):
    """Return the draft of a game from a table given as text."""
    grid = read_grid(TableSource(file, text.encode()), None, Place(file))
    lie = find_orientation(grid)
    table = table_from_grid(grid, file, RowsFile(table=file, header=lie.header, each=lie.each))
    return draft_game([SourceTable(table, file, None, lie)], ImportContext(frozenset(icons), builtin_boxes, shape))


def roles(found):
    """Return the role of each column; it is empty for a column without one."""
    return {field.column: field.role for kind in found.kinds for field in kind.fields}


def test_each_guess_is_reported_with_its_reason():
    """One line for the table, one for each kind and one for each column."""
    report = [line.split() for line in guess_report(draft(MONSTERS, "monsters.csv"))]
    assert report == [line.split() for line in REPORT.splitlines()]


def test_each_guess_is_a_comment_in_the_files():
    """It stands beside the value that was guessed."""
    files = imported_files(draft(MONSTERS, "monsters.csv"), NewGameOptions("isles", "The Isles"))
    assert KIND in files["game.yaml"]
    assert files["layouts/faces/beast.yaml"] == FACE


def test_a_description_of_pictures_is_read_aloud_and_not_printed():
    """Its field is called ``alt``; a column that is only named like it, with numbers, is not."""
    found = draft("Name,Art,Alt text,Rules\nOwl,owl.png,A grey owl,Draw two.\nWolf,wolf.png,Snow,Bite.\n")
    assert roles(found)["Alt text"] == "alt"
    files = imported_files(found, NewGameOptions("isles", "The Isles"))
    assert 'alt: {type: text, column: "Alt text", optional: true}' in files["game.yaml"]
    assert "alt" not in files["layouts/faces/card.yaml"].split("boxes:")[1]
    assert not any("not printed" in line for line in guess_report(found))
    assert "alt" not in roles(draft("Name,Alt,Text\nOwl,3,Draw two cards.\nWolf,4,Discard a card.\n")).values()


@pytest.mark.parametrize(
    ("name", "role"),
    [
        *(("Stückzahl", "copies"), ("Stueckzahl", "copies"), ("STUECKZAHL", "copies"), ("Künstler", "footer")),
        *(("Kuenstler", "footer"), ("Fußzeile", "footer"), ("Fusszeile", "footer"), ("Value", "value"), ("No", "id")),
    ],
)
def test_a_name_is_known_in_each_of_its_spellings(name, role):
    """With umlauts or with the letters that stand for them; ``no`` is a name, not the opposite of yes."""
    assert name_score(name, role) > 2


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("Name,Cost,Text", ["title", "cost", "text"]),
        ("Kartenname,Kosten (€),Regeltext", ["title", "cost", "text"]),
        ("Name,Stärke,Fähigkeit", ["title", "value", "text"]),
        ("Name,Staerke,Faehigkeit", ["title", "value", "text"]),
        ("Nom,Coût,Effet", ["title", "cost", "text"]),
        ("Nombre,Coste,Descripción", ["title", "cost", "text"]),
        ("Nome,Costo,Testo", ["title", "cost", "text"]),
        ("cardName,manaCost,ruleText", ["title", "cost", "text"]),
        ("名前,コスト,効果", ["title", "cost", "text"]),
        ("Название,Стоимость,Текст", ["title", "cost", "text"]),
        ("A,B,C", ["title", "value", "text"]),
    ],
)
def test_columns_are_recognised_by_name_or_by_values(head, expected):
    """By names in several languages; without a known name, by the values."""
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
        ("**Now** b", "text"),
        ("x y", "text"),
    ],
)
def test_a_column_has_the_type_that_all_its_values_have(values, kind):
    """Numbers that begin with 0 are text, and so are pictures in other folders."""
    rows = "".join(f'Card {number},"{value}"\n' for number, value in enumerate(values.split()))
    (found,) = draft(f"Name,Odd\n{rows}").kinds
    assert next(field for field in found.fields if field.column == "Odd").type == kind


def test_a_column_with_few_values_is_a_list_with_colours():
    """Each value is an entry with a hue of its own."""
    rows = "".join(f"Card {number},{['Fire', 'Sea', 'Air'][number % 3]}\n" for number in range(9))
    (found,) = draft(f"Name,Element\n{rows}").lists
    assert [(choice.key, choice.name) for choice in found.choices] == [("fire", "Fire"), ("sea", "Sea"), ("air", "Air")]
    assert len({choice.hue for choice in found.choices}) == 3


def test_a_type_without_columns_of_its_own_is_a_field():
    """Kinds differ in their columns: each has columns that another leaves empty."""
    rows = "".join(f"Card {number},{['Beast', 'Bird'][number % 2]},1\n" for number in range(6))
    assert [kind.where for kind in draft(f"Name,Type,Cost\n{rows}").kinds] == [""]


def test_row_numbers_are_not_numbers_of_copies():
    """A column called Number with 1, 2, 3 in any order numbers the rows; 2, 2, 1 or 24, 18, 6 are numbers of copies."""

    def column(*numbers):
        rows = "".join(f"{number},Animal {at}\n" for at, number in enumerate(numbers))
        return draft(f"Number,Name\n{rows}").parts[0].table.copies_column

    assert [column(1, 2, 3), column(3, 1, 2), column(7, 12, 30), column(*range(40, 2, -4))] == [""] * 4
    assert [column(2, 2, 1), column(24, 18, 6)] == ["Number"] * 2


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
    """By known column names, across or down; without any, by the values in the first row."""
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
    """Depending on its columns and on the length of its texts."""
    assert draft(text, shape=shape).kinds[0].layout == layout


@pytest.mark.parametrize(
    ("names", "ident"),
    [
        ("Owl Wolf", "{{ name | slug }}"),
        ("Owl owl", "{{ kind }}-{{ '%03d' % row }}"),
        ("フクロウ オオカミ", "{{ kind }}-{{ '%03d' % row }}"),
    ],
)
def test_ids_come_from_the_title_if_it_is_unique(names, ident):
    """Otherwise rows are numbered."""
    one, other = names.split()
    assert draft(f"Name,Cost\n{one},1\n{other},2\n").kinds[0].id_template == ident


def test_columns_whose_names_cannot_be_fields_get_other_names():
    """Reserved names, keywords, headers without a letter."""
    head = "Name,id,kind,class,3rd,€,Name,Standing"
    (found,) = draft(f"{head}\nOwl,a,b,c,d,e,f,g\nWolf,a,b,c,d,e,f,g\n").kinds
    names = ["name", "id_", "kind_", "class_", "column_3rd", "column_f", "name_2", "standing_"]
    assert [field.name for field in found.fields] == names


def test_small_numbers_without_a_slot_are_pips():
    """Each has the icon of its name, or a badge with letters."""
    found = draft("Name,Cost,Value,Speed,Range\nOwl,1,2,3,4\nWolf,1,2,3,5\n")
    assert found.kinds[0].slots["rack"] == '{pips: "[speed] {{ speed }} | [range] {{ range_ }}"}'


def test_a_family_of_costs_is_one_rack():
    """None of its columns becomes the cost, and the words that they share are left out."""
    found = draft("name,cost.gold,cost.wood\nOwl,1,0\nWolf,0,3\n", icons=("gold", "wood"))
    assert found.kinds[0].slots["rack"] == '{pips: "[gold] {{ cost_gold }} | [wood] {{ cost_wood }}"}'
    assert {one.token: one.icon for one in found.symbols} == {"[gold]": "gold", "[wood]": "wood"}


def test_words_and_yes_or_no_are_tags():
    """A column of yes or no is printed by its name."""
    found = draft(
        "name,text,rarity,isUnique\nOwl,It looks at you.,Rare,yes\nWolf,It runs away.,Common,no\nElk,It eats.,Odd,no\n"
    )
    tags = found.kinds[0].slots["tags"]
    assert "':check: Unique' if isunique" in tags or "':check: Unique' if is_unique" in tags


@pytest.mark.parametrize(
    "text",
    [
        "Nom,Type de carte,Effet\nHibou,Sort,Piochez.\nLoup,Sort,Mordez.\nCerf,Sort,Fuyez.\nOurs,Sort,Dormez.\n",
        "Name,Cost,Letter\nOwl,1,n\nWolf,2,n\nStag,3,n\nBear,4,n\n",
    ],
)
def test_a_column_that_repeats_one_known_name_is_not_a_header(text):
    """Each known name counts once, because values may be column names in some language."""
    assert draft(text).parts[0].table.each == "row"


def test_a_sentence_is_not_a_column_name():
    """In a list of sentences without a header, every sentence is a component."""
    found = draft("Tell us what you fear most.\nSing a song.\nWho is the oldest one here?\n")
    assert (found.parts[0].table.header, found.kinds[0].rows) == ("none", 3)


def test_a_header_without_known_names_is_reported_as_a_guess():
    """It might be a component."""
    assert "--header none" in draft("Salt Harbour\nMoon Fox\n").parts[0].table.note.reason


def test_japanese_names_with_voicing_marks_are_recognised():
    """The marks are part of the letter, not accents."""
    assert roles(draft("カード名,コスト\n炎の竜,1\n月の狐,2\n"))["カード名"] == "title"
    assert "its name" in [note.reason for note in draft("カード名,コスト\n炎の竜,1\n").parts[0].column_notes]


@pytest.mark.parametrize("values", ["4,5 3,5", "2d6 1d4", "1 X", "⚡ ⚡⚡", "$5 $10", "beast beast,swift"])
def test_amounts_and_combined_values_are_not_lists(values):
    """They are printed unchanged and have no colours."""
    one, other = values.split()
    rows = "".join(f'Card {number},"{one if number % 2 else other}"\n' for number in range(8))
    assert draft(f"Name,Cost\n{rows}").lists == ()


def test_a_weight_is_not_a_flavour_text():
    """Two words may be a number with its unit."""
    found = draft("Item,Price,Weight,Text\nOwl,$5,1 kg,Draw a card now.\nWolf,$7,12 kg,Bite somebody near.\n")
    assert roles(found)["Weight"] == ""


def test_notes_in_half_of_the_rows_are_not_a_type():
    """A type that is recognised by its values alone must be filled in nearly every row, with words."""
    rows = "".join(f"Card {number},{number % 4},{['', 'fair', '3', ''][number % 4]}\n" for number in range(12))
    assert roles(draft(f"Name,Cost,Odd\n{rows}"))["Odd"] == ""


@pytest.mark.parametrize(
    ("text", "copies", "warning"),
    [
        (
            "name,count,cost\nOwl,two,1\nWolf,2-3,2\nStag,1+,3\n",
            4,
            "'2-3' (cards.csv:3:6), '1+' (cards.csv:4:6) are no numbers of copies from 0 to 100: those cards",
        ),
        (
            "name,count,cost\nOwl,2,1\nWolf,200,2\nStag,1,3\n",
            4,
            "'200' (cards.csv:3:6) is no number of copies from 0 to 100: that card is printed once until you write one",
        ),
        (
            "name,count,cost\nOwl,2,1\nWolf,2-3,2\nStag,3,3\nFox,-1,3\nElk,2.5,1\n",
            8,
            "'2-3' (cards.csv:3:6), '-1' (cards.csv:5:5), '2.5' (cards.csv:6:5) are no",
        ),
    ],
)
def test_odd_numbers_of_copies_are_one_copy_each(text, copies, warning):
    """The others count, and all odd ones are named at once."""
    made = draft(text)
    assert sum(kind.copies for part in made.parts for kind in part.kinds) == copies
    assert [warning in line for line in made.warnings].count(True) == 1


@pytest.mark.parametrize(
    ("text", "unless"),
    [
        ("name,count\nOwl,2\nWolf,3\nTotal,5\n", {"name": ("Total",)}),
        ("name,count,cost\nOwl,2,1\nWolf,3,6\nAll cards,5,7\n", {"name": ("All cards",)}),
        ("name,count\nOwl,2\nWolf,3\n,5\n", {"name": ("",)}),
        ("name,cost,text\nOwl,2,Draw.\nWolf,3,Bite.\nDuck,1,Run.\n,11,\n", {"name": ("",)}),
        ("name,count,cost\nOwl,2,1\nWolf,3,6\nAverage,,3.5\n", {"name": ("Average",)}),
        ("name,count,cost\nBeasts,,\nOwl,2,1\nWolf,3,6\nBirds,,\nDuck,1,3\nHawk,1,1\n", {"name": ("Beasts", "Birds")}),
        ("name,count,cost\nOwl,2,1\nWolf,3,6\n---,---,---\nDuck,1,3\n", {"name": ("---",)}),
        (
            "name,cost,text\nOwl,2,Draw.\nWolf,3,Bite.\nDuck,1,Run.\nPlaytest log,,\n3 May,,\nAnna won,,\n",
            {"name": ("Playtest log", "3 May", "Anna won")},
        ),
    ],
)
def test_rows_that_are_no_components_are_left_out(text, unless):
    """They are named once, with the line that would take them."""
    found = draft(text)
    assert found.parts[0].table.unless == unless
    (line,) = (line for line in found.warnings if "left out" in line)
    assert line.endswith("from 'unless' in game.yaml.")
    assert "unless: {" in imported_files(found, NewGameOptions("isles", "The Isles"))["game.yaml"]


@pytest.mark.parametrize(
    "rows",
    [
        "Total Eclipse,2,3\nWolf,3,6\nStag,1,2\n",
        "Owl,2,1\nCount Bat,3,6\nMin,1,2\n",
        "Owl,,\nWolf,,\nStag,1,2\n",
    ],
)
def test_components_with_names_like_totals_stay(rows):
    """A word alone leaves nothing out, and nor does a name without numbers where most rows have only that."""
    assert draft(f"name,count,cost\n{rows}").parts[0].table.unless == {}


@pytest.mark.parametrize("last", ["Cat,3,Steal a card.,3", "Cat,1.5,Steal a card.,3", "Cat,3,Steal a card.,1"])
def test_a_last_card_with_a_text_is_no_total(last):
    """Whatever its numbers happen to be: the sum of those above, or their mean."""
    found = draft(f"Name,Cost,Text,Count\nOwl,1,Look at a hand.,1\nFox,2,Draw a card.,2\n{last}\n")
    assert (found.parts[0].table.unless, found.warnings) == ({}, ())


def test_copies_that_happen_to_be_a_sum_are_no_total():
    """A last row with a name of its own, and no other sum, is a component: 2 + 3 = 5 is a coincidence."""
    assert draft("name,count,cost\nOwl,2,1\nWolf,3,6\nStag,5,2\n").warnings == ()
    assert draft("name,count,cost\nOwl,1,1\nWolf,1,1\nStag,1,2\n").warnings == ()


def test_a_table_twice_as_long_takes_twice_the_work():
    """Not four times: a list of thousands of quiz questions is guessed while one waits."""
    rows = [f"Card {number};{number % 9};Draw {number % 5} cards." for number in range(800)]
    short, long = (partial(draft, "\n".join(["Name;Cost;Text", *rows[:count]])) for count in (400, 800))
    draft("Name;Cost;Text\nOwl;1;Hoot.")
    assert calls(long) < 3 * calls(short)


def test_a_plain_table_has_no_warnings():
    """Markdown, links and numbers that do not add up are fine."""
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
def test_the_name_of_a_kind_suggests_its_shape(file, shape, layout, back):
    """With the built-in layout and the built-in back for that shape."""
    found = draft("Name,Value\nCoin,1\nWound,2\n", file)
    assert (found.kinds[0].shape.text, back_names(found)[found.kinds[0].key]) == (shape, back)
    if shape != "poker":
        assert found.kinds[0].layout == layout


def test_tokens_with_texts_become_square_and_with_long_texts_cards():
    """A round token has no space for the text; a requested shape always applies."""
    text = "Name,Text\nCoin,Pay for it whenever you like to have another card.\n"
    assert draft(text, "tokens.csv").kinds[0].shape.text == "square 50mm"
    assert draft(text.replace("Pay", "Pay once or twice"), "tokens.csv").kinds[0].shape.text == "poker"
    assert draft(text, "tokens.csv", shape="circle 30mm").kinds[0].shape.text == "circle 30mm"


@pytest.mark.parametrize("cells", ["game-icons:owl game-icons:wolf-head", "game-icons-owl game-icons-wolf-head"])
def test_icons_of_a_set_that_is_not_installed_are_not_printed(cells):
    """The face keeps their line as a comment, and a warning names the command that adds the set."""
    owl, wolf = cells.split()
    found = draft(f"Name,Icon,Text\nOwl,{owl},Draw a card.\nWolf,{wolf},Bite somebody.\n")
    assert roles(found)["Icon"] == "icon"
    assert [line for line in found.warnings if "punchboard icons add game-icons" in line] == list(found.warnings) != []
    files = imported_files(found, NewGameOptions("isles", "The Isles"))
    assert any("  icon: null  # after `punchboard icons add game-icons`: " in str(text) for text in files.values())


def test_a_column_named_for_icons_with_other_values_is_warned_of():
    """The set may be one that nobody knows."""
    (warning,) = draft("Name,Icon,Text\nOwl,big bird,Draw a card.\nWolf,grey dog,Bite somebody.\n").warnings
    assert warning.startswith("'Icon' seems to name icons, but no icon is called 'big bird'")


def test_icons_of_an_installed_set_are_printed_by_their_own_names(tmp_path):
    """A table may name them without the set, or with a dash after it."""
    icons = {"owl": {"body": "<path d='M0 0h9v9z'/>"}, "grey-wolf": {"body": "<path d='M0 0h9v9z'/>"}}
    (tmp_path / "layouts" / "icons").mkdir(parents=True)
    (tmp_path / "layouts" / "icons" / "hollow.json").write_text(json.dumps({"prefix": "hollow", "icons": icons}))
    names = IconNames((), IconSets(game_search_path("isles", tmp_path, builtin_folder())))
    assert icon_naming(["hollow:owl"], names) == IconNaming("{0}")
    assert icon_naming(["hollow-owl", "hollow-grey-wolf"], names) == IconNaming("'hollow:' ~ {0}[7:] if {0} else ''")
    assert icon_naming(["Owl", "Grey Wolf"], names) == IconNaming("'hollow:' ~ ({0} | slug) if {0} else ''")
    assert icon_naming(["Owl", "Bear"], names) is None


def test_keys_of_objects_always_name_the_columns():
    """A single object with one key is a component, although the key and its value look like a column of names."""
    grid = read_grid(TableSource("t.json", b'[{"name": "x"}]'), None, Place("t.json"))
    assert find_orientation(grid)[:2] == (None, "row")


def test_what_has_no_place_on_a_piece_is_listed_with_the_box_that_prints_it():
    """A counter's corners count as printed; a piece without a free slot gets a box of its own."""
    found = draft("unit,side,attack,move,morale\nRifles,Blue,3,4,2\nGuns,Red,5,1,4\nHorse,Red,2,8,6\n", "counters.csv")
    (kind,) = found.kinds
    assert kind.layout == "counter"
    assert kind.slots["# more"].startswith('{text: "{{ side }} \u00b7 {{ morale }}", sides: {')
    (line,) = (line for line in found.warnings if "not printed" in line)
    assert line.startswith("2 columns are not printed: 'side', 'morale'. To print: remove the # before its box in")


def test_a_column_that_is_not_printed_has_no_symbol():
    """A table of 200 columns of numbers has symbols for the few that fit the card."""
    names = [f"Stat{number}x" for number in range(200)]
    found = draft("\n".join(["Name," + ",".join(names), *(f"{name}" + ",3" * 200 for name in ("Owl", "Elk"))]))
    rack = found.kinds[0].slots["rack"]
    assert 0 < len(found.symbols) == rack.count("|") + 1
    assert all(f"{symbol.token} {{{{" in rack for symbol in found.symbols)


@pytest.mark.parametrize(("language", "files"), [("de", []), ("fi", ["layouts/words/fi.yaml"])])
def test_a_language_without_words_has_a_file_for_them(language, files):
    """Those of a language that the program knows would be hidden by an empty one."""
    found = draft(MONSTERS)._replace(language=Note("language", language, "its words"))
    assert [name for name in imported_files(found, NewGameOptions("m", "M")) if "words" in name] == files


def test_every_guess_is_listed_whole():
    """A long one takes several lines."""
    icons = [f"icon-{number}" for number in range(40)]
    found = draft(MONSTERS)
    part = found.parts[0]._replace(
        column_notes=(Note("Card Name", f"the title; icons: {', '.join(icons)}", "its name"),)
    )
    report = "\n".join(guess_report(found._replace(parts=(part,))))
    assert all(icon in report for icon in icons)
    assert max(map(len, report.splitlines())) < 190


def test_a_title_with_colons_is_no_markdown():
    """They are colons, and no icon."""
    assert draft("Name,Text\nRe:Start,Draw a card.\nA:b:c,Discard a card.\n").kinds[0].fields[0].type == "text"
    assert draft("Name,Text\nRe :start:,Draw a card.\n").kinds[0].fields[0].type == "markdown"


ABILITIES = "Attack,4,Deal 2 damage.\nHealth,3,Heal 2 damage.\nSpeed,2,Move 3 spaces.\nPower,1,Draw 2 cards.\n"


@pytest.mark.parametrize("names", ["Name,Copies,Text", "Name,Effect", "Name,Copies", "Name,Value"])
def test_components_called_like_fields_do_not_turn_a_table(names):
    """As long as a column has what its name says; a table with its fields in a column is turned."""
    own = {"Name,Effect": (0, 2), "Name,Copies": (0, 1), "Name,Value": (0, 1)}.get(names, (0, 1, 2))
    rows = [[line.split(",")[at] for at in own] for line in ABILITIES.splitlines()]
    lines = [names, *(",".join(row) for row in rows)]
    assert draft("\n".join(lines)).kinds[0].rows == 4
    turned = ["Name,Attack,Action", "Cost,2,3", "Copies,4,1", "Type,Spell,Beast", "Text,Deal 2 damage.,Move 3 spaces."]
    assert draft("\n".join(turned)).kinds[0].rows == 2


LOG = "Playtest log,\n2024-01-03,Ann beat Bob 3-2 in 40 min.\n2024-01-05,Bob beat Ann 5-2 in 30 min.\n"
UNDATED_LOG = LOG.replace("2024-01-03", "Session 1").replace("2024-01-05", "3 May")
BLOCKS = [
    "Wolf,2,1,Draw a card.\nFox,2,3,Discard a card.\nTotal,4,4,\n",
    "Shield,3,3,Block 1 hit.\nHelm,1,1,Block all.\nTotal,4,4,\n",
]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"Name,Text\nWolf,Draw a card.\nFox,Discard a card.\n,\n{LOG}", 2),
        (f"Name,Text\nWolf,Draw a card.\nFox,Discard a card.\n{LOG}", 2),
        (f"Name,Copies,Cost,Text\n{BLOCKS[0]}\nName,Copies,Cost,Text\n{BLOCKS[1]}Grand total,8,8,\n", 4),
        ("Name,Copies,Cost\nWolf,2,1\nFox,2,3\nTotal,4,4\nHelm,3,3\nBow,1,1\nTotal,4,4\nGrand total,8,8\n", 4),
        ("Name,Copies,Cost,Text\nShield,3,0,Block 1 hit.\nHelm,2,1,Block all.\nTotal,12,9,\n", 2),
        ("Name,Copies,Text\nWolf,2,Draw.\nFox,3,\nTotal cards,12,\n", 2),
        ("Name,Copies\nWolf,2\nFox,3\nTotal,12\n", 2),
        (f"Name,Text\nWolf,Draw a card.\nFox,Run.\n{UNDATED_LOG}", 2),
        ("Name;Anzahl;Text\nDieb;2;Ziehe eine Karte.\nSumme;2;\n", 1),
    ],
)
def test_totals_and_logs_are_no_cards(text, rows):
    """Nor is a sum from before the last change, one of a single card, or one of several blocks."""
    found = draft(text)
    assert sum(kind.rows for kind in found.kinds) == rows
    assert sum("left out" in line for line in found.warnings) == 1


def test_cards_that_begin_like_totals_stay():
    """They have a text, or a name that is more than a word for a sum."""
    cards = "Wolf,2,1,Draw a card.\nTotal Eclipse,4,4,Block.\nSum of All Fears,6,5,Block all.\n"
    assert draft(f"Name,Copies,Cost,Text\n{cards}").parts[0].table.unless == {}
    assert draft(f"Name,Copies,Cost,Text\n{cards}Total Eclipse,1,9,\n").kinds[0].rows == 4

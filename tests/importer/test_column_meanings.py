"""Columns and rows that are no values of cards: counts, row numbers, states of work, means, second languages."""

import pytest

from punchboard.importer.columns.column_names import name_score
from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.table_game import guess_language
from punchboard.importer.writing.imported_game import score_report
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place


def draft(text, file="cards.csv"):
    """Return the draft of a game from a table given as text."""
    grid = read_grid(TableSource(file, text.encode()), None, Place(file))
    lie = find_orientation(grid)
    table = table_from_grid(grid, file, RowsFile(table=file, header=lie.header, each=lie.each))
    return draft_game([SourceTable(table, file, None, lie)], ImportContext((), builtin_boxes))


def columns(**more):
    """Return the draft of three cards with names, texts and costs, and with more columns of words."""
    rows = [
        ["Name", "Cost", "Text", *more],
        *(
            [name, cost, "Draw a card, then discard one.", *(values.split("/")[row] for values in more.values())]
            for row, (name, cost) in enumerate((("Owl", "2"), ("Elk", "1"), ("Fox", "2")))
        ),
    ]
    return draft("\n".join(";".join(row) for row in rows))


COPIES = (
    *(
        "# of cards",
        "# Copies",
        "Qty #",
        "#cards",
        "No. of cards",
        "Freq",
        "Freq.",
        "Frequency",
        "Multiplicity",
        "Repeat",
    ),
    *(
        "Times",
        "Anz.",
        "Anz",
        "Stk",
        "Stk.",
        "Kopien",
        "Häufigkeit",
        "Nb",
        "Nb.",
        "Nbre",
        "Nb d'ex.",
        "Qté",
        "Fréquence",
    ),
    *("Cant.", "Nº copias", "Veces", "Qtd", "Qtd.", "Qtde", "Cópias", "Qta", "N. copie", "Aantal", "Aantal kaarten"),
    *("Ilość", "Szt.", "Antal", "Antall", "Kpl", "Ks", "Počet kusů", "Darab", "Buc.", "Adet", "Кол-во", "Кол.", "Шт."),
    *("Примірники", "Брой", "Αντίτυπα", "枚数", "数量", "张数", "수량", "매수", "Số lượng", "จำนวน", "العدد", "כמות"),
)


def test_numbers_of_copies_are_known_by_their_headings():
    """In the languages of designers, with full stops and number signs."""
    assert [name for name in COPIES if name_score(name, "copies") <= 2] == []


@pytest.mark.parametrize("name", ["# of cards", "Freq.", "Stk.", "Qtde", "Ilość", "Кол-во", "枚数"])
def test_numbers_of_copies_are_not_printed(name):
    """They say how many of each card there are."""
    assert columns(**{name: "3/1/2"}).parts[0].table.copies_column == name


def test_a_card_number_is_still_no_copies():
    """Its number sign says something."""
    assert columns(**{"Card #": "3/1/2"}).parts[0].table.copies_column == ""


INDEXES = (
    "Idx",
    "Index",
    "Order",
    "Position",
    "Sort",
    "Sort order",
    "Row",
    "Row #",
    "Lp.",
    "Lfd. Nr.",
    "N.º",
    "№ п/п",
    "序号",
)


@pytest.mark.parametrize(
    ("name", "values"), [*((name, "1/2/3") for name in INDEXES), ("Sort", "10/20/30"), ("Order", "2/3/1")]
)
def test_numbers_of_rows_are_not_printed(name, values):
    """One line says so; the same name over other numbers is a value."""
    found = columns(**{name: values, "Power": "4/2/4"})
    fields = {field.column: (field.role, field.slot) for kind in found.kinds for field in kind.fields}
    assert fields.get(name, ("id", "")) == ("id", "")
    assert fields["Power"][0] == "value"
    assert name in {field.column for field in columns(**{name: "7/7/2"}).kinds[0].fields}


def test_a_second_number_of_rows_is_not_printed_either():
    """One of them tells rows apart."""
    found = columns(**{"Nr.": "1/2/3", "ID": "a1/a2/a3"})
    (line,) = (line for line in found.warnings if "number" in line)
    assert line.startswith("'Nr.' numbers the rows and is not printed. To print it, ")


STATES = ("Playtested", "Tested", "Is final", "Done", "Final?", "Finished", "Getestet", "Testé", "Готово", "完了")
MARKS = ("x//x", "✓/✓/", "yes/no/yes", "✅/❌/✅", "1/0/1")


@pytest.mark.parametrize(
    ("name", "values"), [*((name, "x//x") for name in STATES), *(("Done", values) for values in MARKS)]
)
def test_marks_that_say_how_far_the_work_is_are_not_printed(name, values):
    """Whatever the mark is; one line names the column."""
    found = columns(**{name: values})
    assert name in found.parts[0].table.ignored
    assert any(f"{name!r} is a note of yours" in line for line in found.warnings)


@pytest.mark.parametrize(
    "last",
    ["Ø,1.25,,", "Ø,1,,", "avg,1.3,,", "Mean,1.25,,2", "Median,1,,", "Durchschnitt,1.25,,2", "Moyenne,1.25,,",
     "∅ Cost,1.2,,",
     "Average cost,1.4,,1.75", ",,TOTAL,8", "Total,5,,8\nØ,1.25,,2", "Σ,5,,8\nMedian,1,,2\nMin,1,,1\nMax,2,,3"],
)  # fmt: skip
def test_a_row_of_means_is_no_card(last):
    """Rounded, weighted or the middle one, also below a row of sums, and in a table of two columns."""
    cards = "Owl,1,Draw.,2\nElk,1,Run.,1\nFox,2,Steal a card.,3\nAnt,1,Carry.,2\n"
    found = draft(f"Name,Cost,Text,Count\n{cards}{last}\n")
    assert found.kinds[0].rows == 4
    assert any("left out" in line for line in found.warnings)
    two = "\n".join(",".join(row.split(",")[:2]) for row in f"{cards}{last}".split("\n"))
    narrow = draft(f"Name,Cost\n{two}\n")
    assert narrow.kinds[0].rows == 4


@pytest.mark.parametrize("last", ["Median,1,Cut the deck.,2", "Øst,1,,2", "Max,2,,3", "Ant,1,,2"])
def test_a_card_with_a_text_or_another_name_is_none(last):
    """Whatever its numbers are."""
    cards = "Owl,1,Draw.,2\nElk,1,Run.,1\nFox,2,Steal a card.,3\n"
    assert draft(f"Name,Cost,Text,Count\n{cards}{last}\n").kinds[0].rows == 4


def test_every_column_is_explained():
    """Those without a candidate, too: empty, in another language, a pip, of a number of players."""
    cards = "Owl,Eule,1,,1,2,1,1,2\nElk,Elch,2,,2,1,2,1,1\nFox,Fuchs,1,,1,3,3,2,3\n"
    found = draft(f"Name EN,Name DE,Cost,Empty,Gold,Wood,Idx,2p,3p\n{cards}")
    report = [line.split() for line in score_report(found) if line]
    assert {line[0] for line in report[1:]} >= {"Name", "Cost", "Empty", "Gold", "Wood", "Idx", "2p", "3p"}
    lines = [" ".join(line) for line in report]
    assert any(line.startswith("Name DE none not printed: de") for line in lines)
    assert any(line.startswith("Empty none") and "empty" in line for line in lines)
    assert any(line.startswith("Idx private") and "numbers the rows" in line for line in lines)


@pytest.mark.parametrize(
    ("head", "language", "others"),
    [
        ("Name EN,Name DE,Text EN,Text DE", "en", {"Name DE", "Text DE"}),
        ("Name,Name (fr),Text,Text (fr)", "", {"Name (fr)", "Text (fr)"}),
        ("Titel,Title,Regeln,Rules", "de", {"Title", "Rules"}),
        ("Title,Titel,Rules,Regeln", "en", {"Titel", "Regeln"}),
        ("Nom,Name,Effet,Effect", "fr", {"Name", "Effect"}),
        ("名前,Name,効果,Effect", "ja", {"Name", "Effect"}),
        ("English,Deutsch,Text [en],Text [de]", "en", {"Deutsch", "Text [de]"}),
        ("Title (EN),Titel (DE),Rules (EN),Regeln (DE)", "en", {"Titel (DE)", "Regeln (DE)"}),
        ("NameEN,NameDE,Rules EN,Regeln DE", "en", {"NameDE", "Regeln DE"}),
    ],
)
def test_one_of_two_languages_is_printed(head, language, others):
    """The first one; the other is offered for a locale."""
    found = draft(
        f"{head},Cost\nOwl,Eule,Draw one card.,Zieh eine Karte.,1\nElk,Elch,Run away now.,Lauf schnell weg.,2\n"
    )
    assert {*found.parts[0].table.ignored} == others
    assert (found.language.guess if found.language else "") == language
    assert any("punchboard translate" in line for line in found.warnings)


@pytest.mark.parametrize("head", ["Name,Titel,Text,Regeln", "Name,Title,Text,Rules", "Title,Name,Effect,Rules"])
def test_two_texts_in_one_language_are_both_printed(head):
    """Their headings are of one language."""
    found = draft(
        f"{head},Cost\nOwl,Eule,Draw one card.,Zieh eine Karte.,1\nElk,Elch,Run away now.,Lauf schnell weg.,2\n"
    )
    assert found.parts[0].table.ignored == ()


@pytest.mark.parametrize(
    ("headings", "texts", "language"),
    [
        (("Name", "Anzahl", "Text"), ("Eule", "Wolf"), "de"),
        (("Nom", "Quantité"), ("Hibou", "Loup"), "fr"),
        (("Nome", "Custo", "Qtd"), ("Coruja", "Lobo"), "pt"),
        (("Name", "Cost", "Text"), ("Owl", "Wolf"), ""),
        (("Name", "Anzahl", "Text"), ("Draw a card from the deck.", "Take the top card of your deck."), ""),
        (("Name", "Art", "Text"), ("Owl", "Wolf"), ""),
        (("Naam", "Kosten"), ("Uil", "Wolf"), "nl"),
        (("名前", "効果"), ("炎の竜", "カードを引く"), "ja"),
        (("Name", "Text"), ("炎の竜", "カードを1枚引く"), "ja"),
        (("名称", "效果"), ("火龙", "抽一张牌"), "zh"),
        (("이름", "효과"), ("용", "카드를 뽑는다"), "ko"),
        (("Name", "Text"), ("Owl", "Draw a card from the deck."), ""),
        (("Name", "Text"), ("I do as I please.", "I see all I need.", "I sleep as I do."), ""),
        (("Title", "Prompt"), ("I am as tall as I am old.", "Do as I do.", "Do I lie? As if I do!"), ""),
        (("Item", "Effect"), ("+1 per ally", "+2 per enemy", "+1 per kill, per turn, per ally, per hand"), ""),
        (("Place", "Action"), ("Sleep in bed, sit in", "Hide in hay, in dark", "En garde, in range, in line"), ""),
        (("Song", "Words"), ("la la la la la la", "do re mi fa so la", "as loud as lions"), ""),
        (("City", "Bonus"), ("Foz do Iguaçu", "Rio de Janeiro", "Porto da Barra", "Vila do Conde", "+1 coin"), ""),
        (("Name", "Text"), ("Pesca una carta.", "Scarta due carte e pesca una carta.", "Perdi un turno."), "it"),
        (("Name", "Text"), ("Compre uma carta.", "Descarte duas cartas e compre outra.", "Perca um turno."), "pt"),
        (("Name", "Text"), ("Trek een kaart.", "Leg je kaart op de stapel.", "Je mag niet in de stad."), "nl"),
        (("Name", "Text"), ("Dobierz kartę.", "Odrzuć karty i dobierz kartę.", "Nie dobierz karty w nocy."), "pl"),
        (("Name", "Text"), ("龍 Dragon of the East", "Draw a card from the deck, then discard another."), ""),
    ],
)
def test_the_language_is_known_by_headings_or_by_script(headings, texts, language):
    """Where the texts are few; one sign among Latin letters says nothing."""
    found = guess_language(headings, [texts])
    assert (found.guess if found else "") == language


@pytest.mark.parametrize(
    ("heading", "values", "role"),
    [
        ("Author", ("Joe Doe",) * 4, "private"),
        ("Author", ("Joe Doe", "", "", "Joe Doe"), "private"),
        ("Designer", ("Joe Doe", "Ida Pell", "Joe Doe", "Ida Pell"), "private"),
        ("Credits", ("Art: Ann Lee, words: Joe Doe",) * 4, "private"),
        ("Author", ("Joe Doe", "Ida Pell", "Ann Lee", "Bo Ray"), "footer"),
        ("Artist", ("Ann Lee",) * 4, "private"),
        ("Artist", ("Ann Lee", "Bo Ray", "Ann Lee", "Bo Ray"), "footer"),
        ("Illustrator", ("Ann Lee", "", "Bo Ray", ""), "footer"),
        ("Source", ("", "Field Guide", "", "Field Guide p. 12"), "private"),
        ("Source", ("Field Guide", "https://example.com/a", "Atlas", "Atlas"), "private"),
        ("Source", ("Field Guide",) * 4, "private"),
        ("Source", ("Fire", "Water", "Fire", "Earth"), ""),
    ],
)
def test_who_made_all_and_where_some_are_from_is_not_printed(heading, values, role):
    """An artist is a credit line on each card, unless one made all of them."""
    rows = zip(("Owl", "Elk", "Fox", "Jay"), values, strict=True)
    found = draft(f"Name,Cost,Text,{heading}\n" + "".join(f'{name},1,Draw a card.,"{value}"\n' for name, value in rows))
    fields = {field.column: field.role for kind in found.kinds for field in kind.fields}
    assert ("private" if heading in found.parts[0].table.ignored else fields[heading]) == role
    assert sum("who made cards or where they are from" in line for line in found.warnings) == (role == "private")

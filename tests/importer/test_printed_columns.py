"""Which columns are printed, and where: ranks, names of files, states, ratios, numbers of cards, shapes."""

import json

import pytest

from punchboard.importer.columns.column_names import name_score
from punchboard.importer.columns.sheets import choose_sheets
from punchboard.importer.guess import ImportContext, draft_game
from punchboard.importer.source_tables import read_tables
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.problem import Place


def drafted(text, file="cards.csv"):
    """Return the draft of a table."""
    tables, _ = read_tables(TableSource(file, text.encode()), ())
    return draft_game(tables, ImportContext(frozenset(), builtin_boxes))


def table(**columns):
    """Return a table as CSV from columns, whose values are separated by a slash."""
    rows = zip(*(values.split("/") for values in columns.values()), strict=True)
    quoted = [",".join(f'"{value}"' for value in row) for row in rows]
    return "\n".join([",".join(name.replace("_", " ") for name in columns), *quoted, ""])


def role(found, column):
    """Return the role of a column; ``private`` for one that is no field."""
    if column in found.parts[0].table.ignored:
        return "private"
    return next(field.role for field in found.kinds[0].fields if field.column == column)


NAMES = "Heron/Otter/Stoat/Vole"


@pytest.mark.parametrize(
    "ranks", ["2/9/J/K", "7/8/Bube/Ass", "7/8/U/O", "1/10/Page/Queen", "8/9/V/D", "1/10/Sota/Rey", "2/7/Fante/Re"]
)
@pytest.mark.parametrize("heading", ["Rank", "Figure"])
def test_faces_beside_numbers_are_ranks(ranks, heading):
    """They have the corner, and not the points, which most cards lack."""
    rows = f"{ranks}/{ranks}"
    found = drafted(table(Suit="A/A/A/A/B/B/B/B", Points="0/0/1/2/0/0/1/2", **{heading: rows}))
    assert (role(found, heading), role(found, "Points")) == ("value", "")


@pytest.mark.parametrize("values", ["1/2/Deer/Fox", "1/2/A/X", "J/Q/K/A"])
def test_other_words_beside_numbers_are_no_ranks(values):
    """Nor are faces alone."""
    found = drafted(table(Name=f"{NAMES}/Asp/Bee/Cat/Doe", Points="1/2/3/4/5/6/7/8", Odd=f"{values}/{values}"))
    assert role(found, "Points") == "value"


@pytest.mark.parametrize("heading", ["Background", "Icon", "Text", "Frame"])
def test_names_of_files_and_layers_are_not_printed(heading):
    """One word with underscores in each row is no text, and a line says that it is not printed."""
    rules = "Draw a card./Pass the turn./Gain a coin./Rest now."
    found = drafted(table(Name=NAMES, Rules=rules, **{heading: "bg_a/bg_b/bg_b/fg_c"}))
    assert role(found, heading) == ""
    shown = [box for name, box in found.kinds[0].slots.items() if not name.startswith("#")]
    assert not any(f"{{{{ {heading.lower()}" in box for box in shown)
    assert any(f"'{heading}'" in line and "not printed" in line for line in found.warnings)


@pytest.mark.parametrize("states", ["Ready to print/Needs work", "druckfertig/in Bearbeitung", "En cours/À tester"])
def test_a_list_of_states_is_not_the_type(states):
    """The labels are."""
    one, other = states.split("/")
    found = drafted(table(Card_Name=NAMES, List_Name=f"{one}/{other}/{one}/{one}", Labels="Fish/Bird/Fish/Bird"))
    assert (role(found, "List Name"), role(found, "Labels")) == ("private", "type")


@pytest.mark.parametrize(("heading", "no"), [("Keep", "N"), ("Keep?", "no"), ("Behalten", "nein"), ("Garder", "non")])
def test_a_card_that_is_not_kept_is_left_out(heading, no):
    """As with any other switch."""
    yes = {"N": "Y", "no": "yes", "nein": "ja", "non": "oui"}[no]
    found = drafted(table(Name=NAMES, **{heading: f"{yes}/{yes}/{no}/{yes}"}))
    assert (role(found, heading), found.kinds[0].rows) == ("private", 3)


@pytest.mark.parametrize(
    ("file", "printed"),
    [
        ({"id": "att7", "url": "https://files.example/7", "filename": "fox.png"}, "fox.png"),
        ({"id": "att7", "url": "https://files.example/fox.png"}, "https://files.example/fox.png"),
        ({"id": "f1", "name": "fox.png", "file": {"url": "https://files.example/7"}}, "fox.png"),
    ],
)
def test_an_attachment_is_the_file_of_its_name(file, printed):
    """Or of its address; its id says nothing."""
    cards = [{"Name": "Fox", "Face": [file]}, {"Name": "Owl", "Face": [file]}]
    grid = read_grid(TableSource("t.json", json.dumps(cards).encode()), None, Place("t.json"))
    assert [row[1] for row in grid.rows] == ["Face", printed, printed]


def board(closed, **card):
    """Return a board of tasks with two people, and three cards."""
    cards = [
        {"id": f"c{at}", "name": name, "desc": "Draw a card.", **card, "closed": closed[at]}
        for at, name in enumerate(("Owl", "Elk", "Fox"))
    ]
    members = [{"id": "m1", "fullName": "Ida"}, {"id": "m2", "fullName": "Bo"}]
    return json.dumps({"name": "Wood", "members": members, "cards": cards})


def test_the_people_of_a_board_are_no_cards():
    """And a closed card is left out where a program keeps other things of the cards, such as addresses."""
    found = drafted(board((False, True, False), url="https://board.example/1"), "wood.json")
    assert [(kind.rows, role(found, "closed")) for kind in found.kinds] == [(2, "private")]
    assert drafted(board((False, True, False), gate="north"), "wood.json").kinds[0].rows == 3


@pytest.mark.parametrize(
    ("sheet", "text", "taken"),
    [
        ("Members", "name,mail\nIda Pell,ida@example.org\n", False),
        ("Members", "name,text\nThe Guide,Draw two cards and keep one.\n", True),
    ],
)
def test_a_sheet_of_people_has_no_texts(sheet, text, taken):
    """Members of a crew have some."""
    texts = {"Cards": "name,text\nOwl,Draw.\n", sheet: text}
    grids = {name: read_grid(TableSource("t.csv", of.encode()), None, Place("t.csv")) for name, of in texts.items()}
    assert (sheet in choose_sheets(grids, "club.json").taken) == taken


@pytest.mark.parametrize(
    ("ratios", "is_private"),
    [
        ("1.5/2.33/0.75/4", True),
        ("1,50/2,33/0,75/4,00", True),
        ("1.5//0.75/4", True),
        ("1.5/2.4/0.75/4", False),
        ("1/2/3/4", False),
    ],
)
def test_what_is_worked_out_of_two_columns_is_not_printed(ratios, is_private):
    """As the ratio of power to cost is, also with an empty cell for an error."""
    found = drafted(table(Name=NAMES, Price="$2/$3/$1,000/$1", Pull="3/7/750/4", Efficiency=ratios))
    assert (role(found, "Efficiency") == "private") == is_private


@pytest.mark.parametrize("counts", ["2x/1x/3x/1x", "x2/x1/x3/x1", "2 \u00d7/1 \u00d7/3 \u00d7/1 \u00d7"])
def test_a_column_of_counts_without_a_name_is_copies(counts):
    """With a name of its own, a line asks."""
    rows = zip(
        NAMES.split("/"),
        "3512",
        ("Draw a card.", "Pass it on.", "Gain one.", "Rest now."),
        counts.split("/"),
        strict=True,
    )
    text = "".join(f"{','.join(row)}\n" for row in rows)
    assert drafted(text).kinds[0].copies == 7
    assert drafted(f"Name,Cost,Text,Bonus\n{text}").kinds[0].copies == 4


def test_the_name_of_a_column_without_one_is_never_printed():
    """Its values are; yes and no say nothing without one."""
    rows = [
        (name, number, text, colour, more, flag)
        for name, number, text, colour, more, flag in zip(
            NAMES.split("/"),
            "3512",
            ("Draw a card.", "Pass it on.", "Gain one.", "Rest now."),
            ("2-3", "3-4", "2-3", ""),
            "7894",
            ("yes", "no", "yes", ""),
            strict=True,
        )
    ]
    found = drafted("".join(f"{','.join(row)}\n" for row in rows))
    (kind,) = found.kinds
    assert not any("Column" in box for box in kind.slots.values())
    assert "{{ column_d if column_d }}" in kind.slots["tags"]
    assert not any("column_f" in box for name, box in kind.slots.items() if not name.startswith("#"))


@pytest.mark.parametrize("sign", ["\u2714", "?", "\u2605"])
def test_ticks_under_a_sign_are_not_printed(sign):
    """Only who made the table knows what they say; under a word they are printed."""

    def printed(heading):
        rows = ("Otter,TRUE,Draw 1 card.", "Crane,FALSE,Draw 2 cards.", "Newt,TRUE,Draw 3 cards.")
        (kind,) = drafted("\n".join((f"Name,{heading},Text", *rows))).kinds
        name = next(field.name for field in kind.fields if field.column == heading or field.name == heading.lower())
        return any(name in box for key, box in kind.slots.items() if not key.startswith("#"))

    assert (printed(sign), printed("Swims")) == (False, True)


@pytest.mark.parametrize(
    ("role_name", "headings"),
    [
        ("title", "Tytuł/Název/Titel/Título/Titolo/Título/Titre/Titel/Titel/Название/Cím"),
        ("title", "Nazwa karty/Jméno/Naam/Nome/Nome della carta/Nombre/Nom/Name/Namn/Имя/Név"),
        ("text", "Efekt/Efekt/Effect/Efeito/Effetto/Efecto/Effet/Effekt/Effekt/Эффект/Hatás"),
        ("text", "Działanie/Pravidla/Regels/Regras/Regole/Reglas/Règles/Regeln/Regler/Правила/Szabályok"),
        ("cost", "Koszt/Náklady/Kosten/Custo/Costo/Coste/Coût/Kosten/Kostnad/Стоимость/Költség"),
        ("copies", "Kopie/Počet/Kopieën/Cópias/Copie/Copias/Nombre de copies/Kopien/Kopior/Количество копий/Példány"),
        ("type", "Rodzaj/Druh/Soort/Categoria/Tipo/Tipo/Type/Typ/Typ/Категория/Típus"),
        (
            "private",
            "Notatka/Poznámky/Opmerking/Anotações/Appunti/Apuntes/Remarques/Notizen/Noteringar/Заметки/Jegyzet",
        ),
    ],
)
def test_common_headings_are_known_in_eleven_languages(role_name, headings):
    """In Polish, Czech, Dutch, Portuguese, Italian, Spanish, French, German, Swedish, Russian and Hungarian."""
    assert [name for name in headings.split("/") if name_score(name, role_name) <= 2] == []


@pytest.mark.parametrize(
    ("heading", "numbers", "text", "expected"),
    [
        ("No.", "1/2/3/4", "Now take card 4.", "value"),
        ("Card #", "1/2/3/4", "See **card** 3 and go on.", "value"),
        ("Nr", "1/2/3/4", "Weiter bei Karte Nr. 3 im Wald.", "value"),
        ("#", "01/02/03/04", "Prenez la carte n° 4.", "value"),
        ("ID", "A1/A2/B1/B2", "Go to card B2 at once.", "value"),
        ("No.", "I/II/III/IV", "Rest for a while.", "value"),
        ("No.", "1/2/3/4", "Gain for each card 2 coins.", "id"),
        ("No.", "1/2/3/4", "Now take card 9.", "id"),
        ("No.", "1/2/3/4", "Move your token 2 spaces.", "id"),
    ],
)
def test_numbers_that_people_need_are_printed(heading, numbers, text, expected):
    """Texts send to them, or they are Roman; of any others, the line says that they are not printed."""
    texts = f"{text}/Rest now./Go on then./Stay here."
    found = drafted(table(**{heading: numbers}, Name=NAMES, Text=texts))
    assert role(found, heading) == expected
    (note,) = (note for note in found.parts[0].column_notes if note.subject == heading)
    assert note.guess.endswith("; not printed") == (expected == "id")


def test_a_number_goes_to_the_footer_beside_a_value():
    """The corner is for what the game plays with."""
    found = drafted(table(No="1/2/3/4", Name=NAMES, Points="4/4/5/6", Text="Take card 4./Rest now./Go on./Stay."))
    assert (role(found, "No"), role(found, "Points")) == ("footer", "value")
    assert found.kinds[0].slots["footer"] == '{text: "{{ no }}"}'


def test_a_text_on_the_back_sends_to_a_number_on_the_front():
    """A reader turns the card, and looks for the next."""
    backs = {"Back_title": "Woods/Hills/Coast/Moor", "Back_text": "Take card 4./Rest now./Go on then./Stay here."}
    found = drafted(table(No="1/2/3/4", Name=NAMES, Text="Turn this over./Rest now./Go on then./Stay here.", **backs))
    assert role(found, "No") == "value"


EDGES = ("North", "East", "South", "West")


@pytest.mark.parametrize(
    ("columns", "shape", "layout"),
    [
        ({"Shape": "circle/circle/circle/circle"}, "circle 25mm", "token"),
        ({"Form": "rund/rund/rund/rund"}, "circle 25mm", "token"),
        ({"Shape": "Hexagon/Hexagon/Hexagon/Hexagon"}, "hex 50mm", "tile-hex"),
        ({"Diameter": "20mm/20mm/20mm/20mm"}, "circle 20mm", "token"),
        ({"Ø": "1.5 cm/1.5 cm/1.5 cm/1.5 cm"}, "circle 1.5cm", "token"),
        ({"Shape": "square/square/square/square", "Size": "30/30/30/30"}, "square 30mm", "tile-square"),
        ({"Shape": "tarot/tarot/tarot/tarot"}, "tarot", "tarot"),
        ({"Shape": "round/round/round/round", "Text": "Rest now./Go on./Stay./Wait."}, "circle 40mm", "token"),
        ({"Shape": "square 15mm/square 15mm/square 15mm/square 15mm"}, "square 15mm", "tile-square"),
        ({"Shape": "40 mm hex/40 mm hex/40 mm hex/40 mm hex"}, "hex 40mm", "tile-hex"),
        ({"Size": "50 x 50 mm/50 x 50 mm/50 x 50 mm/50 x 50 mm"}, "square 50mm", "tile-square"),
        ({"Size": "2in x 3in/2in x 3in/2in x 3in/2in x 3in"}, "card 2in x 3in", "framed"),
        ({"North": "a/b/a/b", "East": "b/a/b/a", "South": "a/a/b/b", "West": "b/b/a/a"}, "square 50mm", "tile-square"),
        ({"Shape": "circle/square/circle/hex"}, "poker", "framed"),
        ({"Size": "20mm/20mm/20mm/20mm"}, "poker", "framed"),
        ({"Diameter": "2mm/2mm/2mm/2mm"}, "poker", "framed"),
    ],
)
def test_a_shape_that_all_rows_say_is_that_of_the_pieces(columns, shape, layout):
    """It is not printed; one that differs from row to row is as any other column."""
    found = drafted(table(Name=NAMES, **columns))
    (kind,) = found.kinds
    assert (kind.shape.text, kind.layout) == (shape, layout)
    says = [name for name in columns if name not in {"Text", *EDGES}] if shape != "poker" else []
    assert [name for name in columns if role(found, name) == "private"] == says


@pytest.mark.parametrize(
    ("said", "shape"), [("square 15mm", "square 15mm"), ("square", "square 25mm"), ("", "square 25mm")]
)
def test_counters_have_the_size_that_the_table_says(said, shape):
    """They must fit the spaces of a map."""
    units = table(Unit=NAMES, Shape=f"{said}/{said}/{said}/{said}", Attack="3/4/5/2", Defense="2/2/3/4", Move="4/6/5/3")
    (kind,) = drafted(units, "counters.csv").kinds
    assert (kind.shape.text, kind.layout) == (shape, "counter")


@pytest.mark.parametrize(("text", "diameter", "has_words"), [("Rest now.", 40, True), ("Rest " * 20, 60, False)])
def test_a_round_piece_has_its_text_below_its_name(text, diameter, has_words):
    """If there is room for it; otherwise a line says that it is not printed."""
    found = drafted(table(Name=NAMES, Shape="round/round/round/round", Text=f"{text}/Go on./Stay./Wait."))
    (kind,) = found.kinds
    assert (kind.shape.text, "words" in kind.slots) == (f"circle {diameter}mm", has_words)
    assert any("'Text'" in line and "not printed" in line for line in found.warnings) != has_words

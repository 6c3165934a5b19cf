"""`punchboard check --rules --cards`: any rulebook and any table of components."""

import json
from io import BytesIO

import openpyxl
import pytest

CARDS = "name,type,copies\nWren,bird,4\nOwl,bird,2\nEgg,token,30\n"
RULES = "# Nests\n\nFor 2 to 4 players.\n\nTake the birds: a Wren, an Owl. All 30 Eggs are the supply.\n"


def run(workspace, rules, *more, cards=CARDS):
    """Write a rulebook and a deck, and check them."""
    (workspace.path / "RULES.md").write_text(rules, encoding="utf-8")
    (workspace.path / "cards.csv").write_text(cards, encoding="utf-8")
    return workspace.run("check", "--rules", "RULES.md", "--cards", "cards.csv", *more)


def test_a_good_rulebook_prints_one_line(workspace):
    """Status 0; no catalog is needed, and nothing is written."""
    ran = run(workspace, RULES)
    assert (ran.status, ran.out, ran.err) == (0, "1 text checked: no problems\n", "")
    assert {path.name for path in workspace.path.iterdir()} == {"RULES.md", "cards.csv"}


def test_a_warning_alone_is_no_failure(workspace):
    """Status 0, with the name that no component has."""
    cards = "name,type,copies\nWren,bird,4\nOwl,bird,2\nFinch,bird,2\n"
    ran = run(workspace, "**Wren**: sings.\n\n**Owl**: hoots.\n\n**Decoy**: waits.\n\n**Finch**: pecks.\n", cards=cards)
    assert ran.status == 0
    assert "RULES.md:5:3: warning PROSE011: 'Decoy': cards.csv has no component of this name" in ran.err


def workbook(**sheets):
    """Return the bytes of an .xlsx file with some sheets."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


ROWS = [line.split(",") for line in CARDS.splitlines()]
SHEETS = workbook(
    Birds=[["name", "copies"], ["Wren", 4], ["Owl", 2]], Nest=[["name", "copies"], ["Egg", 30]], Ideas=[["x"]]
)

TABLES = {
    "cards.csv": CARDS.encode(),
    "cards.tsv": CARDS.replace(",", "\t").encode(),
    "semicolons.csv": CARDS.replace(",", ";").encode(),
    "latin.csv": CARDS.replace("type", "art\u00e9").encode("latin-1"),
    "cards.json": json.dumps([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]).encode(),
    "cards.yaml": b"- {name: Wren, copies: 4}\n- {name: Owl, copies: 2}\n- {name: Egg, copies: 30}\n",
    "cards.xlsx": workbook(Sheet=ROWS),
    "sheets.xlsx": SHEETS,
}


@pytest.mark.parametrize("name", TABLES)
def test_cards_are_read_in_every_format_that_new_takes(workspace, name):
    """A workbook's sheets together, each as a kind; a wrong number is found in any of them."""
    (workspace.path / name).write_bytes(TABLES[name])
    (workspace.path / "RULES.md").write_text(RULES, encoding="utf-8")
    ran = workspace.run("check", "--rules", "RULES.md", "--cards", name)
    assert (ran.status, ran.out, ran.err) == (0, "1 text checked: no problems\n", "")
    (workspace.path / "RULES.md").write_text(RULES.replace("30", "24"), encoding="utf-8")
    ran = workspace.run("check", "--rules", "RULES.md", "--cards", name)
    assert ran.err.splitlines()[0] == "RULES.md:5:37: error PROSE002: '24 Eggs': the deck has 30"


def test_sheets_can_be_chosen(workspace):
    """--sheet takes those sheets only; an unknown one is an error in one line."""
    (workspace.path / "cards.xlsx").write_bytes(SHEETS)
    (workspace.path / "RULES.md").write_text("# Nests\n\nAll 6 birds fly: a Wren, an Owl.\n", encoding="utf-8")
    both = workspace.run("check", "--rules", "RULES.md", "--cards", "cards.xlsx")
    assert both.err.splitlines()[0] == "cards.xlsx:Nest!A2: error PROSE004: no rule mentions 'Egg'"
    assert workspace.run("check", "--rules", "RULES.md", "--cards", "cards.xlsx", "--sheet", "Birds").status == 0
    ran = workspace.run("check", "--rules", "RULES.md", "--cards", "cards.xlsx", "--sheet", "Fish")
    assert ran.err.splitlines()[0].startswith("cards.xlsx: error TABLE001: ")


def test_problems_are_printed_as_for_games(workspace):
    """Status 1; each problem with file, line and column, its code and a hint, and their number at the end."""
    ran = run(workspace, RULES.replace("an Owl", "an *Owll*").replace("30", "24"))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "RULES.md:5:29: error PROSE001: unknown name 'Owll'",
        "    did you mean 'Owl'?",
        "RULES.md:5:40: error PROSE002: '24 Eggs': the deck has 30",
        "    correct the number or the deck",
        "1 text checked: 2 errors",  # that no rule mentions the Owl only follows from the slip
    ]


def test_a_comment_silences_a_problem(workspace):
    """A comment beside the sentence, or with the name of the piece."""
    rules = RULES.replace("an Owl", "an *Owll*") + "\n<!-- right: PROSE004 Owl -->\n"
    wrong = run(workspace, rules)
    assert "PROSE001" in wrong.err
    assert "PROSE004" not in wrong.err
    assert run(workspace, rules.replace("supply.", "supply. <!-- right: PROSE001 -->")).status == 0


def test_json_is_one_object(workspace):
    """--json prints the texts and their problems."""
    ran = run(workspace, RULES.replace("an Owl", "an *Owll*, an Owl"), "--json")
    data = json.loads(ran.out)
    assert (ran.status, ran.err, data["checked"]) == (1, "", ["RULES.md"])
    assert [(one["rule"], one["file"], one["line"], one["column"]) for one in data["problems"]] == [
        ("PROSE001", "RULES.md", 5, 29)
    ]


def test_several_texts_are_checked_without_a_deck(workspace):
    """--rules can be repeated; without a deck the texts are checked against each other."""
    (workspace.path / "a.md").write_text("The first to reach 100 points wins.\n", encoding="utf-8")
    (workspace.path / "b.md").write_text("Whoever gets to 120 points first has won.\n", encoding="utf-8")
    ran = workspace.run("check", "--rules", "a.md", "--rules", "b.md")
    assert ran.status == 1
    assert "b.md:1:17: error PROSE007: '120 points' here, but '100 points' in a.md:1" in ran.err
    assert ran.err.count("PROSE007") == 1


def test_all_unreadable_files_are_reported(workspace):
    """Each by its name."""
    (workspace.path / "cards.csv").write_text("", encoding="utf-8")
    ran = workspace.run("check", "--rules", "RULE.md", "--cards", "cards.csv")
    assert ran.status == 1
    assert "RULE.md: error FILE001: 'RULE.md' is missing" in ran.err
    assert "cards.csv:1: error TABLE001: the table is empty" in ran.err


def test_options_that_do_not_fit_are_usage_errors(workspace):
    """A deck without a text, or a text together with games."""
    assert workspace.run("check", "--cards", "cards.csv").status == 2
    assert workspace.run("check", "--rules", "RULES.md", "--sheet", "Birds").status == 2
    with_game = workspace.run("check", "grove", "--rules", "RULES.md")
    assert with_game.status == 2
    assert "--cards TABLE" in with_game.err
    assert with_game.err.endswith("punchboard check grove\n")

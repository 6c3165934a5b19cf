"""Where problems in the texts of a workbook are."""

from io import BytesIO

from openpyxl import Workbook

from punchboard.checks.prose import Reading, check_reading, parse_markdown
from punchboard.cli.commands.check import table_vocabulary
from punchboard.load.tables import TableSource


def test_a_problem_of_a_card_is_at_its_sheet_and_cell():
    """Also two in one cell; numbers and orders in bold are no terms."""
    workbook = Workbook()
    cards, events = workbook.active, workbook.create_sheet("Events")
    cards.title = "Cards"
    for row in (
        ("Name", "Type", "Copies", "Text"),
        ("Red Fox", "Animal", 3, "**Stealth**. Move the Hounnd. It takes **2** steps."),
        ("Hound", "Animal", 3, "**Draw** 1 card."),
    ):
        cards.append(row)
    for row in (("Name", "Text"), ("Flood", "Lose **5**."), ("Fire", "Gain **Wisdom**.")):
        events.append(row)
    file = BytesIO()
    workbook.save(file)
    rules = "# Rules\n\nPlay an Animal, a Hound or a Red Fox. Events are Flood and Fire.\n"
    reading = Reading((parse_markdown(rules, "r.md"),), table_vocabulary(TableSource("deck.xlsx", file.getvalue())))
    assert {(str(one.place), one.rule) for one in check_reading(reading)} == {
        ("deck.xlsx:Cards!D2", "PROSE001"),
        ("deck.xlsx:Cards!D2", "PROSE005"),
        ("deck.xlsx:Events!B3", "PROSE005"),
    }

"""Several texts of a card: which is the text, which the flavour, what is on a back of its own, and in which order."""

import pytest

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

RULES = ("Draw two cards.", "Discard a card.", "Gain 2 points.", "Each player draws a card.")
LORE = ("He never slept again.", "The sea was calm that night.", "Nobody saw the lamp go out.", "She sang to it.")


def table(**columns):
    """Return a table of four cards as CSV."""
    names = ("Owl", "Wolf", "Bear", "Elk")
    lines = [("Name", *columns), *zip(names, *columns.values(), strict=True)]
    return "".join(",".join(f'"{cell}"' for cell in line) + "\n" for line in lines)


def roles(text):
    """Return the role of each column of a table with one kind, and the kind."""
    grid = read_grid(TableSource("cards.csv", text.encode()), None, Place("cards.csv"))
    lie = find_orientation(grid)
    rows = table_from_grid(grid, "cards.csv", RowsFile(table="cards.csv", header=lie.header, each=lie.each))
    context = ImportContext(frozenset(), builtin_boxes)
    (kind,) = draft_game([SourceTable(rows, "cards.csv", None, lie)], context).kinds
    return {field.column: field.role for field in kind.fields}, kind


@pytest.mark.parametrize("name", ["Day", "Side effect", "Bonus rule", "Later"])
def test_two_texts_of_rules_are_printed_in_their_order(name):
    """The second is no flavour, whatever it is called: its words are those of rules."""
    found, kind = roles(table(Text=RULES, **{name: RULES[::-1]}))
    assert (found["Text"], found[name]) == ("text", "more text")
    assert kind.slots["flavour"] == "null"
    box = kind.slots["text"]
    assert box.index("{{ text") < box.index(kind.fields[-1].name)


@pytest.mark.parametrize(("one", "other"), [("Text 1", "Text 2"), ("Text", "Second text"), ("Rules", "More rules")])
def test_counted_texts_are_paragraphs_without_their_headings(one, other):
    """Their columns only count them."""
    _, kind = roles(table(**{one: RULES, other: RULES[::-1]}))
    first, second = (name.lower().replace(" ", "_") for name in (one, other))
    assert kind.slots["text"] == f'{{markdown: "{{{{ {first} | as_written }}}}\\n\\n{{{{ {second} | as_written }}}}"}}'


@pytest.mark.parametrize("quote", ["\u201c{}\u201d", "*{}*", "\u00ab {} \u00bb", "<i>{}</i>"])
def test_a_text_in_quotes_or_italics_is_the_flavour(quote):
    """Wherever it stands, and however much it is about cards."""
    quoted = tuple(quote.format(f"{lore} Draw a card, said the player.") for lore in LORE)
    found, _ = roles(table(Somewhere=quoted, Else=RULES))
    assert (found["Somewhere"], found["Else"]) == ("flavour", "text")


def test_a_short_text_without_words_of_rules_is_the_flavour():
    """Its name is not known, and its texts say what no rule says."""
    found, _ = roles(table(What=LORE, Text=RULES))
    assert (found["What"], found["Text"]) == ("flavour", "text")


def test_a_long_second_text_without_a_stop_is_printed():
    """It is neither flavour nor a sentence, and yet it is what the card says."""
    found, kind = roles(table(Text=RULES, Later=[f"then draw {text.rstrip('.').lower()} again" for text in RULES]))
    assert found["Later"] == "more text"
    assert "later" in kind.slots["text"]


@pytest.mark.parametrize(
    "name", ["Back", "Side B", "Face 2", "Reverse", "R\u00fcckseite", "Verso", "back", "Flip side", "Reverso"]
)
def test_a_column_that_is_called_only_a_back_is_on_a_back_of_each_cards_own(name):
    """As the text where it has sentences, as the title where it has a word or two."""
    _, kind = roles(table(Text=RULES, **{name: LORE}))
    assert kind.other_side["text"].startswith("{markdown:")
    assert "flavour" in kind.slots
    assert kind.slots["flavour"] == "null"
    _, kind = roles(table(Text=RULES, **{name: ("Ruin", "Grave", "Den", "Nest")}))
    assert kind.other_side["title"].startswith("{text:")


@pytest.mark.parametrize("values", [("red", "blue", "red", "blue"), ("1", "2", "3", "4"), ("yes", "no", "yes", "no")])
def test_designs_of_backs_numbers_and_switches_make_no_back(values):
    """Nothing tells cards with the same back apart."""
    _, kind = roles(table(Text=RULES, Back=values))
    assert kind.other_side == {}


def test_a_bare_back_beside_a_text_of_the_back_is_its_title():
    """There is one text on a side."""
    _, kind = roles(table(Text=RULES, Back=("Old Ruin", "Wet Grave", "Dry Den", "High Nest"), **{"Back text": LORE}))
    assert "{{ back }}" in kind.other_side["title"]
    assert "back_text" in kind.other_side["text"]


def test_sentences_under_a_name_for_titles_are_the_text():
    """Beside the names of the cards, a summary says what a card does."""
    found, _ = roles(table(Summary=RULES))
    assert (found["Name"], found["Summary"]) == ("title", "text")

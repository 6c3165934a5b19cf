"""Markdown parsed into blocks with their places, and the parts that are not prose."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.prose import Reading, check_reading, deck_vocabulary, parse_markdown
from punchboard.checks.prose.reading.tables import Columns, ComponentTable
from punchboard.problem import Place

BOOKS = Path(__file__).parents[3] / "prose"


@pytest.mark.parametrize("path", sorted(BOOKS.glob("**/*/*.md")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_word_has_its_exact_place(path):
    """Line and column lead to the word, through lists, tables, quotes, links and emphasis."""
    source = path.read_text(encoding="utf-8")
    lines = source.split("\n")
    text = parse_markdown(source, "r.md")
    found = [(block, word) for block in text.blocks for word in block.words]
    assert len(found) > 300
    for block, word in found:
        place = block.place(word.start)
        assert lines[place.line - 1][place.column - 1 :].startswith(word.text)


def test_blocks_know_their_sections():
    """The titles above a block, from the highest level down; tables and lists are kept, too."""
    text = parse_markdown("# A\n\n## B\n\nOne.\n\n- two\n- three\n\n## C\n\n| D |\n|---|\n| E |\n", "r.md")
    assert [(block.kind, block.text, block.sections) for block in text.blocks] == [
        ("heading", "A", ()),
        ("heading", "B", ("A",)),
        ("paragraph", "One.", ("A", "B")),
        ("item", "two", ("A", "B")),
        ("item", "three", ("A", "B")),
        ("heading", "C", ("A",)),
        ("head", "D", ("A", "C")),
        ("cell", "E", ("A", "C")),
    ]
    assert [len(items.blocks) for items in text.lists] == [2]
    assert [cell.text for cell in text.tables[0].column(0)] == ["E"]


def test_front_matter_is_read_and_taken_off():
    """Its values have places, and the text after it keeps its line numbers."""
    text = parse_markdown('---\ntitle: "Mau"\nplayers: 2-4\n---\n\nPlay.\n', "r.md")
    assert {key: block.text for key, block in text.front.items()} == {"title": "Mau", "players": "2-4"}
    assert text.front["players"].place() == Place("r.md", 3, 10)
    assert [block.place() for block in text.blocks] == [Place("r.md", 6, 1)]


def test_punchboards_own_markup_has_no_words():
    """Icons, rule marks and small capitals; the words keep their columns."""
    (block,) = parse_markdown("Take :flame: two ^^Eggs^^. [#two-eggs]\n", "r.md").blocks
    assert [word.text for word in block.words] == ["Take", "two", "Eggs"]
    assert block.place(block.words[2].start).column == 20


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        ("All 12 Kings.\n", 1),
        ("All 12 Kings. <!-- right: PROSE002 -->\n", 0),
        ("All 12 Kings. <!-- right: those of the big box -->\n", 0),
        ("All 12 Kings. <!-- right: PROSE002 those of the -> big box -->\n", 0),
        ("<!-- right: those of the big box -->\nAll 12 Kings.\n", 0),
        ("All 12 Kings. <!-- wrong: PROSE002 -->\n", 1),
        ("<!-- right: PROSE002 -->\nAll 12 Kings.\n", 0),
        ("<!-- right: PROSE001, PROSE002 -->\nAll 12 Kings.\n", 0),
        ("All 12 Kings. <!-- right: PROSE001 -->\n", 1),
        ("Right. <!-- right: PROSE002 -->\nAll 12 Kings.\n", 1),
        ("- A King.\n- All 12 Kings. <!-- right: PROSE002 -->\n", 0),
        ("| A | B |\n|---|---|\n| King | All of the 12 Kings in the deck <!-- right: PROSE002 --> |\n", 0),
    ],
)
def test_a_comment_exempts_problems(reading, rules, count):
    """On its own line, and on the next if it stands alone; for the rules that it names, or for all."""
    found = [problem for problem in check_reading(reading(rules, "pack")) if problem.rule == "PROSE002"]
    assert len(found) == count


def test_a_comment_has_no_words():
    """The names in it count as mentioned nowhere."""
    text = parse_markdown("Play. <!-- right: PROSE004 Queen of Hearts -->\n", "r.md")
    assert [word.text for block in text.blocks for word in block.words] == ["Play"]
    assert text.exempt_names == (("PROSE004", "Queen of Hearts"),)


MARKUP = (
    "# ",
    "## 2. ",
    "- ",
    "1. ",
    "| ",
    " |\n|---|\n",
    "*",
    "**",
    "[x](#y)",
    "> ",
    "```",
    "---\n",
    "<!-- right: ",
    "-->",
)
SAID = (
    "Queen of Hearts",
    "Kings",
    "3 to 5 players",
    "all 40 cards",
    "each player takes",
    "see ",
    "reach 100 points",
    "wins. ",
)
SIGNS = (
    "8/7/6 for 2/3/4 players",
    "a dozen",
    "12",
    "\u00b2",
    "\u2019s",
    "(",
    ")",
    ":",
    "\u00e9",
    "\u65e5\u672c",
    "{{ x }}",
)
PIECES = st.sampled_from((*MARKUP, *SAID, *SIGNS, "\n", "\n\n", "\t", "\r\n"))


@given(st.lists(PIECES, max_size=40).map("".join), st.lists(st.lists(PIECES, min_size=2, max_size=2), max_size=4))
def test_any_text_can_be_checked(rules, rows):
    """The checker always ends, and its places are in the file."""
    table = [{"name": one, "text": other} for one, other in rows]
    places = [Place("cards.csv", line) for line in range(2, 2 + len(table))]
    tables = (ComponentTable(table, places, Columns("name", texts=("text",)), lambda row, _column: places[row]),)
    found = Reading((parse_markdown(rules, "r.md"),), deck_vocabulary("cards.csv", tables))
    lines = rules.replace("\r\n", "\n").count("\n") + 1
    for problem in check_reading(found):
        assert 1 <= problem.place.line <= (lines if problem.place.file == "r.md" else 1 + len(table))
        assert problem.message

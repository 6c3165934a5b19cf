"""The import finds symbols and HTML in texts, and writes them into game.yaml."""

import yaml

from punchboard.importer.columns.profile import ColumnProfile, as_plain_text, html_sample
from punchboard.importer.columns.symbols import find_symbols, icons_of_titles
from punchboard.load.icons.icons import symbol_words
from punchboard.workspace import builtin_folder

ICONS = {path.stem for path in (builtin_folder() / "layouts" / "icons").glob("*.svg")} | {
    path.stem for path in (builtin_folder() / "icons").glob("*.svg")
}


def found(*texts, icons=ICONS):
    return {one.token: (one.times, one.icon) for one in find_symbols([ColumnProfile("text", 0, texts)], icons)}


def test_every_meaning_has_a_built_in_icon():
    """The table of meanings names no icon that does not exist."""
    assert set(symbol_words().values()) <= ICONS


def test_tokens_in_all_brackets_are_found_with_their_counts():
    """By name, by meaning, or without an icon."""
    texts = [
        "Pay 2 [credit]: draw.",
        "{T}: gain [credit]. (R) (R) (G)",
        "<wood> :lumber: {2} <wood>",
        "[anchor] [anchor]",
    ]
    assert found(*texts) == {
        "[credit]": (2, "coin"),
        "{T}": (1, "arrow-right"),
        "(R)": (2, ""),
        "(G)": (1, ""),
        "<wood>": (2, "wood"),
        ":lumber:": (1, "wood"),
        "{2}": (1, ""),
        "[anchor]": (2, "anchor"),
    }


def test_prose_in_brackets_is_no_symbol():
    """Nor are links, tags, templates, icons that exist, times and enumerations."""
    texts = [
        "See (page 3). [optional] [optional] [a link](x) [a link](y) <b>bold</b> <b>",
        "{{ name }} {{ name }} :crown: at 10:30: now (A) first (B) second (A) (B) [once only]",
        "[a long remark of many words] [a long remark of many words] (see below) (see below)",
    ]
    assert found(*texts) == {}


def test_an_icon_of_a_set_fits_by_name():
    """When no built-in icon does."""
    assert found("[zither] [zither]", icons={"tools:zither"}) == {"[zither]": (2, "tools:zither")}


def test_html_is_recognised_by_tags_and_entities():
    """Not by comparisons, ampersands, or tokens in angle brackets."""
    assert html_sample(["plain", "a <b>b</b>"]) == "<b>"
    assert html_sample(["Fish &amp; Chips"]) == "&amp;"
    assert html_sample(["a <br/>", ""]) == "<br/>"
    assert html_sample(["1 < 2 & 3 > 2", "R&D; x", "Pay <wood>", "a <b and c> d"]) == ""


def test_a_column_of_html_is_judged_by_its_plain_text():
    """So a title in bold is as long as it looks."""
    column = as_plain_text(ColumnProfile("name", 0, ("<b>Owl</b>", "Fish &amp; Chips")))
    assert column.values == ("Owl", "Fish & Chips")
    assert column.html == "<b>"


def test_labels_in_markdown_are_judged_by_their_plain_text():
    """Sentences stay Markdown, unless their column is called a title; names of files are no Markdown."""

    def plain(name, *values):
        return as_plain_text(ColumnProfile(name, 0, values)).values

    assert plain("Type", "*Place*", "[[Boat]]", "") == ("Place", "Boat", "")
    assert plain("Title", "**Who goes first?**", "**Who goes last?**") == ("Who goes first?", "Who goes last?")
    assert plain("Text", "Draw **two** cards.") == ("Draw **two** cards.",)
    assert plain("Picture", "_a_.png", "_b_.png") == ("_a_.png", "_b_.png")


def test_the_symbols_of_the_draft_are_valid_yaml():
    """Whatever characters a token has."""
    from punchboard.importer.columns.symbols import FoundSymbol
    from punchboard.importer.writing.imported_game import _symbols

    text = _symbols((FoundSymbol('{"}', 2, "coins", "its meaning"), FoundSymbol("{\\}", 1, "", "no icon")))
    assert yaml.safe_load(text) == {"symbols": {'{"}': "coins", "{\\}": None}}


def test_icons_of_titles_are_told_if_each_title_has_one():
    """As on the cards, which show all of them or none."""
    icons = {"Stone Wolf": "wolf", "Key": "key", "Wolf": "wolf"}
    assert icons_of_titles(tuple(icons), icons.__getitem__) == "; icons: wolf, key"
    assert icons_of_titles(("Key", "Xyzzy"), lambda title: icons.get(title, "")) == ""

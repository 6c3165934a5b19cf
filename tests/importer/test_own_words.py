"""What a new game says of its own: names, piles and first texts in the language of its table."""

from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.draft import Note
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.own_words import in_own_language, named, words_of
from punchboard.importer.writing.imported_game import imported_files
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

WORDS = Path(__file__).parents[2] / "layouts" / "words"
IMPORTER = files("punchboard.importer")
TABLE = b"Name,Text\nOwl,Fly.\nElk,Run.\n"


def written(file, language, content=TABLE):
    """Return the files of a game that is made from a table in a language."""
    grid = read_grid(TableSource(file, content), None, Place(file))
    lie = find_orientation(grid)
    table = table_from_grid(grid, file, RowsFile(table=file, header=lie.header, each=lie.each))
    found = draft_game([SourceTable(table, file, None, lie)], ImportContext(frozenset(), builtin_boxes))
    note = Note("language", language, "its words") if language else None
    return imported_files(in_own_language(found._replace(language=note)), NewGameOptions("m", "M"))


@pytest.mark.parametrize(
    ("language", "file", "kind", "lines"),
    [
        ("", "cards.csv", {"name": "Card"}, ["the deck", "# Setting up"]),
        ("fi", "cards.csv", {"name": "Card", "plural": "Card"}, ["the deck", "# Setting up"]),
        ("de", "cards.csv", {"name": "Karte", "plural": "Karten"}, ["vom Stapel", "# Aufbau"]),
        ("de", "Figuren.csv", {"name": "Figuren", "plural": "Figuren"}, ["**Figuren.** Sag, wozu sie da sind."]),
        ("fr", "cards.csv", {"name": "Carte"}, ["la pioche", "# Mise en place"]),
        ("es", "cards.csv", {"name": "Carta"}, ["el mazo", "# Preparación"]),
        ("it", "cards.csv", {"name": "Carta", "plural": "Carte"}, ["il mazzo", "# Preparazione"]),
    ],
)
def test_a_new_game_speaks_the_language_of_its_table(language, file, kind, lines):
    """Its cards without a name, its piles and hands, and its first texts; keys and comments are English."""
    texts = written(file, language)
    game = yaml.safe_load(texts["game.yaml"])
    (made,) = game["kinds"].values()
    assert {key: made[key] for key in ("name", "plural") if key in made} == kind
    assert [line for line in lines if line not in texts["game.yaml"] + texts["rulebook.md"]] == []


def test_a_field_keeps_the_accents_of_its_column():
    """Its key has none, but its name is read in large print and in the filters of the cards' page."""
    content = "Nom,Coût,Effet\nÉpée,3,Frappe deux fois.\nArc,2,Frappe de loin.\n"
    (kind,) = yaml.safe_load(written("cartes.csv", "fr", content.encode())["game.yaml"])["kinds"].values()
    assert [field.get("name") for field in kind["fields"].values()] == [None, "Coût", None]


@pytest.mark.parametrize(
    ("language", "yaml_text"),
    [
        ("en", 'name: "the Ship deck"'),
        ("fr", 'name: "le paquet Ships"'),
        ("es", 'name: "el mazo Ships"'),
        ("it", 'name: "il mazzo Ships"'),
    ],
)
def test_a_deck_of_one_kind_is_named_after_it(language, yaml_text):
    """After its plural, as on its back, where the language has it so."""
    assert named(words_of(language), "kind deck", "Ship", "Ships") == yaml_text


def test_each_language_with_words_has_those_of_a_new_game():
    """And its rulebook and quick reference."""
    words = yaml.safe_load(IMPORTER.joinpath("names.yaml").read_text(encoding="utf-8"))
    assert words.keys() == {path.stem for path in WORDS.glob("*.yaml")}
    for language, own in words.items():
        assert own.keys() | {"plural"} == words["en"].keys(), language
        names = ("rulebook.md", "reference.md") if language != "en" else ()
        assert all(IMPORTER.joinpath("files", language, name).is_file() for name in names)


@pytest.mark.parametrize("name", ["rulebook.md", "reference.md"])
def test_each_first_text_has_the_blocks_of_the_english_one(name):
    """As many headings, and every directive and placeholder."""

    def shape(text):
        marks = ("```", "$", "#", "|", "1.", "2.", ">", "**")
        return [line if line[0] in "`$" else line.split()[0] for line in text.splitlines() if line.startswith(marks)]

    folder = IMPORTER.joinpath("files")
    english = shape(folder.joinpath(name).read_text(encoding="utf-8"))
    for language in ("de", "fr", "es", "it"):
        own = shape(folder.joinpath(language, name).read_text(encoding="utf-8"))
        assert [line for line in own if line[:2] != "**"] == [line for line in english if line[:2] != "**"]

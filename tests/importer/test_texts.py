"""YAML text, list colours and names of kinds in imported games."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.ink.colours import similar_views
from punchboard.expression import slug
from punchboard.importer.columns.value_lists import HUES
from punchboard.importer.kinds.kind_names import kind_key, kind_name, kind_plural, strip_title
from punchboard.importer.yaml_text import comment, quoted, scalar
from punchboard.load.layout_files import game_search_path
from punchboard.load.layouts.raw_layouts import theme_choices
from punchboard.load.themes import resolve_theme
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.layout import ThemeFile
from punchboard.problem import Place
from punchboard.srgb import contrast
from punchboard.workspace import builtin_folder


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_read_back_unchanged(text):
    """In quotes, and as a scalar."""
    assert read_yaml_value(f"a: {quoted(text)}\nb: {scalar(text)}\n", "f.yaml") == {"a": text, "b": text}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_comment_is_one_line(text):
    """Nothing in it ends the line or the file."""
    assert read_yaml_value(f"a: 1  # {comment(text)}\nb: 2\n", "f.yaml") == {"a": 1, "b": 2}


@pytest.mark.parametrize("theme", theme_choices())
def test_the_hues_of_types_are_told_apart_in_every_theme(theme):
    """They differ by 10 or more (CIEDE2000) for every colour vision and in grey print; words on them are legible."""
    search_path = game_search_path("game", Path(), builtin_folder())
    colours = resolve_theme(search_path, theme, Place("theme")).validated(ThemeFile).colours
    for one, other in itertools.combinations(HUES, 2):
        assert similar_views(colours[one], colours[other]) == {}, (one, other)
    assert min(contrast(colours[hue], colours[f"on-{hue}"]) for hue in HUES) >= 4.5


@pytest.mark.parametrize(
    ("source", "key", "name", "plural"),
    [
        ("monsters.csv", "monster", "Monster", "Monsters"),
        ("Abilities.xlsx", "ability", "Ability", "Abilities"),
        ("Zauber", "zauber", "Zauber", ""),
        ("sheet1.csv", "card", "Card", ""),
        ("boss cards", "boss-card", "Boss Card", "Boss Cards"),
        ("カード.csv", "card", "カード", ""),
        ("Heroes", "hero", "Hero", "Heroes"),
        ("Boxes", "box", "Box", "Boxes"),
        ("Red Deck", "red-card", "Red Card", "Red Cards"),
        ("Cards v3.xlsx", "card", "Card", ""),
        ("Isles - Heroes.csv", "hero", "Hero", "Heroes"),
        ("Isles - Sheet1.csv", "isle", "Isle", "Isles"),
        ("Deck v7 FINAL - Cards.csv", "card", "Card", ""),
        ("Spells 8f3a1c2e5b6d4f7a.csv", "spell", "Spell", "Spells"),
        ("Characters-Grid view.csv", "character", "Character", "Characters"),
        ("fr.csv", "card", "Card", ""),
        ("crew.xml.csv", "crew", "Crew", ""),
        ("Crews.txt", "crew", "Crew", "Crews"),
    ],
)
def test_a_kind_is_named_after_its_file_or_value(source, key, name, plural):
    """In the singular; files with generic names give cards."""
    assert (kind_key(source, ()), kind_name(source), kind_plural(source)) == (key, name, plural)
    assert kind_key(source, (key,)) == f"{key}-2"
    assert slug(key) == key


def test_a_kind_is_not_named_after_the_game():
    """The words after the title describe the kind."""
    assert strip_title("Dragon Isles cards.csv", "Dragon Isles") == "cards.csv"
    assert strip_title("dragon_isles-monsters.csv", "Dragon Isles") == "monsters.csv"
    assert strip_title("Dragon Isles.csv", "Dragon Isles") == strip_title("trains.csv", "Train") == "card"
    assert strip_title("Game - Sheet1.csv", "G") == "Game - Sheet1.csv"
    assert strip_title("salt_sea_beasts.csv", "Salt & Sea") == "beasts.csv"
    assert strip_title("monsters.csv", "Dragon Isles") == "monsters.csv"

"""Braille by the real liblouis: the five games, read back."""

import os
import subprocess
from pathlib import Path

import pytest

from punchboard.load import load
from punchboard.load.liblouis import translate
from punchboard.products.braille import braille, braille_problems
from punchboard.products.game.component_words import all_words
from punchboard.products.game.composed_game import ComposedGame

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")
GRADE_1 = "en-ueb-g1.ctb"

pytestmark = pytest.mark.slow


def read_back(command, cells):
    """Return the letters of cells, a line each, according to liblouis."""
    lines = "".join(f"{line}\n" for line in cells)
    run = [command, "--backward", f"unicode.dis,{GRADE_1}"]
    return subprocess.run(run, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()


def plain(text):
    """Return a text with straight apostrophes: Braille has one for both."""
    return text.replace("\u2019", "'")


@pytest.mark.every_case
@pytest.mark.parametrize("name", GAMES)
def test_every_name_is_read_back_letter_by_letter(name, need):
    """In grade 1, with its capitals and its apostrophes; and no character of a game lacks Braille."""
    command = need("lou_translate")
    composed = ComposedGame(load(name, ROOT), ("a4",), ("braille",))
    names = tuple(dict.fromkeys(words.name for words in all_words(composed)))
    found = read_back(command, translate(GRADE_1, names).texts)
    assert [*map(plain, found)] == [*map(plain, names)]
    assert [*braille_problems(composed)] == []


def test_a_german_game_is_in_german_braille(need):
    """By its locale."""
    need("lou_translate")
    composed = ComposedGame(load("alpha-and-omega", ROOT, locale="de"), ("a4",), ("braille",))
    lists = {product.path: product.data for product in braille(composed) if product.format == "data"}
    assert lists["braille/labels-grade-1.brf"] != lists["braille/labels-grade-2.brf"]
    assert [*braille_problems(composed)] == []


def test_liblouis_has_every_table_that_the_layouts_name(need):
    """And each has the digits, by which labels are numbered."""
    need("lou_translate")
    known = load("atmosfear", ROOT).layouts.braille
    assert len(known) > 30
    for language, file in known.items():
        for table in file.tables.values():
            assert translate(table, ("1234567890",)).unknown == "", (language, table)


def test_braille_does_not_depend_on_the_locale(need, monkeypatch):
    """Of the shell."""
    need("lou_translate")
    translate.cache_clear()
    usual = translate(GRADE_1, ("Über 12 “Crêpe”",))
    translate.cache_clear()
    monkeypatch.setitem(os.environ, "LC_ALL", "C")
    assert translate(GRADE_1, ("Über 12 “Crêpe”",)) == usual

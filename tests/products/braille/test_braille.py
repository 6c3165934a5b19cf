"""The product: a list in each grade, labels to emboss and to print in 3D; without liblouis a warning, and no more."""

import pytest
from tests.products.braille.conftest import spelled
from tests.products.conftest import GAME

from punchboard.problem import Severity
from punchboard.products.braille import braille, braille_problems
from punchboard.products.braille.cells import brf_text
from punchboard.scene import Group, Use


def made(composed):
    """Return the files by their names in the folder."""
    return {product.path.removeprefix("braille/"): product for product in braille(composed)}


def warnings(composed):
    """Return the problems as lines, all of which are warnings."""
    found = [*braille_problems(composed)]
    assert {problem.severity for problem in found} <= {Severity.WARNING}
    return [str(problem) for problem in found]


@pytest.mark.usefixtures("liblouis")
def test_a_game_has_a_list_in_each_grade_and_labels_for_each_paper(composed):
    """Made twice, they are the same to the byte."""
    game = composed()
    files = made(game)
    assert [*files] == [
        *("labels-grade-1.brf", "labels-grade-2.brf"),
        *("a4-labels.pdf", "letter-labels.pdf", "labels-1.stl"),
    ]
    again = made(game)
    assert all(again[name].data == file.data for name, file in files.items())
    assert warnings(game) == []


@pytest.mark.usefixtures("liblouis")
def test_the_list_has_the_number_the_name_and_the_words_of_each_component(composed):
    """By kind; numbered as in large print, so that a number on a card leads to its words."""
    rule = '  rule: {at: [6, 16], size: [50, 66], text: "Draw a {{ title }}", style: label}\n'
    face = f'boxes:\n  title: {{at: [6, 6], size: [40, 8], text: "{{{{ title }}}}", style: title}}\n{rule}'
    data = made(composed(files={"layouts/faces/card.yaml": face}))["labels-grade-1.brf"].data.decode("ascii")
    lines = [line.strip() for line in data.split("\r\n")]
    wanted = [brf_text(text) for text in spelled(["1 Root", "Draw a Root", "2 Branch", "Draw a Branch"])]
    start = lines.index(wanted[0])
    assert lines[start : start + 4] == wanted
    assert brf_text(spelled(["4 Marker"])[0]) in lines


@pytest.mark.usefixtures("liblouis")
def test_each_copy_has_a_label_at_true_size_with_its_words_below(composed):
    """Seven pieces: five cards, and two tokens, which have only their number."""
    files = made(composed(("a4",)))
    (page,) = files["a4-labels.pdf"].document.pages
    labels = [item for item in page.items if isinstance(item, Use) and item.symbol.name.startswith("label")]
    assert [label.symbol.name for label in labels] == [f"label {number}" for number in (1, 2, 2, 2, 3, 4, 4)]
    assert (files["a4-labels.pdf"].pieces, files["labels-1.stl"].pieces) == (7, 7)
    assert (labels[0].transform.a, labels[0].transform.d) == (1, 1)
    captions = [item for item in page.items if isinstance(item, Group) and item.element and item.element.role == "P"]
    shown = [line.text for group in captions for text in group.items[0].items for line in text.lines]
    assert shown == ["1 Root", *["2 Branch"] * 3, "3 Crown", *["4 Marker (number only)"] * 2]


@pytest.mark.usefixtures("liblouis")
def test_a_deck_that_fills_a_bed_goes_on_in_another_file(composed):
    """Beds of 200 mm: 3 labels of a poker card in a row."""
    game = GAME.replace("copies: 3", "copies: 30")
    files = [file for name, file in made(composed(("a4",), game=game)).items() if name.endswith(".stl")]
    assert len(files) == 2
    assert sum(file.pieces for file in files) == 34


def test_without_liblouis_nothing_is_made_and_one_warning_says_so(composed, liblouis):
    """Letters are not replaced one by one."""
    liblouis.unlink()
    game = composed()
    assert made(game) == {}
    (warning,) = warnings(game)
    assert warning.startswith("lou_translate: warning BRAILLE001: no Braille is made")


@pytest.mark.usefixtures("liblouis")
def test_a_language_without_a_table_is_a_warning_at_its_place(composed):
    """The line of `language` in game.yaml; a table in the game's own layouts is enough."""
    game = f"{GAME}language: eu\n"
    words = {"layouts/words/eu.yaml": "phrases: {}\n"}
    found = composed(game=game, files=words)
    assert made(found) == {}
    (warning,) = warnings(found)
    line = game.splitlines().index("language: eu") + 1
    assert warning.startswith(f"catalog/grove/game.yaml:{line}:")
    assert "warning BRAILLE002: there is no Braille table for the language 'eu'" in warning
    own = composed(game=game, files={**words, "layouts/braille.yaml": "eu: {name: Basque, grade 1: eu.ctb}\n"})
    assert "labels-grade-1.brf" in made(own)
    assert "labels-grade-2.brf" not in made(own)
    assert warnings(own) == []


@pytest.mark.usefixtures("liblouis")
def test_a_region_has_the_tables_of_its_language(composed):
    """Unless it has its own."""
    assert "labels-grade-2.brf" in made(composed(game=f"{GAME}language: en-AU\n"))


@pytest.mark.usefixtures("liblouis")
def test_a_character_without_braille_is_a_warning_at_its_component(composed):
    """Once, whatever the number of tables that lack it."""
    game = composed(game=GAME.replace("name: Marker", "name: Marker ☃"))
    (warning,) = warnings(game)
    assert "warning BRAILLE003: en-ueb-g1.ctb and en-ueb-g2.ctb of liblouis has no Braille for '☃'" in warning
    assert warning.startswith("catalog/grove/game.yaml:22:")


def test_an_invalid_table_of_languages_is_an_error_with_its_place(composed, liblouis):
    """A table is a name of a file of liblouis, without a folder."""
    from punchboard.problem import ProblemsFound

    game = composed(files={"layouts/braille.yaml": "en: {name: English, grade 1: ../../secret}\n"})
    with pytest.raises(ProblemsFound, match=r"braille.yaml:1:\d+: error VALUE001"):
        game.loaded.layouts.braille["en"]

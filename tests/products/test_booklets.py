"""Booklets as products: which are made, what they are called, and what is said of small type."""

import pytest

from punchboard.model.print_options import PrintOptions
from punchboard.problem import ProblemsFound, Severity
from punchboard.products import PRODUCTS
from punchboard.products.rulebook import booklet_problems

LAYOUTS = ("booklet", "booklet-a5", "booklet-a6", "booklet-half-letter")


def made(game):
    """Return the booklets of a game by path."""
    return {file.path.removeprefix("print-and-play/"): file for file in PRODUCTS["booklet"].make(game)}


def test_the_default_products_have_one_booklet_for_each_paper(composed):
    """A5 from A4, half letter from Letter: landscape, flipped on the short edge, for a home printer."""
    found = made(composed())
    assert sorted(found) == ["a4-rulebook-booklet.pdf", "letter-rulebook-booklet.pdf"]
    for file, size in zip((found[name] for name in sorted(found)), ((297, 210), (279.4, 215.9)), strict=True):
        assert all(page.size == pytest.approx(size) for page in file.document.pages)
        assert (file.flip, file.is_home_print) == ("short edge", True)
        assert "flip on the short edge" in file.document.subject


def test_all_products_include_booklets_that_differ(composed):
    """A5 on A4 equals half, half letter does not fit on A4, and A6 reduces 9.4 pt to 6.6 pt."""
    game = composed()
    game.print_options = PrintOptions(everything=True)
    assert sorted(made(game)) == [
        "a4-rulebook-booklet-a6.pdf",
        "a4-rulebook-booklet.pdf",
        "letter-rulebook-booklet-a6.pdf",
        "letter-rulebook-booklet.pdf",
    ]
    assert list(booklet_problems(game)) == []


def test_two_spreads_are_cut_apart(composed):
    """A6 on A4 flips on the long edge, and says what to do with the halves."""
    found = made(composed(("a4",), ("booklet/booklet-a6",)))["a4-rulebook-booklet-a6.pdf"]
    assert found.flip == "long edge"
    assert "put the upper halves on the lower ones" in found.document.subject


def test_a_named_booklet_is_made_on_the_papers_that_it_fits(composed):
    """Half letter fits only on Letter; with only A4 it is a problem."""
    assert sorted(made(composed(only=("booklet/booklet-half-letter",)))) == ["letter-rulebook-booklet-half-letter.pdf"]
    with pytest.raises(ProblemsFound) as raised:
        made(composed(("a4",), ("booklet/booklet-half-letter",)))
    (problem,) = raised.value.problems
    assert problem.rule == "SHEET001"
    assert problem.message.startswith("two pages of booklet 'booklet-half-letter'")


def test_a_game_can_have_its_own_booklet_layout(composed):
    """It is found in the game's folder and named after its file."""
    files = {"layouts/booklets/pocket.yaml": "page: 90x120mm\ncreep: 0.15\n"}
    found = made(composed(("a4",), files=files))
    assert "a4-rulebook-pocket.pdf" in found
    assert {tuple(page.size) for page in found["a4-rulebook-pocket.pdf"].document.pages} == {(210, 297)}


@pytest.mark.parametrize("extra", ["true", "false"])
def test_a_booklet_with_too_small_type_is_a_warning(composed, extra):
    """9.4 pt on 74 mm instead of 148: an extra layout is left out, unless it is named."""
    files = {"layouts/booklets/tiny.yaml": f"page: a7\nextra: {extra}\n"}
    everything = composed(("a4",), files=files)
    everything.print_options = PrintOptions(everything=True)
    assert ("a4-rulebook-tiny.pdf" in made(everything)) is (extra == "false")
    game = composed(("a4",), ("booklet/tiny",), files=files)
    assert list(made(game)) == ["a4-rulebook-tiny.pdf"]
    (problem,) = booklet_problems(game)
    assert (problem.rule, problem.severity) == ("BOOK002", Severity.WARNING)
    assert "booklet 'tiny' on A4 is 4.7 pt" in problem.message


def test_an_invalid_booklet_layout_is_a_problem(composed):
    """The message has its file and the invalid value."""
    game = composed(("a4",), files={"layouts/booklets/odd.yaml": "page: a55\n"})
    with pytest.raises(ProblemsFound) as raised:
        dict(game.loaded.layouts.booklets)
    (problem,) = raised.value.problems
    assert problem.rule == "VALUE001"
    assert problem.place.file.endswith("booklets/odd.yaml")
    assert "'a55' is not a page" in problem.message


def test_a_game_without_a_rulebook_has_no_booklet(composed):
    """Nothing is made, and there is no problem."""
    game = composed(texts=())
    assert made(game) == {}
    assert list(booklet_problems(game)) == []

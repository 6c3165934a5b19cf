"""The assignment of problems to components."""

from punchboard.problem import Place, Problem
from punchboard.products.web.components.view import components_of_problems

FILE = "catalog/grove/cards.csv"


def found(problems, places, told=None):
    said = told or {}
    return components_of_problems(problems, places, lambda number: frozenset(said.get(number, ())))


def test_a_problem_of_a_row_concerns_the_component_of_that_line():
    """The column of a cell does not matter; a problem elsewhere concerns no component."""
    places = [Place(FILE, 2), Place(FILE, 3)]
    wrong = [
        Problem("FIT001", Place(FILE, 3), "lost"),
        Problem("VALUE001", Place(FILE, 2, 7), "no"),
        Problem("ID001", Place(FILE), "twice"),
    ]
    assert found(wrong, places) == ((1,), (0,), ())


def test_rows_on_one_line_are_distinguished_by_column():
    """Rows in game.yaml may share a line."""
    places = [Place("game.yaml", 9, 12), Place("game.yaml", 9, 30)]
    assert found([Problem("FIT001", Place("game.yaml", 9, 30), "lost")], places) == ((1,),)


def test_a_row_s_problem_concerns_the_components_whose_faces_have_it():
    """A row that ``for each`` turned into three components concerns the one whose text does not fit."""
    places = [Place(FILE, 2)] * 3
    wrong = Problem("FIT001", Place(FILE, 2), "lost")
    assert found([wrong], places, {1: [("FIT001", "lost")]}) == ((1,),)
    assert found([wrong], places) == ((0, 1, 2),)


def test_the_cells_of_two_sheets_of_a_file_are_not_mixed_up():
    """Both sheets have a third row."""
    places = [Place("cards.xlsx", 3, sheet="Heroes"), Place("cards.xlsx", 3, sheet="Items")]
    assert found([Problem("VALUE001", Place("cards.xlsx", 3, 2, "Items"), "no")], places) == ((1,),)


def test_a_problem_of_a_layout_concerns_all_cards_that_show_it():
    """Its place is in the layout's file."""
    places = [Place(FILE, line) for line in (2, 3, 4)]
    wrong = Problem("BOX005", Place("layouts/faces/card.yaml", 3), "covered", cards=(places[0], places[2]))
    assert found([wrong], places) == ((0, 2),)

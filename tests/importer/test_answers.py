"""What a person says about a table goes before every guess."""

import pytest

from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.table_game import Answers, game_from_tables, read_sources
from punchboard.load.tables import TableSource

TABLE = b"""Name,Kind of card,Cost,Rules,Notes,Number
Owl,Bird,1,Draw a card.,too strong?,3
Wolf,Beast,2,Bite somebody.,as before,1
Fox,Beast,2,Steal a coin.,new,2
"""


@pytest.fixture
def imported(tmp_path):
    """Return a function that imports the table with some answers."""
    sources = read_sources([TableSource("cards.csv", TABLE)])

    def imported(**answers):
        game = game_from_tables(sources, NewGameOptions("forest", "Forest"), tmp_path, tmp_path, Answers(**answers))
        (part,) = game.draft.parts
        return part, {field.column: field.role for kind in part.kinds for field in kind.fields}

    return imported


def test_a_column_is_what_was_chosen_and_what_was_guessed_for_its_role_is_something_else(imported):
    """The rules are the flavour text, if one says so, and the notes are the text."""
    part, roles = imported(roles={("", "Rules"): "flavour", ("", "Notes"): "text"})
    assert (roles["Rules"], roles["Notes"], roles["Name"]) == ("flavour", "text", "title")
    reasons = {note.subject: note.reason for note in part.column_notes}
    assert reasons["Notes"].startswith("as you chose")


def test_a_column_can_be_kept_off_the_cards_and_another_one_printed(imported):
    """Private columns are no fields; a column without a role is a tag or a number of its own."""
    part, roles = imported(roles={("", "Cost"): "private", ("", "Notes"): ""})
    assert part.table.ignored == ("Cost",)
    assert ("Cost" in roles, roles["Notes"]) == (False, "")


def test_the_numbers_of_copies_are_where_one_says(imported):
    """Each card is printed as often as the chosen column says; without one, once."""
    counts = [imported(roles=roles)[0].kinds[0].copies for roles in ({("", "Cost"): "copies"}, {("", "Number"): ""})]
    assert counts == [5, 3]


def test_a_kind_has_the_name_that_one_gives_it_in_the_singular_or_the_plural(imported):
    """Its id and its deck follow."""
    (kind,) = imported(kinds={("", ""): "Animals"})[0].kinds
    assert (kind.key, kind.name, kind.plural) == ("animal", "Animal", "Animals")


def test_only_roles_that_the_values_allow_are_offered(imported):
    """Words are no number of copies, and numbers are no title."""
    fitting = imported()[0].fitting
    assert "copies" not in fitting["Rules"]
    assert "title" not in fitting["Cost"]
    assert {"", "private", "cost", "copies"} <= {*fitting["Number"]}

"""Problems of one cause as one line, and all of them with ``--verbose``."""

import pytest

from punchboard.cli.report import MAX_SIMILAR, SHOWN_SIMILAR, group_problems, show_problems
from punchboard.problem import Place, Problem, Severity


def nested(line, column=0, file="cards.csv"):
    return Problem("TABLE001", Place(file, line, column), "column 'white' contains nested lists", "flatten it")


def wrong(line, value):
    return Problem(
        "VALUE001", Place("cards.csv", line), f"{value!r} is not a whole number", "column 'rank' takes 1 to 9"
    )


def shown(problems):
    return [(group.problem.place.line, group.note) for group in group_problems(problems)]


def test_one_message_in_many_rows_is_one_line_with_their_number():
    assert shown([nested(line) for line in range(2, 321)]) == [(2, "in 319 rows, first at line 2")]


@pytest.mark.parametrize(
    ("problems", "note"),
    [
        ([nested(2), nested(5), nested(9)], "in 3 rows: lines 2, 5, 9"),
        ([nested(2, 1), nested(2, 5)], "in 2 places, first at line 2"),
        ([nested(2, file="game.yaml"), nested(3, file="game.yaml")], "in 2 places: lines 2, 3"),
    ],
)
def test_a_few_lines_are_named_and_only_tables_have_rows(problems, note):
    assert shown(problems) == [(2, note)]


def test_problems_of_other_files_codes_severities_and_hints_are_kept_apart():
    first = nested(2)
    problems = [
        first,
        nested(2, file="tiles.csv"),
        first._replace(rule="TABLE002"),
        first._replace(severity=Severity.WARNING),
        first._replace(hint="or leave it out"),
    ]
    assert [group.problem for group in group_problems(problems)] == problems
    assert {group.note for group in group_problems(problems)} == {""}


def test_of_many_values_with_one_hint_the_first_are_shown(capsys):
    """A column of words where numbers belong: three examples, and how many more there are."""
    problems = [wrong(line, f"word {line}") for line in range(2, 3 + MAX_SIMILAR)]
    show_problems(problems)
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "error" in line][:SHOWN_SIMILAR] == [str(one) for one in problems[:SHOWN_SIMILAR]]
    assert "    ... and 8 more of this kind, the last at line 12; `punchboard check --verbose` lists them all" in lines
    assert lines[-1] == "11 errors"
    assert len(lines) == 2 * SHOWN_SIMILAR + 2


def test_up_to_ten_values_with_one_hint_are_all_shown():
    problems = [wrong(line, f"word {line}") for line in range(2, 2 + MAX_SIMILAR)]
    assert len(shown(problems)) == MAX_SIMILAR


def test_verbose_lists_every_problem(capsys):
    problems = [nested(line) for line in range(2, 40)]
    show_problems(problems, verbose=True)
    assert capsys.readouterr().err.count("error TABLE001") == 38

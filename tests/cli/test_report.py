"""Printing problems: as text, in colours on a terminal, and as plain values for JSON."""

import sys

from punchboard.cli.report import problems_data, show_problems
from punchboard.problem import Place, Problem, Severity

LATE = Problem("FIT001", Place("b.yaml", 12, 3), "text does not fit", "make the box larger")
EARLY = Problem("KEY001", Place("b.yaml", 2, 9), "unknown key 'colur'", "did you mean 'colour'?")
MILD = Problem("BOX002", Place("a.yaml", 40), "boxes overlap", severity=Severity.WARNING)
HIDDEN = Problem("FILE001", Place("b.yaml"), "missing")


def test_problems_are_sorted_by_file_line_and_column_and_counted(capsys):
    """In any input order, they are printed by place, with hints indented below and the number of each severity."""
    show_problems([LATE, MILD, EARLY, HIDDEN])
    assert capsys.readouterr().err.splitlines() == [
        "a.yaml:40: warning BOX002: boxes overlap",
        "b.yaml: error FILE001: missing",
        "b.yaml:2:9: error KEY001: unknown key 'colur'",
        "    did you mean 'colour'?",
        "b.yaml:12:3: error FIT001: text does not fit",
        "    make the box larger",
        "3 errors, 1 warning",
    ]


def test_a_problem_found_twice_is_shown_once(capsys):
    """Equal problems are one, also in the count."""
    show_problems([LATE, LATE])
    assert capsys.readouterr().err.splitlines()[-1] == "1 error"
    assert len(problems_data([LATE, LATE])) == 1


def test_an_emoji_of_several_signs_is_printed_as_it_was_typed(capsys):
    """In text and in JSON."""
    family = "\U0001f468\u200d\U0001f469"
    problem = Problem("GLYPH001", Place("cards.csv", 2), f"no font has {family!r}")
    show_problems([problem])
    assert capsys.readouterr().err.startswith(f"cards.csv:2: error GLYPH001: no font has '{family}'\n")
    assert problems_data([problem])[0]["message"] == f"no font has '{family}'"


def test_nothing_is_printed_without_problems(capsys):
    """No problems, no lines."""
    show_problems([])
    assert capsys.readouterr() == ("", "")


def test_a_terminal_gets_the_same_text_in_colours(capsys, monkeypatch):
    """On a terminal the severity and the rule are coloured; without the codes the text is the plain one."""
    show_problems([LATE])
    plain = capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_problems([LATE])
    coloured = capsys.readouterr().err
    assert "\033[31merror FIT001\033[0m" in coloured
    for code in ("\033[31m", "\033[0m", "\033[2m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain


def test_json_data_has_every_part_of_a_problem(capsys):
    """Rule, severity, file, line, column, message, hint."""
    assert problems_data([EARLY]) == [
        {
            "rule": "KEY001",
            "severity": "error",
            "file": "b.yaml",
            "line": 2,
            "column": 9,
            "message": "unknown key 'colur'",
            "hint": "did you mean 'colour'?",
        }
    ]


def test_json_data_names_the_sheet_of_a_workbook():
    """The key is absent for a problem that is not in a workbook."""
    in_sheet = LATE._replace(place=Place("cards.xlsx", 3, 2, "Red cards"))
    assert [problem.get("sheet") for problem in problems_data([LATE, in_sheet])] == [None, "Red cards"]
    assert "sheet" not in problems_data([LATE])[0]

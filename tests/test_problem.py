import pytest

from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("game.yaml"), "game.yaml"),
        (Place("game.yaml", 7), "game.yaml:7"),
        (Place("game.yaml", 7, 3), "game.yaml:7:3"),
        (Place("cards.csv", 0, 3), "cards.csv:3"),
    ],
)
def test_a_place_leaves_out_what_is_unknown(place, text):
    """Editors read file:line:column; an unknown part is left out."""
    assert str(place) == text


def test_a_problem_is_one_line():
    """Place, severity, rule and message in one line."""
    error = Problem("KEY001", Place("game.yaml", 7, 3), "unknown key 'rwos'", "did you mean 'rows'?")
    assert str(error) == "game.yaml:7:3: error KEY001: unknown key 'rwos'"
    assert str(error._replace(severity=Severity.WARNING)) == "game.yaml:7:3: warning KEY001: unknown key 'rwos'"


def test_a_quoted_text_is_shown_as_it_was_typed():
    """An emoji of several signs and a hard space; a sign that steers a terminal, or a backslash, stays quoted."""
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert Problem("A001", Place("a"), f"no {family!r}", repr("1\xa0!")).as_typed()[2:4] == (
        f"no '{family}'",
        "'1\xa0!'",
    )
    steers = f"{chr(0x1B)!r} {chr(0x202E)!r} {chr(92) + 'u200d'!r}"
    assert Problem("A001", Place("a"), steers).as_typed().message == steers


def test_problems_are_raised_together():
    """The exception carries all problems and shows each on a line."""
    problems = (Problem("A001", Place("a"), "one"), Problem("B001", Place("b"), "two"))
    assert str(ProblemsFound(problems)) == "a: error A001: one\nb: error B001: two"
    assert fail("A001", Place("a"), "one", "mend it").problems == (Problem("A001", Place("a"), "one", "mend it"),)

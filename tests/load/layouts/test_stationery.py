"""Layouts for pages that belong to no game: from the workspace, or built-in."""

import pytest

from punchboard.load.layouts.stationery import load_stationery, paper
from punchboard.problem import ProblemsFound


def test_the_theme_and_the_words_are_built_in(tmp_path):
    """A workspace needs neither catalog nor layouts."""
    found = load_stationery("calibrate", tmp_path)
    assert found.words["title"] == "Your printer"
    assert found.theme.styles["calibrate-figure"].figures == "tabular"
    assert found.families["sans"].name == "sans"


def test_the_words_of_a_workspace_replace_the_built_in_ones(tmp_path):
    """For another language, for example."""
    (tmp_path / "layouts" / "texts").mkdir(parents=True)
    (tmp_path / "layouts" / "texts" / "calibrate.yaml").write_text("title: Dein Drucker\n", encoding="utf-8")
    assert load_stationery("calibrate", tmp_path).words == {"title": "Dein Drucker"}


def test_a_missing_theme_or_text_is_a_problem(tmp_path):
    """A theme without words, and an unknown theme."""
    for name in ("plain", "nothing"):
        with pytest.raises(ProblemsFound, match="REF001"):
            load_stationery(name, tmp_path)


@pytest.mark.parametrize(("name", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4)), ("10x12in", (254, 304.8))])
def test_a_paper_is_given_by_name_or_size(tmp_path, name, size):
    """As for ``build --paper``."""
    assert tuple(paper(name, tmp_path).size) == pytest.approx(size)


def test_an_unknown_paper_is_a_problem(tmp_path):
    """With the nearest name as a hint."""
    with pytest.raises(ProblemsFound) as raised:
        paper("leter", tmp_path)
    (problem,) = raised.value.problems
    assert (problem.rule, problem.place.file) == ("REF001", "--paper")
    assert "did you mean 'letter'?" in problem.hint

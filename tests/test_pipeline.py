import shutil
from pathlib import Path

import pytest

from punchboard.pipeline import Options, checked
from punchboard.problem import ProblemsFound

GAMES = Path(__file__).parent / "games"


@pytest.mark.parametrize(("only", "count"), [((), 2), (("rulebook",), 2), (("booklet", "sheets"), 2), (("sheets",), 0)])
def test_untold_rules_are_asked_for_with_the_rulebook(tmp_path, monkeypatch, only, count):
    """Who builds the sheets of cards alone need not have a rulebook that is complete."""
    monkeypatch.setattr("punchboard.load.stock_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "RULE002-told-nowhere", tmp_path / "catalog" / "silent")
    _, problems = checked("silent", Options(tmp_path, tmp_path / "output", only=only, papers=("a4",)))
    assert [problem.rule for problem in problems] == ["RULE002"] * count


def test_backs_are_compared_whatever_is_built(tmp_path, monkeypatch):
    """Marked cards are no better for being built alone."""
    monkeypatch.setattr("punchboard.load.stock_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "BACK001-backs-that-tell", tmp_path / "catalog" / "marked")
    _, problems = checked("marked", Options(tmp_path, tmp_path / "output", only=("sheets",), papers=("a4",)))
    assert [problem.rule for problem in problems] == ["BACK001"]


def test_what_keeps_a_text_from_being_composed_does_not_hide_what_is_wrong_with_the_data(tmp_path, monkeypatch):
    """A rulebook that asks for a card which is lost is told, and so is the count of the cards."""
    monkeypatch.setattr("punchboard.load.stock_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "COUNT001-one-short", tmp_path / "catalog" / "lost")
    (tmp_path / "catalog" / "lost" / "rulebook.md").write_text("# Lost\n\n{{ row('none').name }} is the card.\n")
    with pytest.raises(ProblemsFound) as found:
        checked("lost", Options(tmp_path, tmp_path / "output", papers=("a4",)))
    assert {problem.rule for problem in found.value.problems} == {"COUNT001", "EXPR001"}

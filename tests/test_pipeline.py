import shutil
from pathlib import Path

import pytest

from punchboard.pipeline import Options, checked

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

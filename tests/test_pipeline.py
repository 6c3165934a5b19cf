import errno
import shutil
from pathlib import Path

import pytest

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import BuildHooks, build, check
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.problem import ProblemsFound, Severity

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "tests" / "games"


@pytest.mark.parametrize(("only", "count"), [((), 2), (("rulebook",), 2), (("booklet", "sheets"), 2), (("sheets",), 0)])
def test_untold_rules_are_asked_for_with_the_rulebook(tmp_path, monkeypatch, only, count):
    """Who builds the sheets of cards alone need not have a rulebook that is complete."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "RULE002-told-nowhere", tmp_path / "catalog" / "silent")
    problems = check("silent", BuildOptions(tmp_path, tmp_path / "output", only=only, papers=("a4",))).findings.problems
    assert [problem.rule for problem in problems] == ["RULE002"] * count


def test_backs_are_compared_whatever_is_built(tmp_path, monkeypatch):
    """Marked cards are no better for being built alone."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "BACK001-backs-that-tell", tmp_path / "catalog" / "marked")
    problems = check(
        "marked", BuildOptions(tmp_path, tmp_path / "output", only=("sheets",), papers=("a4",))
    ).findings.problems
    assert [problem.rule for problem in problems] == ["BACK001"]


def test_what_keeps_a_text_from_being_composed_does_not_hide_what_is_wrong_with_the_data(tmp_path, monkeypatch):
    """A rulebook that asks for a card which is lost is told, and so is the count of the cards."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "COUNT001-one-short", tmp_path / "catalog" / "lost")
    (tmp_path / "catalog" / "lost" / "rulebook.md").write_text("# Lost\n\n{{ row('none').name }} is the card.\n")
    with pytest.raises(ProblemsFound) as found:
        check("lost", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)))
    assert {problem.rule for problem in found.value.problems} == {"COUNT001", "EXPR001"}


def test_what_the_system_refuses_is_a_problem_of_its_file(tmp_path, monkeypatch):
    """A folder that may not be looked into fails its own game, by build and check alike, and can be named."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "good" / "COUNT001-enough-for-four", tmp_path / "catalog" / "shut")
    look = Path.stat

    def refused(self, **how):
        if "shut/layouts" in self.as_posix():
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return look(self, **how)

    monkeypatch.setattr(Path, "stat", refused)
    options = BuildOptions(tmp_path, tmp_path / "output", papers=("a4",))
    with pytest.raises(ProblemsFound) as found:
        check("shut", options)
    told = "catalog/shut/layouts/theme.yaml: error FILE001: the system refuses access: permission denied"
    assert [str(problem) for problem in found.value.problems] == [told]
    assert build("shut", options).problems == found.value.problems
    assert len(with_display_paths(found.value.problems, tmp_path)) == 1


def test_what_is_of_no_file_is_no_problem_of_one(tmp_path, monkeypatch):
    """What is printed may find no room: the command line tells it."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "good" / "COUNT001-enough-for-four", tmp_path / "catalog" / "told")

    def full(_problems):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        build("told", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)), BuildHooks(filter_problems=full))


@pytest.mark.parametrize("game", ["vortex", "atmosfear"])
def test_a_game_that_is_built_again_and_again_leaves_nothing_behind(tmp_path, faces_alive, game):
    """Who watches a game edits it a hundred times in an evening, and no build may leave its faces in memory."""
    shutil.copytree(ROOT / "catalog" / game, tmp_path / "catalog" / game)
    shutil.copytree(ROOT / "layouts", tmp_path / "layouts")
    before = faces_alive()
    for _ in range(2):
        options = BuildOptions(tmp_path, tmp_path / "output", only=("sheets",), papers=("a4",))
        assert not any(problem.severity is Severity.ERROR for problem in build(game, options).problems)
    assert faces_alive() <= before

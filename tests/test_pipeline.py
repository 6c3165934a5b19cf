import errno
import shutil
from pathlib import Path

import pytest

from punchboard.cli.report import with_display_paths
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import BuildHooks, build, check
from punchboard.problem import ProblemsFound, Severity

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "tests" / "games"


@pytest.mark.parametrize(("only", "count"), [((), 2), (("rulebook",), 2), (("booklet", "sheets"), 2), (("sheets",), 0)])
def test_missing_rules_are_reported_when_the_rulebook_is_built(tmp_path, monkeypatch, only, count):
    """A build of card sheets alone does not need a complete rulebook."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "RULE002-told-nowhere", tmp_path / "catalog" / "silent")
    problems = check("silent", BuildOptions(tmp_path, tmp_path / "output", only=only, papers=("a4",))).findings.problems
    assert [problem.rule for problem in problems] == ["RULE002"] * count


@pytest.mark.parametrize(("only", "count"), [((), 1), (("rulebook",), 1), (("design-notes",), 1)])
def test_a_rule_may_stand_in_the_design_notes(tmp_path, monkeypatch, only, count):
    """A mark in the notes covers a rule, whichever of the two books is built."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    game = tmp_path / "catalog" / "silent"
    shutil.copytree(GAMES / "bad" / "RULE002-told-nowhere", game)
    (game / "design-notes.md").write_text("# Notes\n\nThis is ours. [#exchange]\n")
    (game / "layouts" / "books").mkdir(parents=True, exist_ok=True)
    (game / "layouts" / "books" / "design-notes.yaml").write_text("extends: rulebook\ncover: false\n")
    problems = check("silent", BuildOptions(tmp_path, tmp_path / "output", only=only, papers=("a4",))).findings.problems
    assert [problem.rule for problem in problems] == ["RULE002"] * count


def test_backs_are_compared_in_every_build(tmp_path, monkeypatch):
    """Marked cards are a problem also when only sheets are built."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "BACK001-backs-that-tell", tmp_path / "catalog" / "marked")
    problems = check(
        "marked", BuildOptions(tmp_path, tmp_path / "output", only=("sheets",), papers=("a4",))
    ).findings.problems
    assert [problem.rule for problem in problems] == ["BACK001"]


def test_an_error_in_a_text_does_not_hide_errors_in_the_data(tmp_path, monkeypatch):
    """The build reports the unknown card in the rulebook and the wrong count of cards."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "bad" / "COUNT001-one-short", tmp_path / "catalog" / "lost")
    (tmp_path / "catalog" / "lost" / "rulebook.md").write_text("# Lost\n\n{{ row('none').name }} is the card.\n")
    with pytest.raises(ProblemsFound) as found:
        check("lost", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)))
    assert {problem.rule for problem in found.value.problems} == {"COUNT001", "EXPR001"}


def test_a_refused_file_access_is_a_problem_of_that_file(tmp_path, monkeypatch):
    """Build and check report an unreadable folder for its game only, and display paths can be added."""
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


def test_a_full_disk_is_not_reported_as_a_problem_of_a_file(tmp_path, monkeypatch):
    """The command line reports the error."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: GAMES / "stock")
    shutil.copytree(GAMES / "good" / "COUNT001-enough-for-four", tmp_path / "catalog" / "told")

    def full(_problems):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        build("told", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)), BuildHooks(filter_problems=full))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["alpha-and-omega", *(pytest.param(name, marks=pytest.mark.long) for name in ("atmosfear", "vortex"))]
)
def test_repeated_builds_keep_no_faces_in_memory(tmp_path, faces_alive, game):
    """A watched game may be built a hundred times in an evening."""
    shutil.copytree(ROOT / "catalog" / game, tmp_path / "catalog" / game)
    shutil.copytree(ROOT / "layouts", tmp_path / "layouts")
    before = faces_alive()
    for _ in range(2):
        options = BuildOptions(tmp_path, tmp_path / "output", only=("sheets",), papers=("a4",))
        assert not any(problem.severity is Severity.ERROR for problem in build(game, options).problems)
    assert faces_alive() <= before

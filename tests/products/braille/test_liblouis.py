"""Translation by liblouis: whole texts in cells of six dots, or one clear problem."""

import subprocess

import pytest

from punchboard.load.liblouis import installed_liblouis, translate
from punchboard.problem import ProblemsFound


def problem_of(table="en.ctb"):
    """Return the only problem of a translation, as its line and its hint."""
    with pytest.raises(ProblemsFound) as caught:
        translate(table, ("a problem",))
    (problem,) = caught.value.problems
    return str(problem), problem.hint


def test_a_text_of_any_length_stays_one_text(liblouis):
    """The command reads lines of a limited length; an empty text stays empty."""
    long = "leaf " * 1000
    found = translate("en.ctb", ("Root", "", long, "a")).texts
    assert found == ("⠠⠗⠕⠕⠞", "", "⠀".join(["⠇⠑⠁⠋"] * 1000), "⠁")


def test_a_backslash_is_a_character(liblouis):
    """The command takes it for the beginning of an escape, so it is doubled."""
    assert translate("en.ctb", ("a\\x0041",)).texts[0].startswith("⠁⠿⠿⠭")


def test_a_character_that_the_table_lacks_is_left_out_and_named(liblouis):
    """Liblouis marks it by cells of eight dots."""
    assert translate("en.ctb", ("a ☃ b", "c")) == (("⠁⠀⠃", "⠉"), "☃")


def test_a_missing_liblouis_is_one_problem_with_the_command_that_installs_it(liblouis):
    """Nothing is translated letter by letter instead."""
    assert installed_liblouis().startswith(str(liblouis))
    liblouis.unlink()
    assert installed_liblouis() == ""
    line, hint = problem_of()
    assert line == "lou_translate: error BRAILLE001: no Braille is made, because liblouis is not installed"
    assert "install liblouis" in hint


def test_a_table_that_liblouis_does_not_have_is_reported(liblouis):
    """It prints nothing then, and its exit status is 0."""
    line, hint = problem_of("none.ctb")
    assert line.endswith("liblouis cannot translate by its table 'none.ctb'")
    assert "layouts/braille.yaml" in hint


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(1, "refused"), "a build in the sandbox starts no other program"),
        (OSError(8, "Exec format error"), "liblouis cannot run: exec format error"),
        (subprocess.TimeoutExpired("lou_translate", 120), "liblouis took more than 120 seconds"),
    ],
)
def test_a_liblouis_that_cannot_run_is_reported(liblouis, monkeypatch, error, message):
    """With the reason."""

    def run(*_, **__):
        raise error

    monkeypatch.setattr(subprocess, "run", run)
    assert message in problem_of()[0]

"""`punchboard check --accessible`: findings, figures, and overrides with their reasons."""

import json

import pytest


@pytest.fixture
def small(grove):
    """A workspace with a game whose components are tiles, which are read from further away than cards."""
    change(grove, "shape: poker", "shape: square 80mm")
    return grove


def change(workspace, old, new):
    """Change a text in the game's file."""
    path = workspace.path / "catalog" / "grove" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def with_checks(workspace, line):
    """Add an override to the game."""
    path = workspace.path / "catalog" / "grove" / "game.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}\nchecks:\n  {line}\n", encoding="utf-8")


def test_an_ordinary_check_is_no_noisier(small):
    """The rules of the report run only when they are asked for."""
    assert "ACCESS" not in (ran := small.run("check")).out + ran.err


def test_findings_have_a_place_and_a_hint_and_figures_come_first(small):
    """Warnings do not fail the check; each kind and the language have a line of figures."""
    ran = small.run("check", "--accessible")
    assert "catalog/grove/layouts/faces/card.yaml:" in ran.err
    assert ran.status == 0
    assert "warning ACCESS001: text " in ran.err
    assert "pt or larger instead of " in ran.err
    assert ran.out.startswith("A Game of Grove: what must be read, in minutes of arc\n")
    assert "too small" in ran.out
    assert "smallest piece: Card, 80 mm" in ran.out


def test_other_formats_have_the_findings_alone(small):
    """The figures are a table for people."""
    found = json.loads(small.run("check", "--accessible", "--json").out)
    assert "ACCESS001" in {problem["rule"] for problem in found["problems"]}


def test_a_game_states_why_a_finding_stays(small):
    """With ``off`` and the reason; the ordinary check accepts the override."""
    with_checks(small, 'ACCESS001: {off: "The card is read with a lens."}')
    assert "CHECK002" not in small.run("check").err
    ran = small.run("check", "--accessible")
    assert "ACCESS001" not in ran.err
    assert "suppressed" in ran.err + ran.out


def test_an_override_that_outlives_its_finding_is_reported(grove):
    """Only where the rules ran."""
    with_checks(grove, 'ACCESS003: {off: "The tokens are tiny."}')
    assert "CHECK002" not in grove.run("check").err
    assert "warning CHECK002: ACCESS003 is turned off" in grove.run("check", "--accessible").err


def test_a_game_that_cannot_be_loaded_has_no_report(grove):
    """Its errors are reported as ever."""
    change(grove, "title:", "titel:")
    ran = grove.run("check", "--accessible")
    assert (ran.status, ran.out) == (1, "")
    assert "KEY001" in ran.err


@pytest.mark.parametrize("theme", ["minimal", "noir"])
def test_a_new_game_has_no_finding_in_texts_of_the_program(workspace, theme):
    """Nobody could mend it in a file of their own."""
    (workspace.path / "beasts.csv").write_text("Name,Text\nFox,Run.\nOwl,Fly.\n", encoding="utf-8")
    assert workspace.run("new", "beasts", "--from", "beasts.csv", "--theme", theme, "--no-build").status == 0
    ran = workspace.run("check", "beasts", "--accessible")
    assert "layouts/texts/" not in ran.err

"""The rules of the documents, listed one by one, and what carries them out."""

from __future__ import annotations

from pathlib import Path

import pytest

from punchboard.checks.traversal import steps
from punchboard.load import find_games, load_game
from punchboard.model.values import is_slug

ROOT = Path(__file__).resolve().parents[2]
GAMES = find_games(ROOT)
LEAST = {"alpha-omega": 80, "alpha-and-omega": 35, "alter-ego": 45, "atmosfear": 45, "vortex": 45}
"""So many single rules each document has at least."""


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_document_is_listed(game: str) -> None:
    """The list is as long as the document is, each rule in a line of its own with the section that states it."""
    rules = load_game(ROOT / "catalog" / game, ROOT).rules
    assert len(rules) >= LEAST[game]
    assert all(is_slug(name) and rule.file.section for name, rule in rules.items())
    lines = [rule.file.rule for rule in rules.values()]
    assert len(set(lines)) == len(lines)
    assert [line for line in lines if len(line.split()) > 40] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_carries_out_a_stated_rule_names_it(game: str) -> None:
    """A stated expectation or variant says which rule it carries out; single cards of examples are facts, not rules."""
    file = load_game(ROOT / "catalog" / game, ROOT).file
    stated = [one for one in file.expect if one.stated and "Example" not in one.stated and "id in" not in one.selection]
    nameless = [one.selection for one in stated if not one.rule]
    nameless += [variant.name for variant in file.variants if variant.stated and not variant.rule]
    assert nameless == []


@pytest.mark.parametrize("game", GAMES)
def test_most_of_the_set_up_carries_out_rules_of_the_document(game: str) -> None:
    """Set-up steps name the rules that they carry out; those that do not are ours, and say so in the data."""
    loaded = load_game(ROOT / "catalog" / game, ROOT)
    done = [step for step, path in steps(loaded) if path[0] == "setup" and not step.steps]
    named = [step for step, path in steps(loaded) if path[0] == "setup" and step.rule]
    assert len(named) * 2 >= len(done)

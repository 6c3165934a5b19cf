"""The rules on prose: all are registered, and each has a manual page."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from punchboard.checks.prose import rules

MOST_LINES = 200
RULES = pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__.rsplit(".", 1)[1])


def test_every_rule_is_in_the_list():
    """Each module of the package is a rule, and their codes are all the numbers from 1 on."""
    modules = {import_module(f"{rules.__name__}.{module.name}") for module in iter_modules(rules.__path__)}
    assert modules == set(rules.RULES)
    assert sorted(rule.ID for rule in rules.RULES) == [f"PROSE{number:03}" for number in range(1, len(modules) + 1)]


@RULES
def test_every_rule_has_a_manual_page(rule):
    """The page has the code, What, Why, Bad and Good, and how to exempt something."""
    page = rule.__doc__ or ""
    assert re.match(rf"{rule.ID}: [a-z].+\.\n\n", page)
    assert all(part in page for part in ("\nWhat: ", "\nWhy: ", "\nBad::", "\nGood", "<!-- right: "))


@RULES
def test_every_rule_is_short(rule):
    """A rule is one file of less than 200 lines."""
    assert len(Path(rule.__file__).read_text(encoding="utf-8").splitlines()) < MOST_LINES

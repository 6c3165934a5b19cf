"""CREDIT001: icons of a set are used without credit."""

import pytest

from punchboard.checks.composed import icon_credits
from punchboard.model.layout.icon_set import IconCredit, IconSet
from punchboard.problem import Severity

SIGNS = IconSet("signs", "Signs", author="Ann", licence="CC BY 4.0", spdx="CC-BY-4.0")


@pytest.mark.parametrize(
    ("icons", "shown"),
    [
        (("disc",), "disc"),
        (("a", "b", "c", "d", "e"), "a, b, c, d, e"),
        (("a", "b", "c", "d", "e", "f"), "a, b, c, d, e, ..."),
    ],
)
def test_at_most_five_icons_are_named(game, icons, shown):
    """A message stays one line however many icons a game uses."""
    (problem,) = icon_credits.check(game(), [IconCredit(SIGNS, icons, ("Ann",))])
    assert problem.message == (f"icons of 'Signs' are used ({shown}), but the rulebook does not credit their authors")
    assert problem.hint.endswith("the licence is CC BY 4.0")
    assert problem.severity is Severity.WARNING


def test_a_set_of_unknown_authors_is_reported(game):
    """No credits can be printed then, whatever the rulebook has."""
    (problem,) = icon_credits.check(game(), [IconCredit(IconSet("signs"), ("disc",), ())])
    assert problem.message == "icon set 'signs' does not name its authors and licence (disc)"


def test_a_set_in_the_public_domain_needs_no_credit(game):
    """Not even if nobody knows who drew it."""
    assert list(icon_credits.check(game(), [IconCredit(IconSet("signs", spdx="CC0-1.0"), ("disc",), ())])) == []

"""Cells of tables print what people typed: only braces with the name of a value are templates."""

import pytest

from punchboard.expression import ExpressionError, template
from punchboard.expression.cells import fill_cell
from punchboard.expression.metering import MAX_WORK

VALUES = {
    "cost": 3,
    "text": None,
    "numbers": {"hand": 5},
    "realm": {"fear": "Fire"},
    "words": lambda number: f"<{number}>",
    "copy": 1,
    "copies": 4,
    "game": {"credits": ["Ana", "Bo"]},
}


@pytest.mark.parametrize(
    ("cell", "printed"),
    [
        ("Pay {{ cost }}.", "Pay 3."),
        ("Beaten by {{realm.fear}}, {{ cost + 1 }} times", "Beaten by Fire, 4 times"),
        ("{{ copy }}/{{ copies }}{{ text }}", "1/4"),
        ("{{ words(numbers.hand) }} {{ numbers.hand | string }}", "<5> 5"),
        ("{{ 'many' if cost > 2 else 'few' }}", "many"),
        ("{{ game.credits | join(' and ') }}", "Ana and Bo"),
        (r"{{ cost \* 2 }} or {{ numbers\['hand'\] }}", "6 or 5"),
    ],
)
def test_the_name_of_a_value_is_a_template(cell, printed):
    """Fields, names of the game, and what is calculated from them."""
    assert fill_cell(cell, VALUES) == (printed, ())


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("{{ 1/0 }}", "there is no name of a value"),
        ("{{ cost / 0 }}", "division by zero"),
        ("{{gold}}", "there is nothing called 'gold'"),
        ("{{ numbers.x }}", "'x'"),
        ("{{ realm.feer }}", "'feer'"),
        ("{{ 'cost' }}", "there is no name of a value"),
        ("{{ 7 | upper }}", "there is no name of a value"),
        ("{{ cost", ""),
        ("cost }} {{", ""),
        ("{{ }}", "there is no name of a value"),
        ("{{}}", ""),
        ("{{{ cost }}}", "out of place"),
        ("{{ cost ! }}", "'!'"),
        ("{{ cost.real.x }}", "'real'"),
        ("{{ words }}", "more than one value"),
        ("{{ numbers }}", "more than one value"),
        ("{{ game.credits }}", "more than one value"),
        ("{{ cost() }}", "parentheses follow"),
        ("{{ text + 1 }}", "'+' cannot join"),
        ("{{ words('x' * cost) }}", "works on numbers only"),
        ("{% if %} {# note #} {%", ""),
        ("{% for one in cost %}", ""),
    ],
)
def test_all_else_prints_as_it_is_written(cell, reason):
    """With the reason, where braces look like a template; values beside it are printed."""
    text, failures = fill_cell(f"{cell} for {{{{ cost }}}}", VALUES)
    assert text == f"{cell} for 3"
    assert [reason in str(error) for error in failures] == [True] * len(failures)
    assert bool(failures) is bool(reason)


def test_all_templates_of_a_cell_share_one_budget():
    """A cell of a hundred templates costs no more work than one template may."""
    costly = "{{ range(1000) | sum + range(1000) | sort | join('-') | length + cost }}"
    assert template(costly)(VALUES).isdigit()
    text, failures = fill_cell(costly * 3000, VALUES)
    assert text.endswith(costly)
    assert 0 < len(failures) < 3000
    assert all(isinstance(error, ExpressionError) and "too much work" in str(error) for error in failures)
    assert MAX_WORK < 3000 * 20_000

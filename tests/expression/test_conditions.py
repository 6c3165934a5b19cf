"""Conditions on fields, evaluated without Jinja2 and with the same results."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.expression import compile_condition
from punchboard.expression.errors import ExpressionError, Values
from punchboard.expression.sandbox import compiled_expression
from punchboard.model.game.game import Entry

EMBER = Entry("ember", {"name": "Ember"})
NAMES = ("special", "colour", "number", "realm", "a1", "gone", "not_so", "android")
PLAIN = st.one_of(
    st.booleans(),
    st.none(),
    st.integers(-3, 3),
    st.sampled_from(["", "blue", "3", "Salt and Sand"]),
    st.just(EMBER),
)
VALUES = st.dictionaries(st.sampled_from(NAMES), st.one_of(PLAIN, st.lists(PLAIN, max_size=2).map(tuple)))
TEXT = st.text(st.characters(blacklist_characters="'\"\\\r\n", blacklist_categories=("Cs",)), max_size=6)
LITERAL = st.one_of(
    st.integers(0, 999).map(str),
    st.one_of(TEXT, st.sampled_from(["blue", "3", "ember", "Salt and Sand"])).map(lambda text: f"'{text}'"),
    TEXT.map(lambda text: f'"{text}"'),
)
TERM = st.builds(
    lambda denied, name, rest: f"{denied}{name}{rest}",
    st.sampled_from(["", "not ", "not\t "]),
    st.sampled_from(NAMES),
    st.one_of(st.just(""), st.builds("{}{}".format, st.sampled_from(["==", " == ", "!=", " != "]), LITERAL)),
)
CONDITION = st.lists(TERM, min_size=1, max_size=4).map(" and ".join)


def result_of(evaluate: Any, values: Values) -> object:
    try:
        return evaluate(values)
    except ExpressionError as error:
        return type(error), str(error), error.source, vars(error).get("name"), sorted(vars(error).get("known", ()))


@given(CONDITION, VALUES)
def test_a_condition_gives_what_jinja_gives(source: str, values: Values) -> None:
    plain = compile_condition(source)
    assert plain is not None
    found, expected = result_of(plain, values), result_of(compiled_expression(source), values)
    assert (type(found), found) == (type(expected), expected)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "true",
        "special or number",
        "special and",
        "and special",
        "not not special",
        "not (special)",
        "number == 1.5",
        "number == 1_0",
        "number == 01",
        "number == -1",
        "number == other",
        "number == 1 == special",
        "number > 1",
        "colour == 'it\\'s'",
        "colour == 'open",
        "realm.name == 'Ember'",
        "colour in ['blue']",
        "colour|lower == 'blue'",
        "range == 1",
        "self",
        "special and loop",
        "'blue' == colour",
        "number == 99999999999999999999",
    ],
)
def test_other_expressions_are_left_to_jinja(source: str) -> None:
    assert compile_condition(source) is None


def test_conditions_do_not_import_jinja() -> None:
    """A deck with only fields and conditions is built without the 50 ms that the import takes."""
    script = (
        "import sys; from punchboard.expression import expression;"
        "expression(\"a == 1 and not b\")({'a': 1, 'b': 0}); print('jinja2' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"

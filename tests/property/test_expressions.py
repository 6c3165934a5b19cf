"""The short way for look-ups and Jinja2 say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.expression import ExpressionError, template
from punchboard.expression.sandbox import compiled_template
from punchboard.model.game.game import Entry

NAMES = ("name", "rank", "realm", "numbers", "missing")
KEYS = ("name", "deal", "colour", "missing")
VALUES = {
    "name": "Alder",
    "rank": 3,
    "realm": Entry("ember", {"name": "Ember", "colour": "#a3282f"}),
    "numbers": {"deal": 10},
}

fields = st.sampled_from(NAMES) | st.tuples(st.sampled_from(NAMES), st.sampled_from(KEYS)).map(".".join)
look_ups = st.tuples(st.sampled_from(["{{", "{{ ", "{{  "]), fields, st.sampled_from(["}}", " }}"])).map("".join)
literals = st.text(st.characters(codec="latin-1", exclude_characters="{}\r"), max_size=8)
sources = st.lists(look_ups | literals, max_size=6).map("".join)


def outcome(work):
    try:
        return work(VALUES)
    except ExpressionError:
        return ExpressionError


@given(sources)
def test_a_look_up_is_what_jinja_makes_of_it(source):
    """The same text for the same template, and an error where Jinja2 has one."""
    assert outcome(template(source)) == outcome(compiled_template(source))


@given(st.text(max_size=40))
def test_any_text_is_a_template_or_an_expression_error(source):
    """No text of a catalog brings another exception."""
    found = outcome(lambda values: template(source)(values))
    assert found is ExpressionError or isinstance(found, str)


@pytest.mark.parametrize("source", ["{{ true }}", "{{ None }}", "{{ false }}", "{{ none }}"])
def test_words_of_the_language_are_no_names(source):
    """They mean what Jinja2 means by them, even where a value bears the name."""
    values = {"true": "yes", "None": "yes", "false": "yes", "none": "yes"}
    assert template(source)(values) == compiled_template(source)(values)

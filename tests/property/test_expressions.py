"""The fast path for look-ups gives the same results as Jinja2."""

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
def test_a_look_up_gives_the_same_result_as_jinja(source):
    """The same text for the same template, and an error where Jinja2 has one."""
    assert outcome(template(source)) == outcome(compiled_template(source))


@given(st.text(max_size=40))
def test_any_text_is_a_template_or_an_expression_error(source):
    """No text of a catalog raises another exception."""
    found = outcome(lambda values: template(source)(values))  # noqa: PLW0108 - reading may fail as well
    assert found is ExpressionError or isinstance(found, str)


@pytest.mark.parametrize("source", ["{{ true }}", "{{ None }}", "{{ false }}", "{{ none }}"])
def test_keywords_are_not_names(source):
    """They keep their meaning in Jinja2, even where a value has that name."""
    values = {"true": "yes", "None": "yes", "false": "yes", "none": "yes"}
    assert template(source)(values) == compiled_template(source)(values)

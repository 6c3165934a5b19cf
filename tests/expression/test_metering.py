"""The cost of expressions: every way to create much from little hits a budget, in any template."""

import pytest
from counted import calls

from punchboard.expression import ExpressionError, expression, template
from punchboard.expression.metering import MAX_VALUE

BIG = "x" * 300_000
VALUES = {"big": BIG, "many": tuple(range(1000)), "one": 1}
TENFOLD = "{% set a = [" + ", ".join("a" * 10) + "] %}"

REFUSED = {
    "loops": "{% for a in many %}{% for b in many %}{% for c in many %}{% endfor %}{% endfor %}{% endfor %}",
    "left out": "{% for a in range(1000) %}{% for b in range(1000) if false %}{% endfor %}{% endfor %}",
    "macros": "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "loops that call themselves": "{% for a in many recursive %}{{ loop(many) if loop.depth < 50 }}{% endfor %}",
    "joined": "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 40,
    "added": "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a + a %}" * 40,
    "lists added": "{% set a = [1] %}" + "{% set a = a + a %}" * 60,
    "lists in lists": "{% set a = [1] %}" + TENFOLD * 9 + "{{ a }}",
    "caught": "{% set a %}aaaaaaaaaa{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40,
    "replaced": "{{ big | replace('x', big) | length }}",
    "with a separator": "{{ many | join(big) }}",
    "lists summed": "{{ [[1], [2]] | sum(start=[]) }}",
    "rounded": "{{ 1.5 | round(1000000000, 'ceil') }}",
    "wrapped": "{{ big | wordwrap(1, true, big) }}",
    "formatted": "{{ '" + "%(x)s" * 5000 + "' % {'x': big} }}",
    "multiplied": "{% set a = 999 %}" + "{% set a = a * a %}" * 40 + "{{ a }}",
    "cut": "{% for a in many %}{% for b in many %}{% set z = big[1:] %}{% endfor %}{% endfor %}",
    "compared": "{% for a in many %}{% for b in many %}{% if 'q' in big %}{% endif %}{% endfor %}{% endfor %}",
    "sorted": "{% for a in many %}{% for b in many %}{{ many | sort | length }}{% endfor %}{% endfor %}",
    "digits": "{{ " + "9" * 5000 + " }}",
    "brackets": "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "a chain": "{{ " + "+".join("1" * 9000) + " }}",
    "nested": "{% for a in many %}" * 50 + "{% endfor %}" * 50,
    "places": "{{ one }}{% if 1 %}{% endif %}" * 20_000,
    "an assertion": "{{ 'abc' | truncate(1) }}",
    "no number": "{{ 1e999 | int }}",
    "another template": "{% include 'x' %}",
    "a block": "{% block a %}{{ self.a() }}{% endblock %}",
}


@pytest.mark.parametrize("name", REFUSED)
def test_costly_expressions_are_refused(name):
    """The error is an ExpressionError; without a budget, many of these would never end."""
    with pytest.raises(ExpressionError):
        template(REFUSED[name])(VALUES)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{% for a in many %}{% for b in range(20) %}{% if b == a %}x{% endif %}{% endfor %}{% endfor %}", "x" * 20),
        ("{{ many | select('odd') | list | length }}", "500"),
        ("{% macro f(n) %}<{{ n }}>{% endmacro %}{{ f(1) ~ f(2) }}", "<1><2>"),
        ("{% set a = [one, [one, 2]] %}{{ a[1] | sum }} {{ [1] + [2] }} {{ (1, 2) }}", "3 [1, 2] (1, 2)"),
        ("{{ '%s of %s' % (one, 'two') }} {{ 1 + 2 * 3 }} {{ 'a' ~ 1 ~ none }}", "1 of two 7 a1None"),
        ("{{ {'a': one}.a }} {{ 'abc'[1:] }} {{ 2.567 | round(2) }}", "1 bc 2.57"),
    ],
)
def test_what_rulebooks_need_is_allowed(source, text):
    """Budgets are far above what a game needs, and change no value."""
    assert template(source)(VALUES) == text


def test_a_template_that_calls_another_spends_from_the_same_budget():
    """Otherwise loops in one would multiply with loops in the other."""
    inner = template("{% for a in many %}{% for b in many %}{% if b < 0 %}{% endif %}{% endfor %}{% endfor %}")
    outer = template("{% for a in range(300) %}{{ other() }}{% endfor %}")
    small = template("{% for a in range(500) %}{% if a < 0 %}x{% endif %}{% endfor %}")
    with pytest.raises(ExpressionError, match="too much work"):
        outer({"other": lambda: inner(VALUES)})
    with pytest.raises(ExpressionError, match="too much work"):
        template("{% for a in range(1000) %}{{ other() }}{% endfor %}")({"other": lambda: small({})})
    assert template("{{ other() }}")({"other": lambda: "x"}) == "x"


def test_each_template_has_a_budget_of_its_own():
    """What one has spent does not affect the next, even after an error."""
    with pytest.raises(ExpressionError):
        template(REFUSED["loops"])(VALUES)
    long = template("{% for a in range(500) %}{% for b in range(200) %}{% endfor %}{% endfor %}x")
    assert [long({}) for _ in range(8)] == ["x"] * 8


def test_the_length_of_expressions_is_limited():
    """A text of a megabyte is not parsed, and the error shows only its start."""
    with pytest.raises(ExpressionError) as caught:
        expression("one or " * 10_000 + "one")
    assert len(str(caught.value)) < 500
    with pytest.raises(ExpressionError, match=f"more than {MAX_VALUE}"):
        expression("big ~ big")(VALUES)


@pytest.mark.parametrize("grows", ["one{n}", "{n}one", "one{n}30"], ids=["filters", "signs", "sums"])
def test_parse_time_is_linear_in_nesting(grows):
    """Forty more levels cost what the forty before did."""
    part = {"one{n}": "|int", "{n}one": "-", "one{n}30": "+30[0]+30[]+"}[grows]
    costs = [calls(lambda depth=depth: expression(grows.format(n=part * depth))) for depth in (10, 20, 40)]
    assert costs[2] - costs[1] < 2.5 * (costs[1] - costs[0])

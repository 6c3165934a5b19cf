"""Numbers of lines that go through a template."""

from punchboard.expression import template
from punchboard.expression.line_numbers import lines_with_numbers, number_lines, strip_line_numbers

SOURCE = "a\n{% for x in [7, 8] -%}\n- {{ x }}\n{% endfor %}\n\n  {% if true %}b{% endif %} {{\n  1\n}} c\n{# d\ne #}f"


def test_lines_are_known_by_where_they_were_written():
    """Those of a loop come as often as it goes round; tags alone have no number."""
    found = [(number, line) for number, line in lines_with_numbers(template(number_lines(SOURCE))({})) if line.strip()]
    assert found == [(1, "a"), (3, "- 7"), (3, "- 8"), (6, "  b 1 c"), (9, "f")]


def test_a_text_without_templates_is_itself():
    """Its lines count themselves."""
    assert number_lines("a\n\nb") == "a\n\nb"
    assert list(lines_with_numbers("a\n\nb")) == [(1, "a"), (2, ""), (3, "b")]


def test_numbers_change_nothing():
    """Without them the text is what the template makes alone."""
    assert strip_line_numbers(template(number_lines(SOURCE))({})) == template(SOURCE)({})

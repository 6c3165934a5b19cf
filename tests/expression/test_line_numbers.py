"""Line numbers that pass through a template."""

from punchboard.expression import template
from punchboard.expression.line_numbers import lines_with_numbers, number_lines, strip_line_numbers

SOURCE = "a\n{% for x in [7, 8] -%}\n- {{ x }}\n{% endfor %}\n\n  {% if true %}b{% endif %} {{\n  1\n}} c\n{# d\ne #}f"


def test_output_lines_know_their_source_lines():
    """Lines of a loop appear once for each turn; lines with only tags have no number."""
    found = [(number, line) for number, line in lines_with_numbers(template(number_lines(SOURCE))({})) if line.strip()]
    assert found == [(1, "a"), (3, "- 7"), (3, "- 8"), (6, "  b 1 c"), (9, "f")]


def test_a_text_without_templates_is_unchanged():
    """Its lines are counted."""
    assert number_lines("a\n\nb") == "a\n\nb"
    assert list(lines_with_numbers("a\n\nb")) == [(1, "a"), (2, ""), (3, "b")]


def test_numbers_do_not_change_the_output():
    """Without them the text is what the template gives alone."""
    assert strip_line_numbers(template(number_lines(SOURCE))({})) == template(SOURCE)({})

"""Templates in texts, filled in line by line."""

from punchboard.checks.prose.reading.catalog import fill_template_lines
from punchboard.checks.prose.reading.placed_markdown import parse_markdown


def test_lines_keep_their_numbers():
    """A value stays on its line; a line in a loop has the same number in each pass."""
    source = "a\n{{ one }}\n{% for x in many -%}\n- {{ x }}\n{% endfor %}\n{% if one %}b{% endif %} {{\n  one\n}}\nend"
    assert [(line.number, line.text) for line in fill_template_lines(source, {"one": 1, "many": [7, 8]})] == [
        (1, "a"),
        (2, "1"),
        (4, "- 7"),
        (4, "- 8"),
        (4, ""),
        (6, "b 1"),
        (9, "end"),
    ]


def test_columns_are_known_up_to_the_first_template():
    """What comes after it may have moved."""
    (block,) = parse_markdown(tuple(fill_template_lines("Take {{ one }} or two.", {"one": 1})), "r.md").blocks
    assert [block.place(word.start).column for word in block.words] == [1, 0, 0, 0]


def test_a_template_that_fails_is_replaced_by_a_placeholder():
    """The composer reports it; here it is neither a name nor a number."""
    lines = fill_template_lines("{% if one %}\n{{ lost }} b\n{% endif %}", {"one": 1})
    assert [line.text for line in lines] == ["", "… b", ""]

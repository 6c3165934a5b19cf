"""Filters that make ids and Markdown from any text, with and without Jinja2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.markdown import Paragraph, parse_blocks
from punchboard.expression import as_written, expression, slug, template
from punchboard.model.values import is_slug


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The Gray Owl", "the-gray-owl"),
        ("Müller & Söhne", "muller-sohne"),
        ("Straße", "strasse"),
        ("Wolf's Bane", "wolfs-bane"),
        ("  -- ", ""),
        ("フクロウ", ""),
    ],
)
def test_a_slug_has_the_format_of_an_id(text, made):
    """Lower-case letters and digits with single dashes; accents and characters without Latin letters are dropped."""
    assert slug(text) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{{ 'Deck, In play ,,Discard' | split | join('|') }}", "Deck|In play|Discard"),
        ("{{ 'a / b' | split('/') | length }}", "2"),
        ("{{ none | split | length }}", "0"),
    ],
)
def test_split_divides_a_text_at_commas_or_another_mark(text, made):
    """Without blanks around the parts, and without empty parts; nothing has no parts."""
    assert template(text)({}) == made


@given(st.text())
def test_any_slug_is_an_id_or_empty(text):
    """For any text, and no longer than an id may be."""
    assert slug(text) == "" or is_slug(slug(text))


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4",
        "_under_ [x] <b>",
        "1. Draw",
        "- a\n- b",
        "# head",
        "a\nb",
        "---",
        "`x` | y ~z~",
        "& &amp; !",
        "    four",
    ],
)
def test_text_as_written_prints_unchanged(text):
    """No character is markup, and line breaks stay."""
    (only,) = parse_blocks(as_written(text))
    assert isinstance(only, Paragraph)
    assert "".join(span.text for span in only.spans) == "\n".join(line.strip() for line in text.strip().split("\n"))


def test_filters_are_the_same_with_and_without_jinja():
    """A template that only looks up a field does not need Jinja2."""
    values = {"name": "The *Owl*", "none": None}
    assert template("{{ name | slug }}-{{ name|as_written }}")(values) == "the-owl-The \\*Owl\\*"
    assert expression("name | slug")(values) == "the-owl"
    assert template("{% if true %}{{ name | as_written }}{% endif %}")(values) == "The \\*Owl\\*"


@pytest.mark.parametrize("source", ["{{ none }}", "a{{ none }}", "{% if true %}{{ none }}{% endif %}"])
def test_an_empty_value_prints_nothing(source):
    """An optional field without a value is blank, not the word None."""
    assert template(source)({"none": None}) == source.replace("{{ none }}", "").partition("{%")[0]

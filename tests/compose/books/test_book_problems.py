import pytest

from punchboard.compose.books.book_problems import missing_glyph_problems, missing_icon, overflow_problems
from punchboard.compose.text.flow import Column
from punchboard.problem import Place, Severity

RULES = Place("catalog/grove/rulebook.md")


def column(overfull=0.0, wide=0.0):
    return Column((), overfull, wide)


@pytest.mark.parametrize(
    ("pages", "most", "messages"),
    [
        ([[column()]], None, []),
        ([[column()]] * 9, None, []),
        ([[column()]], 1, []),
        ([[column()]] * 3, 2, ["text needs 3 pages, but this sheet has 2"]),
        ([[column(0.05, 0.05)]], None, []),
        (
            [[column()], [column(), column(12.34)]],
            None,
            ["a block of text is 12.3 mm higher than the page (body page 2)"],
        ),
        ([[column(wide=3)]], None, ["a word is 3.0 mm wider than its column (body page 1)"]),
        (
            [[column(1, 2)], [column(wide=4)]],
            1,
            [
                "text needs 2 pages, but this sheet has 1",
                "a block of text is 1.0 mm higher than the page (body page 1)",
                "a word is 2.0 mm wider than its column (body page 1)",
                "a word is 4.0 mm wider than its column (body page 2)",
            ],
        ),
    ],
)
def test_text_that_does_not_fit_is_reported_with_its_page(pages, most, messages):
    """Too many pages, too high a block, too wide a word; rounding errors are tolerated."""
    found = list(overflow_problems(pages, most, RULES))
    assert [problem.message for problem in found] == messages
    assert {(problem.rule, problem.place, problem.severity) for problem in found} <= {("FIT001", RULES, Severity.ERROR)}
    assert all(problem.hint for problem in found)


def test_a_missing_icon_is_reported_at_the_first_line_that_uses_it():
    """There is no line if a directive or a table of data uses it."""
    text = "one\nan :oak: and\n:oak:\n"
    (found,) = missing_icon(KeyError("oak"), text, RULES).problems
    assert (found.rule, found.place) == ("REF001", RULES._replace(line=2))
    (hidden,) = missing_icon(KeyError("elm"), text, RULES).problems
    assert hidden.place == RULES


def test_words_without_glyphs_are_reported_for_their_text(setter, text_style):
    """A typesetter serves many texts; each reports only its own words."""
    setter.plain_atoms("Alder \N{CJK UNIFIED IDEOGRAPH-6F22}", text_style())
    (found,) = missing_glyph_problems("the \N{CJK UNIFIED IDEOGRAPH-6F22} card", setter, RULES)
    assert (found.rule, found.place) == ("GLYPH001", RULES)
    assert list(missing_glyph_problems("Alder", setter, RULES)) == []

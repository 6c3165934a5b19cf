"""Changes in words, as the page of changes tells them."""

from punchboard.model.snapshot import Change, FieldChange
from punchboard.products.web.changes import field_words, source_words, value_text


def test_words_that_only_one_value_has_are_marked():
    """In a text; a number differs as a whole; a different number of copies comes first."""
    fields = (FieldChange("rule_text", "Draw two cards.", "Draw three cards."), FieldChange("cost", 1, 12))
    copies, text, cost = field_words(Change("a", "card", "changed", (1, 3), fields))
    assert ("".join(piece.text for piece in copies.old), "".join(piece.text for piece in copies.new)) == ("1", "3")
    assert text.name == "Rule text"
    assert [piece.text for piece in text.old if piece.is_changed] == ["two"]
    assert "".join(piece.text for piece in text.new) == "Draw three cards."
    assert [tuple(piece) for piece in cost.new] == [("12", True)]


def test_values_are_told_as_a_designer_writes_them():
    """Lists with commas, truth as yes or no, what is missing as nothing."""
    assert [value_text(value) for value in (["a", "b"], True, None, "", [], {"n": 1}, 2.5)] == [
        "a, b",
        "yes",
        "nothing",
        "nothing",
        "nothing",
        "n: 1",
        "2.5",
    ]


def test_many_sources_of_one_sort_are_counted():
    """A changed theme has dozens of colours."""
    sources = ("face card", "colour ink", "colour paper", *(f"style {name}" for name in "abcdef"))
    assert source_words(Change("a", "card", "changed", (1, 1), changed_sources=sources)) == (
        "layout card; colours ink, paper; 6 styles"
    )

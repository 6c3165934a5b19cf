import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.blocks import Callout, Directive, Divider, Heading, ListBlock, Paragraph, Table
from punchboard.compose.inline import Span
from punchboard.compose.markdown import _MARKUP, _parser, _Reader, blocks, inline


def plain(*texts):
    return tuple(Span(text) for text in texts)


def parsed(text):
    """Return what the parser makes of a text, without the way round it."""
    return tuple(_Reader(_parser().parse(text), None).until(None))


def words(found):
    """Return each paragraph's words, with icons in angle brackets: the same text may be cut into spans differently."""
    return ["".join(f"<{span.icon}>" if span.icon else span.text for span in block.spans).split() for block in found]


@given(st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]) | st.sampled_from(" \n:1-"), max_size=60))
def test_plain_text_is_what_the_parser_makes_of_it(text):
    """A text that holds no sign of markup is not parsed, and comes out the same."""
    if _MARKUP.search(text):
        return
    assert [type(block) for block in blocks(text)] == [type(block) for block in parsed(text)]
    assert [b.role for b in blocks(text)] == [b.role for b in parsed(text)]
    assert words(blocks(text)) == words(parsed(text))


@given(st.text(st.sampled_from("ab :*_-+1.)#>`|~^[]()!\\&<\n "), max_size=30))
def test_no_text_fails(text):
    """Whatever is written is some Markdown."""
    assert isinstance(blocks(text), tuple)


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_nothing_is_no_block(text):
    """A blank text has no paragraph."""
    assert blocks(text) == ()


def test_emphasis_icons_and_small_caps_are_spans():
    """Each stretch in its own manner."""
    (paragraph,) = blocks("Take **two** *red* ***cards*** :star: of ^^ember^^.")
    assert paragraph.spans == (
        Span("Take "),
        Span("two", bold=True),
        Span(" "),
        Span("red", italic=True),
        Span(" "),
        Span("cards", bold=True, italic=True),
        Span(" "),
        Span("", icon="star"),
        Span(" of "),
        Span("ember", small=True),
        Span("."),
    )


def test_links_and_line_breaks_are_spans():
    """A soft break is a space, a hard one a line."""
    (paragraph,) = blocks("see [the rules](#rules)\nand\\\nplay")
    assert paragraph.spans == (
        Span("see "),
        Span("the rules", link="#rules"),
        Span(" "),
        Span("and"),
        Span("\n"),
        Span("play"),
    )


def test_headings_have_levels_and_titles():
    """Three levels of a book."""
    assert blocks("# One\n\n## Two *more*\n\n### Three") == (
        Heading(1, plain("One")),
        Heading(2, (Span("Two "), Span("more", italic=True))),
        Heading(3, plain("Three")),
    )
    assert blocks("## Two *more*")[0].title == "Two more"


def test_lists_hold_blocks_and_ordered_ones_their_first_number():
    """A list within a list is a block of its item."""
    bullets, ordered = blocks("- a\n- b\n  - c\n\nx\n\n3. d\n4. e")[0], blocks("3. d\n4. e")[0]
    assert bullets == ListBlock(
        ((Paragraph(plain("a")),), (Paragraph(plain("b")), ListBlock(((Paragraph(plain("c")),),))))
    )
    assert ordered == ListBlock(((Paragraph(plain("d")),), (Paragraph(plain("e")),)), 3)


def test_tables_have_a_head_rows_and_alignments():
    """The colons of the second line align; cells hold spans."""
    (table,) = blocks("| a | b | c |\n|---|:-:|--:|\n| 1 | **2** | :star: |")
    assert table == Table(
        (plain("a"), plain("b"), plain("c")),
        ((plain("1"), (Span("2", bold=True),), (Span("", icon="star"),)),),
        ("left", "centre", "right"),
    )


def test_quotes_are_callouts_and_rules_are_dividers():
    """A callout holds blocks."""
    callout, divider = blocks("> **Example.** So.\n\n---\n")
    assert callout == Callout((Paragraph((Span("Example.", bold=True), Span(" So."))),))
    assert divider == Divider()


def test_fences_are_directives_with_their_line():
    """The body is read by the function given; the line is that of the fence."""
    text = "one\n\n```cards\nshow: [a]\n```\n\n```setup\n```\n"
    found = blocks(text, lambda body: {"body": body})
    assert found[1:] == (Directive("cards", {"body": "show: [a]\n"}, 3), Directive("setup", {"body": ""}, 7))


def test_fences_without_a_reader_are_text():
    """On a card there are no directives."""
    assert blocks("```cards\nshow: [a]\n```") == (Paragraph(plain("show: [a]")),)


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "<b>bold</b> & <i>x</i>", "a <img src=x onerror=y> b", "<!-- hidden -->"]
)
def test_html_stays_text(text):
    """What looks like a tag is printed as it stands."""
    assert "".join(span.text for block in blocks(text) for span in block.spans) == text


def test_unbreaking_spaces_stay():
    """A number and its unit are one word in a paragraph, too."""
    assert blocks("score 5\u00a0points") == (Paragraph(plain("score 5\u00a0points")),)


def test_an_image_is_its_words():
    """Pictures come from data, never from a link in a text."""
    assert inline("![a snake](http://x/y.png)") == plain("a snake")


def test_one_line_has_no_blocks():
    """Captions and labels are spans alone: a number with a point is no list."""
    assert inline("1. *first* :star:") == (Span("1. "), Span("first", italic=True), Span(" "), Span("", icon="star"))
    assert inline("plain :star:") == (Span("plain "), Span("", icon="star"))

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import stacked_height, stacked_items
from punchboard.compose.text.lines import merge_texts
from punchboard.compose.text.markdown import (
    _LONE_MARKER,
    _MARKUP,
    Callout,
    Directive,
    Divider,
    Heading,
    ListBlock,
    Paragraph,
    PictureBlock,
    Table,
    _parsed_blocks,
    marked_rule_ids,
    parse_blocks,
    parse_inline,
    rule_mark,
)
from punchboard.model.layout.icon_set import NO_SYMBOLS
from punchboard.scene import Anchor, Text, flat_items


def plain(*texts):
    return tuple(Span(text) for text in texts)


def parsed(text):
    """Return the blocks of a text from the parser, without the fast path."""
    return tuple(_parsed_blocks(text, None, NO_SYMBOLS))


def words(found):
    """Return each paragraph's words, with icons in angle brackets, however the text is split into spans."""
    return ["".join(f"<{span.icon}>" if span.icon else span.text for span in block.spans).split() for block in found]


@given(st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]) | st.sampled_from(" \n:1-"), max_size=60))
@example(" ---")
@example("a\n  =")
@example("a\n -- -")
def test_the_fast_path_for_plain_text_agrees_with_the_parser(text):
    """Text without markup characters is not parsed, and gives the same blocks."""
    if _MARKUP.search(text) or _LONE_MARKER.fullmatch(text):
        return
    assert [type(block) for block in parse_blocks(text)] == [type(block) for block in parsed(text)]
    assert [b.role for b in parse_blocks(text)] == [b.role for b in parsed(text)]
    assert words(parse_blocks(text)) == words(parsed(text))


@pytest.mark.parametrize("text", ["-", "- ", "-\n", " + ", "1.", "7) "])
def test_a_dash_alone_is_a_dash(text):
    """It is no empty list, which would print nothing: a cell with a dash says that there is no cost."""
    assert words(parse_blocks(text)) == [[text.strip()]]


@given(st.text(st.sampled_from("ab :*_-+1.)#>`|~^[]()!\\&<\n "), max_size=30))
def test_no_text_fails(text):
    """Any text is valid Markdown."""
    assert isinstance(parse_blocks(text), tuple)


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_blank_text_has_no_blocks(text):
    """There is no empty paragraph."""
    assert parse_blocks(text) == ()


def test_emphasis_icons_and_small_caps_are_spans():
    """Each part has its own style."""
    (paragraph,) = parse_blocks("Take **two** *red* ***cards*** :star: of ^^ember^^.")
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


def test_a_link_leads_to_a_heading_with_any_letters():
    """Its anchor has them as they are written; the address of a page is escaped."""
    (paragraph,) = parse_blocks("[a](#für-zwei) [b](https://a.example/für)")
    assert [span.link for span in paragraph.spans] == ["#für-zwei", None, "https://a.example/f%C3%BCr"]


def test_links_and_line_breaks_are_spans():
    """A soft break is a space, a hard break a new line."""
    (paragraph,) = parse_blocks("see [the rules](#rules)\nand\\\nplay")
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
    assert parse_blocks("# One\n\n## Two *more*\n\n### Three") == (
        Heading(1, plain("One")),
        Heading(2, (Span("Two "), Span("more", italic=True))),
        Heading(3, plain("Three")),
    )
    assert parse_blocks("## Two *more*")[0].title == "Two more"


def test_lists_hold_blocks_and_ordered_ones_their_first_number():
    """A nested list is a block of its item."""
    bullets, ordered = parse_blocks("- a\n- b\n  - c\n\nx\n\n3. d\n4. e")[0], parse_blocks("3. d\n4. e")[0]
    assert bullets == ListBlock(
        ((Paragraph(plain("a")),), (Paragraph(plain("b")), ListBlock(((Paragraph(plain("c")),),))))
    )
    assert ordered == ListBlock(((Paragraph(plain("d")),), (Paragraph(plain("e")),)), 3)


def test_tables_have_a_header_rows_and_alignments():
    """The colons of the second line set the alignment; cells contain spans."""
    (table,) = parse_blocks("| a | b | c |\n|---|:-:|--:|\n| 1 | **2** | :star: |")
    assert table == Table(
        (plain("a"), plain("b"), plain("c")),
        ((plain("1"), (Span("2", bold=True),), (Span("", icon="star"),)),),
        ("left", "centre", "right"),
    )


def test_quotes_are_callouts_and_rules_are_dividers():
    """A callout contains blocks."""
    callout, divider = parse_blocks("> **Example.** So.\n\n---\n")
    assert callout == Callout((Paragraph((Span("Example.", bold=True), Span(" So."))),))
    assert divider == Divider()


def test_fences_are_directives_with_their_line():
    """The given function parses the body; the line is that of the fence."""
    text = "one\n\n```cards\nshow: [a]\n```\n\n```setup\n```\n"
    found = parse_blocks(text, lambda body: {"body": body})
    cards = Directive("cards", {"body": "show: [a]\n"}, 3, source="show: [a]\n")
    assert found[1:] == (cards, Directive("setup", {"body": ""}, 7))


def test_fences_without_a_reader_are_text():
    """On a card there are no directives."""
    assert parse_blocks("```cards\nshow: [a]\n```") == (Paragraph(plain("show: [a]")),)


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "<b>bold</b> & <i>x</i>", "a <img src=x onerror=y> b", "<!-- hidden -->"]
)
def test_html_stays_text(text):
    """Tags are printed as they are written."""
    assert "".join(span.text for block in parse_blocks(text) for span in block.spans) == text


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Deal ten. <!-- right: PROSE002 -->", "Deal ten."),
        ("<!-- right: PROSE002, PROSE007 -->\nDeal ten.", "Deal ten."),
        ("Deal <!-- right: PROSE002 --> ten.", "Deal ten."),
        ("Deal ten. <!-- right: ten -> the whole hand -->", "Deal ten."),
    ],
)
def test_comments_to_the_checker_print_nothing(text, spans):
    """Comments that silence the prose checker are not printed."""
    assert parse_blocks(text) == (Paragraph(plain(spans)),)


def test_a_comment_at_the_end_of_a_row_leaves_the_table_whole():
    """It is not a cell."""
    (table,) = parse_blocks("| a | b |\n|---|---|\n| 1 | 2 | <!-- right: PROSE002 -->\n| 3 | 4 |")
    assert [len(row) for row in table.rows] == [2, 2]


def test_no_break_spaces_stay():
    """A number and its unit are one word in a paragraph, too."""
    assert parse_blocks("score 5\u00a0points") == (Paragraph(plain("score 5\u00a0points")),)


def test_an_image_in_inline_text_is_its_alternative_text():
    """Pictures on cards come from data, never from a link in a text."""
    assert parse_inline("![a snake](http://x/y.png)") == plain("a snake")


def test_one_line_has_no_blocks():
    """Captions and labels are only spans: a number with a full stop is no list."""
    assert parse_inline("1. *first* :star:") == (
        Span("1. "),
        Span("first", italic=True),
        Span(" "),
        Span("", icon="star"),
    )
    assert parse_inline("plain :star:") == (Span("plain "), Span("", icon="star"))


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Deal ten. [#deal-ten] Then", (Span("Deal ten."), Span("", marks=("deal-ten",)), Span(" Then"))),
        ("Deal [#a #b-2], play", (Span("Deal,"), Span("", marks=("a", "b-2")), Span(" play"))),
        ("Deal [#a, #b].", (Span("Deal."), Span("", marks=("a", "b")))),
        ("Deal [#a,#b] [#c].", (Span("Deal."), Span("", marks=("a", "b", "c")))),
        ("**Deal** [#a]", (Span("Deal", bold=True), Span("", bold=False, marks=("a",)))),
        ("^^Deal [#a]^^ on", (Span("Deal", small=True), Span("", marks=("a",)), Span(" on"))),
        ("Deal\n[#a]\nten", (Span("Deal"), Span("", marks=("a",)), Span(" "), Span("ten"))),
        ("a :star: [#a] b", (Span("a "), Span("", icon="star"), Span("", marks=("a",)), Span(" b"))),
    ],
)
def test_a_rule_mark_is_a_span_after_its_word(text, spans):
    """It removes the space before it, and does not separate a word from its punctuation."""
    assert parse_blocks(text) == (Paragraph(spans),)
    assert parse_inline(text) == spans


@pytest.mark.parametrize(
    "text", ["[see below](#deal)", "a [b] c", "[# a]", "[#Deal]", "[#deal_ten]", "[#a b]", "`[a]`"]
)
def test_other_brackets_are_no_rule_marks(text):
    """A mark contains only ids in lower case with hyphens, each after a hash."""
    assert not any(span.marks for block in parse_blocks(text) for span in block.spans)


@given(st.lists(st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True), min_size=1, max_size=5))
def test_rule_marks_are_read_back(rules):
    """The mark for the rules of a step or a variant has just these rules."""
    assert marked_rule_ids(rule_mark(rules)) == tuple(rules)
    assert parse_inline(f"Deal.{rule_mark(rules)}") == (Span("Deal."), Span("", marks=tuple(rules)))


def test_no_rules_need_no_mark():
    """A step without rules is printed without a mark."""
    assert rule_mark(()) == ""


pieces = st.sampled_from(
    ["Deal", "a 5", "**ten**", "*to* you", ":square:", "^^ember^^", "so.", "a-b,", "`x`", "5\u00a0mm", "(or", "שלום"]
)
marks = st.sampled_from(["", "", " [#deal-ten]", "[#a]", " [#a #b]", "\n[#a]", " [#a] [#b]"])
patterns = st.sampled_from(
    ["{}", "# {}", "- {}\n- one", "1. {}", "> {}", "| {} | x |\n|---|---|\n| y | {} |", "{}\n\n{}"]
)


@given(
    patterns,
    st.lists(st.tuples(pieces, marks, st.sampled_from(["", ".", ",", ")", " !"])), min_size=1, max_size=12),
    st.floats(8, 80),
)
@example("{}", [("`x`", " [#deal-ten]", ""), (":square:", "", ".")], 8)
@example("{}", [("שלום", "", ""), ("^^ember^^", " [#deal-ten]", ""), (":square:", "", ".")], 8)
def test_a_rule_mark_never_changes_the_layout(look, pattern, words, width):
    """Lines, icons and rules are where they are without marks, and lines break at the same words."""
    one_line = pattern[0] in "#|"
    marked = " ".join(
        f"{piece}{end}{' ' if one_line else mark[0]}{mark.strip()}" if mark.startswith("\n") else f"{piece}{mark}{end}"
        for piece, mark, end in words
    )
    plain = " ".join(f"{piece}{end}" for piece, _mark, end in words)
    assert printed(pattern.replace("{}", marked), width, look) == printed(pattern.replace("{}", plain), width, look)


def printed(text, width, look):
    """Return the height of a text and its items, line by line, without its anchors."""
    column = list(block_slabs(parse_blocks(text), width, look))
    drawn = []
    for item in merge_texts(item for item in flat_items(stacked_items(column, 0, 0)) if not isinstance(item, Anchor)):
        drawn += [item._replace(lines=(line,)) for line in item.lines] if isinstance(item, Text) else [item]
    return stacked_height(column), [round(slab.overflow_width, 6) for slab in column], drawn


def test_a_picture_is_below_the_block_that_contains_it():
    """Its alternative text is its caption unless it has one; it has its line and its path as written."""
    below = "![Sea](<./art/the sea.png> 'By night')\n![Land](land.jpg)\n\n- a ![x](x.png)"
    first, map_, sea, land, listed = parse_blocks(f"One\n![A *map*](art/old%20map.png)\ntwo.\n\n{below}")
    assert "".join(span.text for span in first.spans).split() == ["One", "two."]
    assert map_ == PictureBlock("art/old map.png", "A map", "A *map*", 2)
    assert sea == PictureBlock("art/the sea.png", "Sea", "By night", 5)
    assert land == PictureBlock("land.jpg", "Land", "Land", 6)
    assert [type(block) for block in listed.items[0]] == [Paragraph, PictureBlock]


def test_a_picture_in_a_heading_or_a_table_is_below_it():
    """None is left out."""
    found = parse_blocks("# One ![a](a.png)\n\n| x | y |\n|---|---|\n| ![b](b.png) | z |\n\nend")
    assert [type(block) for block in found] == [Heading, PictureBlock, Table, PictureBlock, Paragraph]
    assert [block.line for block in found if isinstance(block, PictureBlock)] == [1, 5]

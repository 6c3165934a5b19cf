"""HTML in cells becomes Markdown, or plain text in fields that are not Markdown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.markdown import ListBlock, Paragraph, parse_blocks
from punchboard.load.markup import TAGS, markdown_from_html, read_html, text_from_html
from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols

SYMBOLS = Symbols({"[coin]": "coins", "<wood>": "", ":gold:": "coins", "{T}": ""})

words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn", "Zl", "Zp", "Co")), min_size=1, max_size=12)
marks = st.sampled_from(
    ["*", "_", "**", ":crown:", "^^", "++", "~", "^", "[", "](x)", "#", "- ", "1. ", "|", "`", "\\", "!"]
)
tags = st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS])


def printed(blocks):
    for block in blocks:
        if isinstance(block, ListBlock):
            for item in block.items:
                yield from printed(item)
        else:
            assert isinstance(block, Paragraph), block
            yield "".join(f":{span.icon}:" if span.icon else span.token or span.text for span in block.spans)


def shown(html, symbols=NO_SYMBOLS):
    """Return the text that the Markdown of a cell prints, with single spaces."""
    return " ".join(" ".join(printed(parse_blocks(markdown_from_html(html, symbols), None, symbols))).split())


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<b>Draw</b> <i>two</i>", "**Draw** *two*"),
        ("Gain <s>2</s> <DEL class='x'>or 4</DEL> 3", "Gain 3"),
        ("<strong><em>Both</em></strong>", "***Both***"),
        ("<u>Underlined</u>", "++Underlined++"),
        ("2<sup>nd</sup> H<sub>2</sub>O", "2^nd^ H~2~O"),
        ("one<br>two<br/>", "one\\\ntwo"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<ul><li>one<li>two</ul>end", "- one\n- two\n\nend"),
        ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
        ("<ul><li>one<ul><li>two</ul></ul>", "- one\n    - two"),
        ("Fish &amp; Chips&nbsp;&#8212; &lt;3", "Fish \\& Chips\u00a0— \\<3"),
        ('<span class="x">as</span> <a href="y">it</a> is', "as it is"),
        ("one\ntwo <b>three</b>", "one\\\ntwo **three**"),
        ("<!-- a remark -->left", "left"),
        ("* no star _no_ :crown:", "\\* no star \\_no\\_ \\:crown:"),
    ],
)
def test_html_becomes_markdown(html, markdown):
    """Every tag that people use in texts; a line break counts where the cell has no tag for one."""
    assert markdown_from_html(html) == markdown


@pytest.mark.parametrize(
    "html",
    ["<b>Draw", "<b>Draw</i>", "</b>Draw", "Draw<b", "Draw<span class='x", "<!--Draw", "<p>Draw<br", "<ul><li>Draw"],
)
def test_html_that_never_closes_is_read_to_the_end(html):
    """No tag is printed, and no text is lost."""
    assert shown(html) == "Draw"


@pytest.mark.parametrize(
    "html",
    ["a<b>(b)</b>c", "<b>a</b><i>b</i><b>c</b>", "a<i>,b </i>c", "<b>a </b>b", 'x<b>"y"</b>z', "<u><b>a</b></u>b"],
)
def test_emphasis_begins_and_ends_inside_words(html):
    """Markdown alone has no bold brackets inside a word."""
    assert shown(html) == re.sub("<[^>]+>", "", html)
    spans = parse_blocks(markdown_from_html(html))[0].spans
    assert any(span.bold or span.italic for span in spans)


@given(st.lists(words | marks | tags, max_size=12))
def test_all_text_is_printed_as_it_is_and_no_tag(pieces):
    """Whatever is between the tags, nothing acts as markup; blanks become single spaces."""
    html = "".join(
        piece if piece[0] == "<" and piece[-1] == ">" and len(piece) > 2 else re.sub("[&<]", "", piece)
        for piece in pieces
    )
    assert shown(html).replace(" ", "") == "".join(re.sub(r"<[^<>]*>", "", html).split())


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_fail(text):
    """Any text is read as HTML, as Markdown and as plain text."""
    assert isinstance(markdown_from_html(text, SYMBOLS) + text_from_html(text, SYMBOLS), str)


@pytest.mark.parametrize("html", ["Pay 2 [coin].", "Pay 2 &lt;wood&gt;.", "Pay 2 <wood>.", "<b>{T}</b>: :gold:"])
def test_symbols_stay_symbols(html):
    """Even where a symbol looks like a tag or like an icon."""
    blocks = parse_blocks(markdown_from_html(html, SYMBOLS), None, SYMBOLS)
    assert [span.token for span in blocks[0].spans if span.icon is not None] == re.findall(
        r"\[coin\]|<wood>|\{T\}|:gold:", html.replace("&lt;", "<").replace("&gt;", ">")
    )


def test_unknown_tags_are_left_out_with_their_text_kept():
    """They are named for the report."""
    html = read_html("Pay <blink>2</blink> <wood>.")
    assert html.unknown == ("blink", "wood")
    assert text_from_html("Pay <blink>2</blink> coins.") == "Pay 2 coins."
    assert read_html("<script>x = 1</script>Rest.<STYLE>b {}</STYLE>").unknown == ("script", "style")


def test_a_field_with_html_is_markdown_or_plain_text(tmp_path):
    """Titles become plain text, texts Markdown, and choices are found by their plain names."""
    from punchboard.load import load_game

    folder = tmp_path / "catalog" / "tags"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "title: Tags\nversion: 0.1.0\nplayers: 2\nprototype: a test\n"
        "lists: {sort: {entries: {fish: {name: Fish & Chips}, owl: {name: Owl}}}}\n"
        'kinds: {card: {name: Card, shape: poker, face: card, id: "{{ name | slug }}", rows: cards.csv, fields: {'
        "name: {type: text, markup: html}, text: {type: markdown, markup: html, optional: true},"
        " sort: {one of: sort, markup: html}, cost: {type: integer, markup: html}}}}\n"
    )
    (folder / "cards.csv").write_text(
        "name,text,sort,cost\n<b>Owl</b>,<i>Fly.</i>,Fish &amp; Chips,<b>3</b>\nElk,<br>,Owl,1\n"
    )
    owl, elk = (component.values for component in load_game(folder, tmp_path).components)
    assert (owl["name"], owl["text"], str(owl["sort"]), owl["cost"]) == ("Owl", "*Fly.*", "fish", 3)
    assert elk["text"] is None

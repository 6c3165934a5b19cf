"""Symbols in texts: icons and badges that stay with their numbers."""

import pytest

from punchboard.compose.text.atoms import After
from punchboard.compose.text.inline import GRID, ICON_WIDTH, Typesetter, badge_outline
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.markdown import parse_blocks
from punchboard.expression import as_written
from punchboard.geometry.shapes import polygon, signed_area, subpaths
from punchboard.model.layout.icon_set import Symbols, badge_label
from punchboard.scene import Text, Use

SYMBOLS = Symbols({"[coin]": "square", "{T}": "", "{12}": "", "[spark]": "", "{*}": "bar", ":gold:": "square"})


@pytest.fixture
def symbol_setter(setter):
    return Typesetter(setter._icons, "en", SYMBOLS)


def tokens(atoms):
    return [atom.token for atom in atoms if atom.icon is not None]


@pytest.mark.parametrize(
    "text", ["Pay [coin], {T}: {*} and {*}.", "[coin]: Draw.", "**[coin]**", "- {T} :gold:", "[coin](x)"]
)
def test_symbols_are_found_in_markdown_and_plain_text(symbol_setter, text_style, text):
    """No symbol acts as Markdown, nor does a text that is printed as written lose it."""
    wanted = list(SYMBOLS.tokens_in(text))
    assert wanted
    assert tokens(symbol_setter.plain_atoms(text, text_style())) == wanted
    for markdown in (text, as_written(text)):
        blocks = parse_blocks(markdown, None, SYMBOLS)
        first = blocks[0] if hasattr(blocks[0], "spans") else blocks[0].items[0][0]
        assert tokens(symbol_setter.atoms(first.spans, text_style())) == wanted


@pytest.mark.parametrize(
    "text", ["gain 2 [coin]", "gain +3 {T}", "gain **2** [coin]", "gain [coin] 2", "gain X [spark]"]
)
def test_a_symbol_stays_with_its_number(symbol_setter, text_style, text):
    """However narrow the line is."""
    atoms = symbol_setter.atoms(parse_blocks(text, None, SYMBOLS)[0].spans, text_style())
    assert len(break_lines(atoms, 0.1).rows) == 2


def test_a_word_may_break_from_a_symbol_with_a_number(symbol_setter, text_style):
    """Otherwise three words would be one."""
    atoms = symbol_setter.plain_atoms("pay 2 [coin] and draw", text_style())
    assert [atom.after for atom in atoms][:3] == [After.SPACE, After.NOTHING, After.SPACE]


@pytest.mark.parametrize(
    ("token", "label"),
    [("{T}", "T"), ("[credit]", "credit"), ("(R)", "R"), (":gold:", "gold"), ("$", "$"), ("{2}", "2")],
)
def test_a_badge_has_the_letters_of_its_token(token, label):
    """Without the brackets."""
    assert badge_label(token) == label


@pytest.mark.parametrize(
    ("label", "is_round"), [("T", True), ("12", True), ("HP", False), ("W/U", False), ("credit", False)]
)
def test_a_badge_is_a_disc_or_a_lozenge_with_holes(text_style, label, is_round):
    """The letters turn against the frame, so that both fill rules cut them out."""
    outline = badge_outline(label, text_style().face)
    frame, *letters = (signed_area(polygon(part)) for part in subpaths(outline))
    assert outline.bounds.height == pytest.approx(GRID, abs=1)
    assert (outline.bounds.width == pytest.approx(GRID, abs=1)) is is_round
    assert frame > 0
    assert sum(letters) < 0


def test_a_symbol_is_copied_as_its_token(symbol_setter, text_style):
    """A hidden word over the icon has the token as its text."""
    atoms = symbol_setter.plain_atoms("[coin] {T}", text_style())
    uses = [item for item in line_items(tuple(atoms), text_style(), 0, 0) if isinstance(item, Use)]
    assert [item.reading.lines[0].text for item in uses] == ["[coin]", "{T}"]
    words = [item.reading.lines[0].words[0] for item in uses if isinstance(item.reading, Text)]
    assert len(words) == len(uses)
    assert all(word.width >= ICON_WIDTH for word in words)
    assert all(text_style().face.outline(word.glyphs[0]).segments for word in words), "some viewers skip blank glyphs"


def test_a_wide_badge_takes_its_own_width(symbol_setter, text_style):
    """Icons keep the width that they share."""
    square, spark = (
        symbol_setter.plain_atoms("[coin]", text_style())[0],
        symbol_setter.plain_atoms("[spark]", text_style())[0],
    )
    assert square.width == ICON_WIDTH
    assert spark.width > 2 * ICON_WIDTH


def test_symbols_beside_each_other_stand_apart(symbol_setter, text_style):
    """Two hearts with nothing between them do not touch."""
    first, second = symbol_setter.plain_atoms("[coin]{*}", text_style())
    assert (first.width > ICON_WIDTH, second.width) == (True, ICON_WIDTH)


@pytest.mark.parametrize(("markdown", "look"), [("++a b++", "underline"), ("2^nd^", "super"), ("H~2~O", "sub")])
def test_underline_superscript_and_subscript(setter, text_style, markdown, look):
    """They are set, and are extracted as their text."""
    spans = parse_blocks(markdown)[0].spans
    assert any(span.underline if look == "underline" else span.position == look for span in spans)
    assert "".join(span.text for span in spans) == markdown.translate(str.maketrans("", "", "+^~"))
    atoms = setter.atoms(spans, text_style())
    marked = next(atom for atom in atoms if atom.underline or atom.rise)
    assert marked.underline == (look == "underline")
    assert (marked.rise > 0, marked.rise < 0) == (look == "super", look == "sub")


@pytest.mark.parametrize("text", ["C++ and D++", "~5 or ~6", "2 ^ 3", "\\:crown: \\^\\^no\\^\\^ \\++no++", "a\\~b~"])
def test_what_is_no_markup_is_printed(text):
    """A backslash makes a character plain."""
    spans = parse_blocks(text)[0].spans
    assert "".join(span.text for span in spans) == text.replace("\\", "")
    assert not any(span.icon or span.small or span.underline or span.position for span in spans)

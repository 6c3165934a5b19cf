from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.atoms import After, Atom, Span
from punchboard.compose.text.lines import (
    aligned_words_text,
    break_lines,
    break_words,
    line_items,
    line_start,
    merge_texts,
    words_line,
)
from punchboard.geometry import Rect
from punchboard.scene import Anchor, Line, Link, Shape, Text, flat_items

words = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzAVWTo.,;!?0123456789"), min_size=1, max_size=12)
texts = st.lists(words, max_size=40).map(" ".join)
widths = st.floats(0.5, 40)
atoms_ = st.lists(
    st.builds(
        Atom, st.floats(0.1, 5), st.just(0.25), st.sampled_from(list(After)), st.none(), st.none(), scale=st.just(1.0)
    ),
    max_size=30,
)


def line_width(row):
    """Return the width of a row: words and the spaces between them, not the one after the last."""
    spaces = sum(atom.space for atom in row[:-1] if atom.after is After.SPACE)
    return sum(atom.width for atom in row) + spaces


def pieces(row):
    """Return the number of parts of a row that lines could break between."""
    return 1 + sum(atom.after is not After.NOTHING for atom in row[:-1])


@given(atoms_, widths)
def test_no_line_is_too_long_unless_it_cannot_break(atoms, width):
    """Every line fits or is one piece; the returned widths are those of the lines."""
    lines = break_lines(atoms, width)
    for row, told in zip(lines.rows, lines.widths, strict=True):
        assert told == pytest.approx(line_width(row))
        assert told <= width + 1e-5 or pieces(row) == 1
    assert lines.widest == max(lines.widths, default=0.0)


@given(atoms_, widths)
def test_all_atoms_are_kept_in_their_order(atoms, width):
    """Joined, the lines are the text; none is empty; a line ends after a line break."""
    rows = break_lines(atoms, width).rows
    assert [atom for row in rows for atom in row] == atoms
    assert all(rows)
    assert all(atom.after is not After.NEWLINE for row in rows for atom in row[:-1])
    assert all(row[-1].after is not After.NOTHING for row in rows[:-1])


@given(atoms_, widths)
def test_lines_are_greedy(atoms, width):
    """No line without a forced end has space for the first piece of the next line."""
    rows = break_lines(atoms, width).rows
    for row, below in pairwise(rows):
        if row[-1].after is After.NEWLINE:
            continue
        piece = []
        for atom in below:
            piece.append(atom)
            if atom.after is not After.NOTHING:
                break
        assert line_width((*row, *piece)) > width


@given(texts, st.floats(0.5, 60))
def test_words_break_as_atoms_do(setter, text_style, text, width):
    """The fast path for plain words gives the same lines and widths."""
    style = text_style()
    whole, atoms = setter.plain_words(text, style), setter.plain_atoms(text, style)
    assert whole is not None
    fast, slow = break_words(whole, style.face.space.width, width), break_lines(atoms, width)
    assert [[word.text for word in row] for row in fast.rows] == [[a.word.text for a in row] for row in slow.rows]
    assert fast.widths == pytest.approx(slow.widths)
    assert fast.widest == pytest.approx(slow.widest)


@given(atoms_, widths)
def test_balancing_needs_no_more_lines_and_no_more_width(atoms, width):
    """It keeps every atom, and reduces the widest line."""
    plain, balanced = break_lines(atoms, width), break_lines(atoms, width, balance=True)
    assert len(balanced.rows) == len(plain.rows)
    assert balanced.widest <= plain.widest + 1e-9
    assert [atom for row in balanced.rows for atom in row] == atoms


def test_balance_evens_out_a_short_last_line(setter, text_style):
    """Three words and one become two and two."""
    atoms = setter.plain_atoms("aaaa aaaa aaaa aaaa", text_style())
    width = line_width(atoms[:3])
    assert [len(row) for row in break_lines(atoms, width).rows] == [3, 1]
    assert [len(row) for row in break_lines(atoms, width, balance=True).rows] == [2, 2]


@pytest.mark.parametrize(("align", "x"), [("left", 10), ("centre", 25), ("right", 40)])
def test_a_line_starts_where_its_alignment_says(align, x):
    """Left, centred, or ending at the right."""
    assert line_start(align, 10, 50, 20) == x


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_lines_of_several_words_are_aligned(setter, text_style, align):
    """A line is as wide as its words and the spaces between them, so that right edges are straight."""
    style = text_style(align=align)
    rows = [tuple(setter.plain_words(text, style)) for text in ("one", "two small words", "a line of five words")]
    text = aligned_words_text(rows, style, 10, 50, 20)
    for line, row, y in zip(text.lines, rows, (20, 24, 28), strict=True):
        width = (sum(word.width for word in row) + style.face.space.width * (len(row) - 1)) * style.size
        assert (line.words, line.y) == (row, y)
        assert line.x == pytest.approx({"left": 10, "centre": 35 - width / 2, "right": 60 - width}[align], abs=0.001)


def test_a_row_of_one_style_is_one_line(setter, text_style):
    """Words of one typeface, size and colour are one item with the typeface's own spaces."""
    style = text_style()
    atoms = setter.plain_atoms("three small words", style)
    (item,) = line_items(tuple(atoms), style, 10.00049, 20)
    assert item == Text(style.face, 3.0, "#000000", (Line(10.0, 20, tuple(atom.word for atom in atoms)),))


def test_a_change_of_style_starts_a_new_item(setter, text_style, bold):
    """A bold word follows the plain one after a space; the run before it ends with that space."""
    style = text_style()
    atoms = setter.atoms([Span("see "), Span("this", bold=True), Span(" now")], style)
    plain, heavy, after = line_items(tuple(atoms), style, 0, 0)
    assert [item.lines[0].words[0].text for item in (plain, heavy, after)] == ["see", "this", "now"]
    assert heavy.face is bold
    assert heavy.lines[0].x == pytest.approx((atoms[0].width + atoms[0].space) * 3, abs=0.001)
    assert [item.lines[0].space_after for item in (plain, heavy, after)] == [True, True, False]


def test_an_icon_is_centred_on_the_capitals(setter, text_style):
    """It is as high as the icon height in em, and has the text's colour."""
    style = text_style(colour="#c8402f")
    (icon,) = line_items(tuple(setter.plain_atoms(":square:", style)), style, 10, 20)
    (shape,) = icon.symbol.items
    bounds = shape.outline.placed(icon.transform).bounds
    assert shape.fill == "#c8402f"
    assert (bounds.width, bounds.height) == (pytest.approx(3 * 1.06, abs=0.002),) * 2
    assert bounds.centre.y == pytest.approx(20 - style.cap_height / 2, abs=0.002)


def test_words_of_a_link_have_an_area(setter, text_style):
    """The area covers the linked words and links to the target."""
    style = text_style()
    atoms = setter.atoms([Span("see "), Span("the rules", link="#rules")], style)
    links = [item for item in flat_items(line_items(tuple(atoms), style, 0, 10)) if isinstance(item, Link)]
    (link,) = links
    assert link.target == "#rules"
    before = (atoms[0].width + atoms[0].space) * 3
    assert link.area.x == pytest.approx(before)
    assert link.area.right == pytest.approx((line_width(atoms)) * 3)
    assert Rect(0, 10 - style.cap_height, 100, style.cap_height + style.descent).contains(link.area)


@pytest.mark.parametrize("span", [Span("one two three", underline=True), Span("one two three", link="#there")])
def test_neither_link_nor_underline_reaches_past_the_end_of_a_line(setter, text_style, span):
    """Also where the line breaks at a space within them."""
    style = text_style()
    lines = break_lines(setter.atoms((span,), style), 4)
    assert lines.rows[0][-1].after is After.SPACE
    for row, width in zip(lines.rows, lines.widths, strict=True):
        items = tuple(flat_items(tuple(line_items(row, style, 0, 10))))
        (right,) = (
            *(item.area.right for item in items if isinstance(item, Link)),
            *(item.outline.bounds.right for item in items if isinstance(item, Shape)),
        )
        assert right == pytest.approx(width * style.size, abs=0.002)


def test_words_of_another_language_are_no_link(setter, text_style):
    """They are a part of their own, which says the language."""
    atoms = setter.atoms([Span("le "), Span("mot juste", link="lang:fr")], text_style())
    _, group = line_items(tuple(atoms), text_style(), 0, 10)
    assert (group.element.role, group.element.language) == ("Span", "fr")
    assert not any(isinstance(item, Link) for item in flat_items([group]))


def test_neighbouring_texts_of_one_style_are_merged(setter, text_style):
    """Texts that differ only in their lines become one item; anything between keeps them separate."""
    style = text_style()
    first, second = (
        words_line(tuple(setter.plain_words(text, style)), style, 0.0, y) for text, y in (("one", 1.0), ("two", 2.0))
    )
    shape = Shape(setter.icon("bar"), "#000000")
    (both,) = merge_texts([first, second])
    assert both.lines == first.lines + second.lines
    assert merge_texts([first, shape, second]) == (first, shape, second)
    assert len(merge_texts([first, second._replace(colour="#ffffff")])) == 2


def test_a_rule_mark_leaves_an_anchor_at_its_word(setter, text_style):
    """One for each rule, at the top of the line, named after the rule; without a title it is no bookmark."""
    style = text_style()
    atoms = setter.atoms([Span("Deal ten"), Span("", marks=("deal", "ten-each")), Span(" cards")], style)
    anchors = [item for item in line_items(tuple(atoms), style, 10, 20) if isinstance(item, Anchor)]
    x = 10 + (atoms[0].width + atoms[0].space) * 3
    at = (pytest.approx(x), pytest.approx(20 - style.cap_height))
    assert [(item.name, tuple(item.at), item.title) for item in anchors] == [
        ("rule-deal", at, ""),
        ("rule-ten-each", at, ""),
    ]

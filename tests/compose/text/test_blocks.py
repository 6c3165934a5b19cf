import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.block_layout import anchor_name, block_slabs
from punchboard.compose.text.column import stacked_height, stacked_items
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.markdown import Directive, parse_blocks
from punchboard.scene import Anchor, Group, Shape, Text, flat_items


def read(body):
    return {}


def laid(text, width, look):
    return list(block_slabs(parse_blocks(text, read), width, look))


def texts(column):
    """Return (text, x, y) of every line of a column at (10, 20)."""
    found = [
        (" ".join(word.text for word in line.words), line.x, line.y)
        for item in flat_items(stacked_items(column, 10, 20))
        if isinstance(item, Text)
        for line in item.lines
    ]
    return sorted(found, key=lambda line: (line[2], line[1]))


def words(column):
    return " ".join(text for text, _, _ in texts(column))


def test_a_paragraph_has_a_slab_for_each_line(look):
    """Each line is as high as the leading; the last has the space after the paragraph."""
    column = laid("word " * 60, 60, look)
    assert len(column) > 4
    assert {one.height for one in column} == {4.0}
    assert [one.space_after for one in column] == [0.0] * (len(column) - 1) + [1.0]


def test_a_paragraph_has_no_widow_and_no_orphan(look):
    """The first line stays with the second, the last with the one before it."""
    column = laid("word " * 60, 60, look)
    assert [one.keep_with_next for one in column] == [True, *[False] * (len(column) - 3), True, False]
    assert [one.keep_with_next for one in laid("word", 60, look)] == [False]


def test_headings_stay_with_their_text_and_have_anchors(look):
    """A heading never ends a page."""
    (heading, _text) = laid("## Setting *up*\n\ntext", 60, look)
    assert heading.keep_with_next
    anchor = next(item for item in heading.draw(10, 20) if isinstance(item, Anchor))
    assert anchor == Anchor("setting-up", (10, 20), "Setting up", 1)


@pytest.mark.parametrize(
    ("title", "name"), [("Setting up", "setting-up"), ("  A & B (2) ", "a-b-2"), ("Größe", "größe"), ("--", "")]
)
def test_a_link_names_a_heading_in_lower_case_with_dashes(title, name):
    """Other characters than letters and digits separate words."""
    assert anchor_name(title) == name


def test_lists_have_markers_left_of_their_text(look):
    """Numbers count from the list's start; every line of text has the same indent."""
    column = laid("3. first\n4. " + "second " * 30, 60, look)
    lines = texts(column)
    assert [text for text, x, _ in lines if x == 10] == ["3.", "4."]
    assert len({x for _, x, _ in lines}) == 2
    marker, first = lines[:2]
    assert marker[2] == first[2]


def test_list_numbers_are_right_to_left_in_such_languages(look, monkeypatch):
    """The full stop of a number is on its left, and the number at the right edge of the column."""
    monkeypatch.setattr(look, "setter", Typesetter({}, "he"))
    column = laid("1. x", 60, look)
    places = {text.strip("\u200f"): x for text, x, _ in texts(column)}
    assert places["."] < places["1"] < 10 + 60


def test_bullets_mark_each_item_once(look):
    """Further lines and blocks of an item have no bullet."""
    column = laid("- " + "one " * 40 + "\n- two", 60, look)
    marks = [item for item in flat_items(stacked_items(column, 10, 20)) if isinstance(item, Shape)]
    bullets = [text for text, _, _ in texts(column) if text == "•"]
    assert len(bullets) + len(marks) == 2


def test_a_callout_is_one_slab_with_its_background(look):
    """Its text is inside the background, and no break falls within."""
    (callout,) = laid("> **Example.** " + "word " * 30, 60, look)
    ground, *rest = flat_items(callout.draw(10, 20))
    area = ground.outline.bounds
    assert (area.width, area.height) == (pytest.approx(60), pytest.approx(callout.height))
    lines = [line for item in rest if isinstance(item, Text) for line in item.lines]
    assert lines
    assert all(area.x < line.x and area.y < line.y < area.bottom for line in lines)


def test_a_side_figure_is_right_of_the_text_after_it(look):
    """Text fills the left until the figure's height is used; a heading ends it."""
    text = "```aside\n```\n\n" + "word " * 20 + "\n\n## Next\n\nafter"
    first, *rest = laid(text, 80, look)
    items = list(flat_items(first.draw(10, 20)))
    figure = next(item for item in items if isinstance(item, Shape))
    assert figure.outline.bounds.right == 90
    assert first.height >= 30
    assert all(x + 5 < figure.outline.bounds.x for item in items if isinstance(item, Text) for x, *_ in item.lines)
    assert words(rest) == "Next after"


def test_directives_are_drawn_by_the_look(look):
    """The look yields their slabs."""
    (made,) = block_slabs((Directive("setup", {}, 1),), 60, look)
    assert next(flat_items(made.draw(0, 0))).name == "setup"


def test_a_divider_is_a_rule_in_the_middle(look):
    """A third of the width, with space above and below."""
    (divider,) = laid("---", 60, look)
    (rule,) = divider.draw(0, 0)
    assert rule.outline.bounds.centre.x == 30
    assert rule.outline.bounds.width == 20


def test_drawing_a_slab_again_gives_the_same_items(look):
    """Wherever it is placed."""
    column = laid("# One\n\n- a\n- b\n\n> c\n\n| d | e |\n|---|---|\n| f | g |", 60, look)
    assert list(flat_items(stacked_items(column, 0, 0))) == list(flat_items(stacked_items(column, 0, 0)))


markdown = st.lists(
    st.sampled_from(
        ["para graph", "- item\n- other", "1. one\n2. two", "> called out", "| a | b |\n|---|---|\n| c | d |"]
    ),
    min_size=1,
    max_size=5,
)


@given(markdown, st.integers(25, 120))
def test_every_word_is_printed_and_stays_in_the_column(look, parts, width):
    """No word is lost in any width, and every line starts inside the column and ends above its foot."""
    column = laid("\n\n".join(parts), width, look)
    lines = texts(column)
    wanted = "".join(parts).translate(str.maketrans("", "", "->|\n .1234567890"))
    found = "".join(text for text, _, _ in lines).translate(str.maketrans("", "", " .•1234567890"))
    assert sorted(found) == sorted(wanted)
    foot = 20 + stacked_height(column)
    assert all(10 <= x < 10 + width and 20 < y < foot for _, x, y in lines)
    assert not any(isinstance(item, Group) for item in flat_items(stacked_items(column, 10, 20)))


def lines_of(column):
    """Return the texts of a column's lines from top to bottom, each with its words joined."""
    found = {}
    for text, _, y in texts(column):
        found.setdefault(y, []).append(text)
    return [" ".join(parts) for _, parts in sorted(found.items())]


@given(
    st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=12, max_size=40),
    st.integers(40, 90),
    st.booleans(),
)
def test_no_paragraph_ends_in_a_line_of_one_short_word(look, parts, width, emphasis):
    """Words come down from the widest lines instead, unless that takes another line or leaves a far narrower text."""
    text, words = (" ".join(["_so_", *parts]), ["so", *parts]) if emphasis else (" ".join(parts), parts)
    style = look.style("body")

    def widths(of):
        return [sum(style.face.word(word, style.features).width + 0.25 for word in line.split()) for line in of]

    column = laid(text, width, look)
    lines = lines_of(column)
    assert " ".join(lines).split() == words
    assert max(slab.overflow_width for slab in column) == 0
    if len(lines) < 2 or " " in lines[-1] or widths(lines)[-1] > 4.2:
        return
    for narrower in range(int(width * 0.8), width):
        others = lines_of(laid(text, narrower, look))
        is_as_full = len(others) == len(lines) and max(widths(others)) > 0.8 * max(widths(lines))
        assert not is_as_full or " " not in others[-1]


def test_words_that_come_down_to_a_short_last_line_come_from_the_widest_lines(look):
    """So that no hole is left at the end of the line above it."""
    text = "Every tile that is laid on the table counts at once, and so do all the transformations too"
    lines = ["Every tile that is laid on the table counts", "at once, and so do all the", "transformations too"]
    assert lines_of(laid(text, 57, look)) == lines


@pytest.mark.parametrize("text", ["4 + 3 + 3 + 3 = 13", "2 \u00d7 3 = 6", "10 \u2212 **4** = 6"])
def test_lines_do_not_break_inside_a_sum(look, text):
    """At whatever width, as long as the sum fits on a line, and in several styles."""
    plain = text.replace("*", "")
    for width in range(45, 80):
        lines = lines_of(laid(f"The whole strength of all your cards together is {text} at the end", width, look))
        assert any("".join(plain.split()) in "".join(line.split()) for line in lines)


def test_a_long_sum_breaks_before_an_equals_sign(look):
    """It would be wider than its column."""
    lines = lines_of(laid("1 + 2 + 3 + 4 + 5 + 6 = 21 + 0 = 21", 38, look))
    assert len(lines) > 1
    assert all(line.startswith("=") for line in lines[1:])

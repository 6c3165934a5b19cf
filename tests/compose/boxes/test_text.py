import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.boxes.text import MarkdownSetter, text_in_box
from punchboard.compose.inks import Palette
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import Styles
from punchboard.geometry import Rect
from punchboard.model.layout.layout import Box, StyleFile
from punchboard.problem import Severity
from punchboard.scene import Text, flat_items
from punchboard.units import MM_PER_POINT

AREA = Rect(10, 20, 40, 30)


def box(**changes):
    return Box(size=(40, 30), **changes)


def lines(drawn):
    return [line for item in flat_items(drawn.items) if isinstance(item, Text) for line in item.lines]


def words(drawn):
    return [word.text for line in lines(drawn) for word in line.words]


@pytest.fixture(scope="module")
def in_box(setter, text_style):
    """Return a function that sets plain text in a box and returns its drawing and record."""

    def in_box(text, area=AREA, style=None, **changes):
        drawn = text_in_box("name", box(**changes), area, text, style or text_style(), setter)
        return drawn, drawn.boxes[0]

    return in_box


@pytest.fixture(scope="module")
def markdown(setter, family):
    """Return a function that sets Markdown in a box and returns its drawing and record."""
    palette = Palette({"ink": "#000000", "rule": "#999999", "callout": "#eeeeee", "callout-edge": "#333333"})
    files = {
        "body": StyleFile(size=9, leading=12),
        "rules": StyleFile(size=8),
        "rules-h1": StyleFile(size=14),
        "h2": StyleFile(size=20),
        "callout": StyleFile(size=6),
        "marker": StyleFile(),
    }
    styles = Styles(files, {"body": family}, palette)
    sets = MarkdownSetter(styles, palette, setter)

    def markdown(text, area=AREA, style="body", **changes):
        drawn = sets.in_box("name", box(**changes), area, text, styles.get(style))
        return drawn, drawn.boxes[0]

    return markdown


def test_text_that_fits_is_set_whole(in_box):
    """Nothing is lost; the record has the type size and the area of the lines, inside the box."""
    drawn, placed = in_box("one two three")
    assert words(drawn) == ["one", "two", "three"]
    assert (placed.lost, placed.content, placed.missing) == (0, "text", ())
    assert placed.size == pytest.approx(3.0 / MM_PER_POINT)
    assert AREA.contains(placed.ink)


def test_lines_that_do_not_fit_are_counted_as_lost(in_box):
    """Drawn and lost lines together are all lines."""
    tall, _ = in_box("word " * 60, Rect(10, 20, 40, 500))
    drawn, placed = in_box("word " * 60)
    assert len(lines(drawn)) + placed.lost == len(lines(tall))
    assert placed.lost > 0
    assert AREA.contains(placed.ink)


@pytest.mark.parametrize("height", [0.0, 1.0, 2.0])
def test_a_box_lower_than_a_line_loses_it(in_box, height):
    """Not even one line may leave a box that is too low."""
    drawn, placed = in_box("one", Rect(10, 20, 40, height))
    assert (drawn.items, placed.lost, placed.ink) == ((), 1, None)


def test_a_word_wider_than_the_box_is_lost(in_box):
    """It is drawn, so that it is visible, and counted as lost."""
    _, placed = in_box("WWWWWWWWWWW", Rect(10, 20, 12, 30))
    assert placed.lost == 1


@pytest.mark.parametrize("width", [12, 16, 20])
@pytest.mark.parametrize(
    "text", ["incomprehensibilities.", "A" * 40, "https://example.com?x=aaaaaaaaaaaaaaaaaaaaaaaaaa"]
)
def test_a_long_word_wider_than_the_box_goes_on_in_the_next_line(in_box, text_style, width, text):
    """With a hyphen where the language has one, also in capitals that are spaced; a number stays whole."""
    for style in (text_style(), text_style(tracking=0.05), text_style(caps="upper"), text_style(caps="small")):
        drawn, placed = in_box(text, Rect(10, 20, width, 90), style=style)
        assert (placed.lost, placed.ink.width <= width) == (0, True)
        assert "".join(words(drawn)).replace("\u00ad", "").casefold() == text.casefold()
        assert any("\u00ad" in word for word in words(drawn)) == text.startswith("inc")
    assert in_box("1" * 40, Rect(10, 20, width, 90))[1].lost == 1


def test_a_long_word_breaks_only_if_it_cannot_shrink(in_box):
    """A title on one line is smaller first."""
    title = {"one line": True, "second line": True}
    whole, placed = in_box("incomprehensibilities", Rect(0, 0, 20, 8), fit="shrink to 3pt", **title)
    assert (len(lines(whole)), placed.lost) == (1, 0)
    parted, placed = in_box("incomprehensibilities", Rect(0, 0, 20, 12), fit="shrink to 7pt", **title)
    assert (len(lines(parted)), placed.lost) == (2, 0)


def test_text_shrinks_until_it_fits(in_box, text_style):
    """The largest size that fits is used, in steps of a quarter point, and no text is lost."""
    text, style = "word " * 45, text_style(size=12 * MM_PER_POINT, leading=15 * MM_PER_POINT)
    _, kept = in_box(text, style=style)
    assert kept.lost > 0
    drawn, placed = in_box(text, style=style, fit="shrink to 6pt")
    assert placed.lost == 0
    assert words(drawn) == ["word"] * 45
    assert 6 <= placed.size < 12
    assert (12 - placed.size) / 0.25 == pytest.approx(round((12 - placed.size) / 0.25))
    larger = text_style(size=(placed.size + 0.25) * MM_PER_POINT, leading=(placed.size + 0.25) * MM_PER_POINT * 1.25)
    assert in_box(text, style=larger)[1].lost > 0


def test_text_shrinks_no_further_than_its_smallest_size(in_box, text_style):
    """What does not fit at that size is lost."""
    _, placed = in_box(
        "word " * 400, style=text_style(size=12 * MM_PER_POINT, leading=15 * MM_PER_POINT), fit="shrink to 8pt"
    )
    assert placed.size == pytest.approx(8)
    assert placed.lost > 0


def test_one_line_text_shrinks_to_stay_on_one_line(in_box, text_style):
    """A title becomes smaller before it becomes longer."""
    style = text_style(size=14 * MM_PER_POINT, leading=17 * MM_PER_POINT)
    text = "The Gatekeeper of the Night"
    wide, two = in_box(text, style=style, fit="shrink to 6pt")
    assert (len(lines(wide)), two.size) == (2, pytest.approx(14))
    drawn, placed = in_box(text, style=style, fit="shrink to 6pt", **{"one line": True})
    assert (len(lines(drawn)), placed.lost) == (1, 0)
    assert placed.size < 14


def test_a_second_line_of_one_line_text_is_lost(in_box, text_style):
    """Even where the box is high enough for two."""
    _, placed = in_box(
        "The Gatekeeper of the Night",
        style=text_style(size=14 * MM_PER_POINT, leading=17 * MM_PER_POINT),
        **{"one line": True},
    )
    assert placed.lost == 1


@pytest.mark.parametrize(("valign", "place"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_lines_stand_where_valign_says(in_box, text_style, valign, place):
    """At the top, capitals touch the edge; at the bottom, descenders do."""
    style = text_style()
    drawn, _ = in_box("one\ntwo", valign=valign)
    first, last = lines(drawn)[0].y, lines(drawn)[-1].y
    top, bottom = AREA.y + style.cap_height, AREA.bottom - style.descent
    assert last - first == pytest.approx(4)
    if valign == "middle":
        assert first - style.cap_height - AREA.y == pytest.approx(AREA.bottom - last, abs=0.002)
    else:
        assert (first if place == 0 else last) == pytest.approx(top if place == 0 else bottom, abs=0.001)


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_lines_stand_where_align_says(in_box, text_style, align):
    """Each line by itself."""
    style = text_style(align=align)
    drawn, placed = in_box("one\nlonger line", style=style)
    for line in lines(drawn):
        width = sum(word.width for word in line.words) * 3 + (len(line.words) - 1) * style.face.space.width * 3
        left, right = line.x - AREA.x, AREA.right - line.x - width
        expected = {"left": left, "right": right, "centre": left - right}[align]
        assert expected == pytest.approx(0, abs=0.002)
    assert AREA.contains(placed.ink)


def test_an_inset_is_kept_free(in_box):
    """Text stands inside the inset on all sides, and the record keeps the whole box."""
    drawn, placed = in_box("word " * 20, inset=3)
    assert placed.area == AREA
    assert AREA.shrink(3).contains(placed.ink)
    assert lines(drawn)[0].x == 13


def test_line_breaks_of_a_text_are_kept(in_box):
    """Text written on two lines is set on two lines."""
    assert len(lines(in_box("one\ntwo")[0])) == 2


texts = st.lists(st.sampled_from(["a", "word", "longer", "Verdigris", "in-law"]), max_size=40).map(" ".join)


@given(texts, st.integers(8, 60), st.integers(4, 40), st.sampled_from(["top", "middle", "bottom"]))
def test_text_that_leaves_its_box_is_counted_as_lost(in_box, text, width, height, valign):
    """If lines leave the box, some are lost; if none is lost, every word is drawn."""
    area = Rect(5, 5, width, height)
    fit = "shrink to 5pt" if width % 2 else None
    drawn, placed = in_box(text, area, valign=valign, fit=fit)
    if placed.lost == 0:
        assert "".join(words(drawn)) == text.replace(" ", "")
        deep = (
            0.12 * placed.size * MM_PER_POINT if valign == "middle" else 0.0
        )  # it is the capitals that stand in the middle
        assert placed.ink is None or area.contains(placed.ink, deep + 0.02)


def test_words_with_missing_glyphs_are_recorded(in_box):
    """The record holds the whole words."""
    assert in_box("Alder 漢字 Birch")[1].missing == ("漢字",)


def test_a_word_is_missing_only_where_its_font_lacks_it(text_style, no_small_caps, family):
    """A word that one style cannot set is no problem in a box whose style can."""
    setter, cinzel = Typesetter({}), type(family)("title", dict.fromkeys(family.cuts, (no_small_caps,)))
    bad = text_in_box("a", box(), AREA, "Ключ", text_style(family=cinzel), setter).boxes[0]
    good = text_in_box("b", box(), AREA, "Ключ", text_style(), setter).boxes[0]
    assert (bad.missing, good.missing) == (("Ключ",), ())


def test_markdown_is_set_in_blocks(markdown):
    """Paragraphs and lists stand one below another inside the box."""
    drawn, placed = markdown("one **two**\n\n- three\n- four")
    assert [word for word in words(drawn) if word != "•"] == ["one", "two", "three", "four"]
    assert (placed.content, placed.lost) == ("markdown", 0)
    assert AREA.contains(placed.ink)


def test_markdown_that_does_not_fit_loses_lines(markdown):
    """Lines are counted as they would be set."""
    drawn, placed = markdown("word " * 100)
    tall, _ = markdown("word " * 100, Rect(10, 20, 40, 500))
    assert placed.lost == len(lines(tall)) - len(lines(drawn)) > 0


def test_all_parts_of_markdown_shrink_together(markdown):
    """Headings shrink by the same factor as the text."""
    drawn, placed = markdown("# Head\n\n" + "word " * 40, style="rules", fit="shrink to 5pt")
    assert placed.lost == 0
    sizes = {item.size / MM_PER_POINT for item in flat_items(drawn.items) if isinstance(item, Text)}
    assert len(sizes) == 2
    assert max(sizes) / min(sizes) == pytest.approx(14 / 8)
    assert min(sizes) == pytest.approx(placed.size)


def test_blocks_prefer_styles_named_after_the_box(markdown):
    """``rules-h1`` for a heading in a box of style rules, then the theme's ``h2``, then the box's style in bold."""
    drawn, _ = markdown("# One\n\n## Two\n\n### Three", Rect(0, 0, 100, 100), style="rules")
    sizes = {
        item.lines[0].words[0].text: item.size / MM_PER_POINT
        for item in flat_items(drawn.items)
        if isinstance(item, Text)
    }
    assert sizes == {"One": pytest.approx(14), "Two": pytest.approx(20), "Three": pytest.approx(8)}


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
def test_markdown_stands_where_valign_says(markdown, valign):
    """The whole column is moved."""
    _, placed = markdown("one", valign=valign)
    above, below = placed.ink.y - AREA.y, AREA.bottom - placed.ink.bottom
    assert {"top": above, "middle": above - below, "bottom": below}[valign] == pytest.approx(0)


def test_empty_markdown_covers_nothing(markdown):
    """An empty text gives a box without ink."""
    drawn, placed = markdown("")
    assert (drawn.items, placed.ink, placed.lost) == ((), None, 0)


@pytest.mark.parametrize("text", ["WWWWWWWWWWW", "- WWWWWWWWWWW", "> WWWWWWWWWWW"])
def test_a_word_wider_than_its_column_is_lost(markdown, text):
    """Markdown that leaves its box is counted as lost, in every kind of block."""
    _, placed = markdown(text, Rect(10, 20, 16, 30))
    assert placed.lost == 1


def test_a_table_wider_than_its_column_is_lost(markdown):
    """The longest words of all columns together may need more than the width."""
    _, placed = markdown("| incomprehensible | word |\n|---|---|\n| a | b |", Rect(10, 20, 22, 30))
    assert placed.lost > 0


def test_a_title_takes_a_second_line_rather_than_become_tiny(in_box):
    """One line down to three fifths of its size; below that two lines, as large as they fit; never three."""
    title = {"one line": True, "second line": True, "fit": "shrink to 3pt"}
    short, placed = in_box("A miller and a fox", area=Rect(0, 0, 20, 8), **title)
    assert (len(lines(short)), placed.lost) == (1, 0)
    long, placed = in_box("The lantern bearer of the gate", area=Rect(0, 0, 20, 8), **title)
    assert (len(lines(long)), placed.lost) == (2, 0)
    _, placed = in_box("The lantern bearer of the seventh gate in the long wall", area=Rect(0, 0, 12, 30), **title)
    assert placed.lost


def test_a_picture_within_a_text_is_left_out_with_a_hint(tiny_face):
    """A warning, as people paste texts. It needs a field and a box of its own; also in lists and callouts."""
    face = tiny_face("a: {at: [5, 5], size: [50, 40], markdown: '- one ![x](art/x.png)'}")
    (problem,) = face.problems
    assert problem.severity is Severity.WARNING
    assert face.boxes[0].ink is not None
    assert "text in a box cannot contain the picture 'art/x.png'" in problem.message
    assert "'type: picture'" in problem.hint

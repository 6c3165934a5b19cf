from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.contents import (
    ContentsEntry,
    contents_entries,
    contents_items,
    group_into_pages,
    page_headings,
    rule_pages,
)
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.flow import flow_columns
from punchboard.compose.text.markdown import parse_blocks
from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.scene import Anchor, Group, Link, Page, Text, flat_items

REGIONS = (Rect(10, 10, 50, 40), Rect(70, 10, 50, 32))
patterns = st.sampled_from(["{}", "## {}", "- one\n- {}", "> {}", "| {} |\n|---|\n| two |", "| |\n|---|\n| {} |"])


def paged(text, look, regions=REGIONS):
    """Return the page columns of a text, and the pages that show them."""
    columns = flow_columns(block_slabs(parse_blocks(text), regions[0].width, look), regions)
    body = group_into_pages(columns, len(regions))
    pages = [
        Page(Size(130, 60), (Group(tuple(item for column in leaf for item in column.items), Affine.move(3, 3)),))
        for leaf in body
    ]
    return body, pages


def words_on(page):
    (group,) = page.items
    return {
        word.text
        for item in flat_items(group.items)
        if isinstance(item, Text)
        for line in item.lines
        for word in line.words
    }


@given(st.lists(st.tuples(patterns, st.integers(0, 40), st.integers(0, 20)), max_size=12))
def test_the_page_of_a_rule_has_its_last_word(look, passages):
    """This holds in paragraphs, headings, lists, callouts and tables."""
    written = [
        pattern.replace("{}", f"{'before ' * before}told{number}. [#rule-{number}]{' after' * after}")
        for number, (pattern, before, after) in enumerate(passages)
    ]
    _, pages = paged("\n\n".join(written), look)
    stands = {
        f"rule-{number}": page
        for page, shown in enumerate(map(words_on, pages), 1)
        for number in range(len(passages))
        if f"told{number}." in shown
    }
    assert rule_pages(pages) == stands
    assert len(stands) == len(passages)


def test_the_page_of_a_rule_is_the_first_that_states_it(look):
    """A rule may be stated again later."""
    far = "\n\n".join(["word " * 100] * 3)
    _, pages = paged(f"Deal. [#deal]\n\n{far}\n\nAgain. [#deal #play]", look)
    assert len(pages) > 1
    assert rule_pages(pages) == {"deal": 1, "play": len(pages)}


def test_a_heading_that_starts_with_rule_is_no_rule_mark(look):
    """Its anchor starts like those of rule marks, but has a title."""
    _, pages = paged("# Rule of ten\n\ntext", look)
    assert rule_pages(pages) == {}


@given(st.integers(0, 30), st.integers(1, 5))
def test_columns_are_grouped_into_pages(count, regions):
    """Every page but the last has a column for each region; none is lost, and they stay in order."""
    columns = tuple(range(count))
    made = group_into_pages(columns, regions)
    assert [column for leaf in made for column in leaf] == list(columns)
    assert [len(leaf) for leaf in made[:-1]] == [regions] * (len(made) - 1)
    assert all(made)


def test_entries_are_chapters_and_sections_with_their_pages(look):
    """Pages are counted, not columns; levels below sections and rule marks are not listed. A callout may have one."""
    far = "word " * 300
    text = f"# One\n\n## Part [#a]\n\n### Deep\n\nText. [#b]\n\n> ## Boxed\n\n{far}\n\n# Two\n\nend"
    body, pages = paged(text, look)
    assert [anchor.title for leaf in body for anchor in page_headings(leaf)] == ["One", "Part", "Deep", "Boxed", "Two"]
    assert list(contents_entries(body, 3)) == [
        ContentsEntry("One", 0, 3),
        ContentsEntry("Part", 1, 3),
        ContentsEntry("Boxed", 1, 3),
        ContentsEntry("Two", 0, 2 + len(pages)),
    ]
    assert len(body) < len([column for leaf in body for column in leaf])


def test_a_contents_list_too_long_for_its_page_has_only_chapters(look):
    """It never runs off the page; each line links to its heading."""
    listed = [ContentsEntry("One", 0, 2), ContentsEntry("Part", 1, 2), ContentsEntry("Two", 0, 3)]

    def targets(height):
        items = contents_items(listed, Rect(10, 10, 80, height), look)
        return [item.target for item in flat_items(items) if isinstance(item, Link)]

    assert targets(12) == ["#one", "#part", "#two"]
    assert targets(11.9) == ["#one", "#two"]


def test_rule_marks_are_found_in_nested_groups():
    """Pages contain groups in groups."""
    anchor = Anchor("rule-deal", Point(1, 1))
    page = Page(Size(10, 10), (Group((Group((anchor,)), Anchor("deal", Point(0, 0)))),))
    assert rule_pages([Page(Size(10, 10), ()), page]) == {"deal": 2}

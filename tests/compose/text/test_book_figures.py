"""Random books keep figures, tables and headings where they belong, on whatever columns they are set."""

from itertools import pairwise
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Slab, stacked_height
from punchboard.compose.text.flow import best_columns
from punchboard.compose.text.markdown import Directive, Heading, Paragraph, Table, parse_blocks

WIDTH = 60.0
HEIGHT = 90.0
PARTS = {
    "chapter": st.just("# Chapter\n"),
    "section": st.just("## Section\n"),
    "text": st.integers(1, 120).map(lambda words: "word " * words),
    "list": st.integers(1, 6).map(lambda items: "1. " + "\n1. ".join(["word " * 12] * items)),
    "figure": st.integers(10, 80).map(lambda height: f"```figure\nheight: {height}\n```"),
    "table": st.integers(1, 30).map(lambda rows: "| Head | Head |\n|---|---|\n" + "| cell | cell |\n" * rows),
}
books = st.lists(st.one_of(*PARTS.values()), min_size=1, max_size=14).map("\n\n".join)


def pictured(look):
    """Return a look that sets a directive as a figure of its height, which may wait for the next column."""

    def directive(block: Directive, width: float):
        yield Slab(float(block.body["height"]), lambda x, y: iter(()), 2.5, 4.0, can_float=True)

    return SimpleNamespace(**{**vars(look), "directive": directive, "side_figure": lambda block, width: None})


def composed(text, look, *, begins_left):
    """Return the slabs of a book in reading order as (number, column), their blocks by number, and the columns."""
    shown = pictured(look)
    blocks = parse_blocks(text, lambda body: {"height": int(body.split()[1])})
    owners = [block for block in blocks for _ in block_slabs((block,), WIDTH, shown)]
    slabs = tuple(block_slabs(blocks, WIDTH, shown))
    number = {id(slab): index for index, slab in enumerate(slabs)}
    columns = best_columns(slabs, [HEIGHT], begins_left=begins_left)
    order = [(number[id(slab)], at) for at, column in enumerate(columns) for slab in column.slabs if id(slab) in number]
    return order, owners, slabs, columns


def is_chapter(block):
    return isinstance(block, Heading) and block.level == 1


@given(books, st.booleans())
def test_no_figure_leaves_its_chapter(look, text, begins_left):
    """Between a figure and the heading of its chapter, in reading order, is the heading of no other."""
    order, owners, _, _ = composed(text, look, begins_left=begins_left)
    chapters = [sum(map(is_chapter, owners[: number + 1])) for number, _ in order]
    assert chapters == sorted(chapters)


@given(books, st.booleans())
def test_no_figure_is_inside_a_paragraph(look, text, begins_left):
    """The lines of a paragraph follow each other, also from one column to the next."""
    order, owners, _, _ = composed(text, look, begins_left=begins_left)
    for (number, _), (after, _) in pairwise(order):
        block = owners[number]
        if isinstance(block, Paragraph) and number + 1 < len(owners) and owners[number + 1] is block:
            assert after == number + 1


@given(books, st.booleans())
def test_a_table_that_goes_on_has_its_header_again(look, text, begins_left):
    """A column that begins with a row has the header above it, and no other column has one twice."""
    _, owners, slabs, columns = composed(text, look, begins_left=begins_left)
    number = {id(slab): index for index, slab in enumerate(slabs)}
    for column in columns:
        own = [number.get(id(slab)) for slab in column.slabs]
        starts_within = bool(own) and any(
            isinstance(owners[index], Table) and owners[index - 1] is owners[index]
            for index in [next(at for at in own if at is not None)]
            if index
        )
        assert own.count(None) == int(starts_within)
        assert (own[0] is None) == starts_within if own else not starts_within


@given(books, st.booleans())
def test_a_heading_stands_above_its_text(look, text, begins_left):
    """A heading is the last of a column only at the end of the book, and nothing is higher than its column."""
    _, owners, slabs, columns = composed(text, look, begins_left=begins_left)
    for column in columns[:-1]:
        if column.slabs:
            last = next(index for index, slab in enumerate(slabs) if slab is column.slabs[-1])
            assert not isinstance(owners[last], Heading)
    assert all(stacked_height(column.slabs) <= HEIGHT + 1e-6 for column in columns)


@given(books, st.booleans())
def test_below_a_heading_is_what_follows_it(look, text, begins_left):
    """Only a figure may go on to the next column from there."""
    order, owners, slabs, _ = composed(text, look, begins_left=begins_left)
    for (number, at), (after, column) in pairwise(order):
        if isinstance(owners[number], Heading):
            assert column == at
            assert all(slab.can_float for slab in slabs[number + 1 : after])

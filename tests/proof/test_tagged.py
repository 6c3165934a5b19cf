"""Every PDF of the games is read as a screen reader reads it, and compared with the catalog."""

import re
from functools import cache
from itertools import pairwise

import pytest
from pdfua import validate

from punchboard.compose.books.prose import book_with_places
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.markdown import Callout, Heading, ListBlock, Paragraph, Table, parse_blocks, parse_inline
from punchboard.verify.read_aloud import read_aloud

pytestmark = pytest.mark.slow

NOT_LETTERS = re.compile(r"[\W_]+")


def letters(text):
    """Return letters and digits alone: line ends, hyphens and quotation marks do not count."""
    return NOT_LETTERS.sub("", text).casefold()


def says(read, spans):
    """Tell whether a text has the words of spans in their order; names of icons may be read between them."""
    at = 0
    for words in filter(None, (letters(span.text) for span in spans)):
        found = read.find(words, at)
        if found < 0:
            return False
        at = found + len(words)
    return True


def every(blocks):
    """Yield blocks, and those within callouts."""
    for block in blocks:
        yield block
        if isinstance(block, Callout):
            yield from every(block.blocks)


@pytest.fixture(scope="session")
def book(output):
    """Return a function from a game to its rulebook as it is read, once."""
    return cache(lambda game: read_aloud((output.path / game / "rulebook.pdf").read_bytes()))


@pytest.fixture
def blocks(loaded):
    """Return a function from a game to the blocks of its rulebook."""

    def blocks(game):
        found = loaded(game)
        text, _places = book_with_places(found.game, "rulebook")  # in which references have no number yet
        return parse_blocks(text, lambda body: found.read_yaml(body, "x") or {}, found.symbols)

    return blocks


def test_no_pdf_has_a_fault_that_readers_of_tags_would_meet(output):
    """An independent checker of PDF/UA finds nothing in any file of the five games."""
    found = {path: [str(one.message) for one in validate(path).findings] for path in output.pdfs()}
    assert len(found) > 50
    assert {str(path): messages for path, messages in found.items() if messages} == {}


def test_headings_of_the_rulebook_are_those_of_the_text(book, game, blocks):
    """In the same order, and none skips a level."""
    parts = [part for part in book(game).all_parts() if re.fullmatch("H[1-6]", part.role)]
    written = [block for block in every(blocks(game)) if isinstance(block, Heading)]
    of_text = parts[-len(written) :]
    assert [part.role for part in of_text] == [f"H{block.level}" for block in written]
    assert all(says(letters(part.whole_text), block.spans) for part, block in zip(of_text, written, strict=True))
    levels = [int(part.role[1]) for part in parts]
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_lists_and_tables_of_the_rulebook_are_those_of_the_text(book, game, blocks):
    """Each list has as many items as were written, each table as many rows, with header cells in the first."""
    read = [*book(game).all_parts()]
    lists = [[letters(item.whole_text) for item in part.parts] for part in read if part.role == "L"]
    tables = [part for part in read if part.role == "Table"]
    rows = [[letters(row.whole_text) for row in part.parts] for part in tables]
    for block in blocks(game):
        if isinstance(block, ListBlock):
            begun = [item[0].spans for item in block.items if isinstance(item[0], Paragraph)]
            assert any(len(found) == len(begun) and all(map(says, found, begun)) for found in lists), begun
        elif isinstance(block, Table) and block.rows:
            wanted = [[span for cell in row for span in cell] for row in block.rows]
            assert any(len(found) >= len(wanted) and all(map(says, found[-len(wanted) :], wanted)) for found in rows), (
                wanted
            )
    assert all(
        {cell.role for cell in part.parts[0].parts} <= {"TH"} or part.parts[0].parts[0].role == "TH" for part in tables
    )


def test_every_sentence_of_the_rulebook_is_read(book, game, blocks):
    """Letter by letter, whatever page, column or list it is in."""
    read = letters(book(game).whole_text)
    missing = [block for block in blocks(game) if isinstance(block, Paragraph) and not says(read, block.spans)]
    assert not missing


def test_every_card_is_read_with_its_name_and_texts(output, game, loaded, words):
    """On the sheets of fronts: each copy of each component that has a name says it, and then each of its texts.

    Duplex sheets show the same fronts.
    """
    catalog = loaded(game)
    composer = FaceComposer(catalog)
    read = [
        letters(part.whole_text)
        for path in sorted((output.path / game / "print-and-play").glob("a4-*.pdf"))
        if path.stem.partition("-")[2] not in {"duplex", "reference", "rulebook-booklet"}
        for part in read_aloud(path.read_bytes()).all_parts()
        if part.role in {"Art", "Figure"}
    ]
    missing = []
    for component in catalog.game.components:
        if "name" in component.values:
            name = catalog.game.kinds[component.kind].printed_name(composer.filled_values(component))
            named = [after for text in read for before, is_there, after in [text.partition(letters(name))] if is_there]
            others = (text for text in words(game, component) if letters(text) != letters(name))
            texts = [parse_inline(text, catalog.symbols) for text in others]
            whole = [text for text in named if all(says(text, spans) for spans in texts)]
            missing += [(name, texts)] if len(whole) < component.copies else []
    assert not missing

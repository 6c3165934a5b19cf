"""Type size and contrast on whole pages: flowing text, chapters on the page's background, pictures of cards."""

import pytest

from punchboard.checks.faces import check_book, contrast, small_type
from punchboard.checks.ink.readable_inks import is_book_part, page_face
from punchboard.compose.books.book import BookComposer
from punchboard.compose.faces.composer import FaceComposer
from punchboard.problem import Place

BOOK = """\
page: [100, 150]
cover: false
masters:
  body:
    boxes:
      GROUND
      head: {from: top, at: [0, 4], size: [80, 6], text: Head, HEAD}
    regions: [[10, 15, 80, 115]]
styles: STYLES
CHAPTER
"""
HERE = Place("catalog/tiny/rulebook.md")
WORDS = "Alder and birch. " * 30


@pytest.fixture
def composed(tiny_game):
    """Return a composed book of a text. Its page's background, running head, styles and chapters are YAML."""

    def composed(text=WORDS, *, ground="", head="style: table", styles="{}", chapter="", name="rulebook", size=9):
        layout = BOOK.replace("GROUND", ground).replace("HEAD", head).replace("STYLES", styles)
        loaded = tiny_game(
            "boxes: {name: {at: [5, 5], size: [53.5, 8], text: '{{ name }}', style: label}}",
            files={
                f"{name}.md": text,
                f"layouts/books/{name}.yaml": layout.replace("CHAPTER", chapter),
                "layouts/theme.yaml": f"extends: theme\nstyles: {{p: {{size: {size}}}, label: {{size: 6}},"
                " pale: {size: 9, colour: '#999999'}, caption: {size: 8}, table: {size: 8}, h1: {size: 14}}\n",
            },
        )
        return BookComposer(loaded, FaceComposer(loaded), name).compose()

    return composed


@pytest.fixture
def found(composed):
    """Return the messages for a book's pages."""

    def found(*text, **changes):
        book = composed(*text, **changes)
        assert book.problems == ()
        problems = check_book(book.document, book.faces, HERE)
        assert all(problem.place == HERE and problem.hint for problem in problems)
        return [problem.message for problem in problems]

    return found


def test_a_book_with_large_enough_type_has_no_problems(found):
    """Nine points for the text, eight for the running head."""
    assert found() == []


@pytest.mark.parametrize(
    ("name", "size", "messages"),
    [
        ("rulebook", 8.5, ["most of the text is set in 8.5 pt; the minimum for the text of a book is 9 pt"]),
        ("score", 8.5, []),
        ("score", 7, []),
        ("score", 6.5, ["page 1 of rulebook.md is set in 6.5 pt; the minimum is 7 pt"]),
    ],
)
def test_text_of_a_book_must_be_larger_than_that_of_a_sheet(found, name, size, messages):
    """A sheet of paper lies on the table, a book is read for an hour."""
    reported = found(name=name, size=size)
    assert [message[-len(wanted) :] for message, wanted in zip(reported, messages, strict=True)] == messages


def test_small_flowing_type_is_reported_once_a_page(found):
    """For the smallest text, with the page number."""
    messages = found("## One\n\n## Two\n\n" + f"{WORDS}\n\n" * 8 + "## Three\n", styles="{h2: label}")
    assert messages == [
        f"text {words!r} of page {number} of rulebook.md is set in 6 pt; the minimum is 8 pt"
        for words, number in (("One", 1), ("Three", 3))
    ]


def test_a_box_of_all_pages_is_reported_once(found):
    """By its name."""
    messages = found(WORDS * 20, head="style: label")
    assert messages == ["text 'Head' of box 'head' of face 'book rulebook body' is set in 6 pt; the minimum is 8 pt"]


def test_text_with_low_contrast_is_reported_with_its_page(found):
    """Flowing text, and text in boxes around it."""
    (flowing,) = found(f"{WORDS}\n\n## Faint\n", styles="{h2: pale}")
    assert flowing == "text 'Faint' of page 1 of rulebook.md has a contrast of 2.8 (#999999 on #ffffff); it needs 4.5"
    (head,) = found(head="style: pale")
    assert head.startswith("text 'Head' of box 'head' of face 'book rulebook body' has a contrast of 2.8")


DARK = "dark: {area: bleed, fill: ink}"
CHAPTER = "chapter: {height: 18, boxes: {title: {at: [0, 2], size: [80, 10], text: '{{ title }}', style: h1, COLOUR}}}"


@pytest.mark.parametrize(("ground", "colour", "count"), [(DARK, "paper", 0), (DARK, "ink", 1), ("", "ink", 0)])
def test_a_chapter_is_checked_on_its_page(composed, ground, colour, count):
    """Its title may be as light as paper if the page is dark. By itself it is not checked."""
    chapter = CHAPTER.replace("COLOUR", f"colour: {colour}")
    book = composed("# One\n", ground=ground, chapter=chapter, head=f"style: table, colour: {colour}")
    assert len(check_book(book.document, book.faces, HERE)) == count + (count and 1)
    assert all(is_book_part(face) for face in book.faces)
    assert all(list(rule.check(face)) == [] for rule in (contrast, small_type) for face in book.faces)


def test_pages_are_faces_with_the_boxes_of_their_parts(composed):
    """Moved to where they are placed, those of the chapter after those of the page."""
    book = composed(f"# One\n\n{WORDS}\n\n# Two\n", chapter=CHAPTER.replace("COLOUR", "colour: ink"))
    page = page_face(*book.document.pages, {face.symbol: face for face in book.faces}, HERE)
    assert not is_book_part(page)
    assert (page.layout, page.symbol.name, page.place) == ("book rulebook body", "page 1", HERE)
    assert page.trim.size == (100, 150)
    assert [box.name for box in page.boxes] == ["head", "title", "title"]
    first, second = (box.area for box in page.boxes[1:])
    assert first.x == second.x == pytest.approx(10)
    assert first.y == pytest.approx(17)
    assert second.y > first.y + 18


def test_type_in_pictures_of_cards_is_not_checked(found):
    """It is small because the pictures are small. Each card is checked as a face."""
    assert found(f"{WORDS}\n\n```cards\nshow: [alder]\nwidth: 30mm\n```\n") == []

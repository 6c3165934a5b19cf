import pytest

from punchboard.compose.book import BookComposer
from punchboard.compose.faces import FaceComposer
from punchboard.geometry import Rect, Size
from punchboard.problem import ProblemsFound
from punchboard.scene import Anchor, Group, Link, Text, Use

BOOK = """\
page: [100, 150]
bleed: 3
contents_over: 2
masters:
  cover: {boxes: {title: {at: [10, 20], size: [80, 12], text: "{{ game.title }}", style: title}}}
  contents: {boxes: {}, regions: [[10, 20, 80, 110]]}
  body:
    boxes:
      folio: {from: bottom, at: [0, 5], size: [80, 6], text: "{{ page }}", align: centre}
      running: {from: top, at: [0, 4], size: [80, 6], text: "{{ chapter }}"}
    regions: [[10, 15, 80, 115]]
  notes: {boxes: {head: {at: [10, 10], size: [80, 8], text: Notes}}}
styles: {}
"""
MORE = """\
numbers: {deal: {value: 10, prototype: our choice}}
decks: {pack: {name: the pack, contains: card}}
setup:
  - {shuffle: pack}
variants:
  - {name: Quick, text: Play **less**., stated: Variants}
open:
  - {question: What if?, ruling: Then that., section: Play}
credits: ["Drawn by us."]
"""
MARKER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512H0Z"/></svg>'
WORDS = """\
setup: {shuffle: "{{ do }} {{ piles }}."}
verbs: {shuffle: shuffle|shuffles}
amounts: {}
phrases: {and: and, the: the, card: card, cards: cards}
"""


@pytest.fixture
def book(tiny_game):
    """Return the composer of a book of a text, and the book."""

    def book(text):
        material = tiny_game(
            "boxes: {name: {at: [10, 10], size: [40, 8], text: '{{ name }}'}}",
            back="ground: red\nboxes: {word: {at: [10, 40], size: [40, 8], text: back}}",
            rows="[{name: alder, copies: 3}, {name: birch}]",
            more=MORE,
            files={
                "rulebook.md": text,
                "layouts/books/rulebook.yaml": BOOK,
                "layouts/words/en.yaml": WORDS,
                "layouts/icons/marker.svg": MARKER,
            },
        )
        composer = BookComposer(material, FaceComposer(material), "rulebook")
        return composer, composer.book()

    return book


def items_of(items):
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from items_of(item.items)
        elif isinstance(item, Use):
            yield from items_of(item.symbol.items)


def said(page):
    lines = [line for item in items_of(page.items) if isinstance(item, Text) for line in item.lines]
    return " ".join(word.text for line in lines for word in line.words)


def fields(text):
    """Return the text of a page with its words alone, for reading across runs."""
    return " ".join(text.split())


def test_a_book_has_a_cover_and_a_body(book):
    """Pages have trim and bleed and are numbered from the cover."""
    _, made = book("# One\n\ntext")
    cover, body = made.document.pages
    assert said(cover) == "The Tiny Game"
    assert said(body) == "2 One One text"
    assert (cover.size, cover.trim, cover.bleed) == (Size(106, 156), Rect(3, 3, 100, 150), Rect(0, 0, 106, 156))
    assert [page.label for page in made.document.pages] == ["1", "2"]
    assert (made.document.title, made.document.author, made.document.language) == (
        "The Tiny Game",
        "Drawn by us.",
        "en",
    )
    assert made.problems == ()


def test_long_books_have_contents(book):
    """Over so many pages of text there is a list, with the pages where the headings stand, as links."""
    chapters = "\n\n".join(
        f"# Chapter {number}\n\n{'word ' * 450}\n\n## Part {number}\n\nend" for number in range(1, 4)
    )
    _, made = book(chapters)
    pages = made.document.pages
    listed = said(pages[1])
    links = [item.target for item in items_of(pages[1].items) if isinstance(item, Link)]
    assert links == ["#chapter-1", "#part-1", "#chapter-2", "#part-2", "#chapter-3", "#part-3"]
    for number in range(1, 4):
        (page,) = (
            page.label
            for page in pages[2:]
            if any(isinstance(item, Anchor) and item.name == f"chapter-{number}" for item in items_of(page.items))
        )
        assert f"Chapter {number} {page}" in listed


def test_short_books_have_no_contents(book):
    """Two pages of text need no list."""
    _, made = book("# One\n\n## Part\n\ntext")
    assert not [item for page in made.document.pages for item in items_of(page.items) if isinstance(item, Link)]


def test_running_heads_name_the_chapter(book):
    """A page on which a chapter goes on has its name; one that begins with a chapter has that one's."""
    _, made = book(f"# One\n\n{'word ' * 700}\n\n# Two\n\nend")
    heads = [said(page).split()[1] for page in made.document.pages if "word" in said(page)]
    assert set(heads) == {"One"}


def test_a_booklet_is_filled_up_to_a_multiple_of_four(book):
    """With pages for notes; one that is full stays as it is."""
    composer, made = book("# One\n\ntext")
    filled = composer.fill(made.document)
    assert [said(page) for page in filled.pages[2:]] == ["Notes", "Notes"]
    assert composer.fill(filled) is filled


@pytest.mark.parametrize(
    ("directive", "words"),
    [
        ("```setup\n```", "1. Shuffle the pack."),
        ("```components\n```", "alder 4 Cards"),
        ("```variants\n```", "Quick. Play less ."),
        ("```open\n```", "What if? Then that."),
        ("```credits\n```", "Drawn by us."),
        ("```standings\n```", "Our choice"),
        ("```cards\nshow: [alder, birch]\n```", "alder birch"),
        ("```cards\nshow: copies > 1\ncaption: Three *of* them\n```", "alder Three of them"),
        ("```cards\nshow: [alder, birch]\nside: back\n```", "back back"),
        (
            "```scene\nsize: [60, 40]\nitems: [{show: birch, at: [5, 5], width: 15mm, turn: 90, label: here}]\n```",
            "birch here",
        ),
        ("```scene\nsize: [60, 40]\nitems: [{icon: marker, at: [5, 5], width: 5mm, label: here}]\n```", "here"),
    ],
)
def test_directives_are_filled_from_the_data(book, directive, words):
    """What is printed is what the catalog says."""
    _, made = book(f"# One\n\n{directive}\n\nafter")
    assert made.problems == ()
    text = " ".join(said(page) for page in made.document.pages[1:])
    assert set(words.split()) <= set(text.split())


@pytest.mark.parametrize(
    ("directive", "rule", "message"),
    [
        ("```crads\nshow: [alder]\n```", "BOOK001", "'crads' is not a directive; did you mean 'cards'?"),
        ("```cards\nshow: [oak]\n```", "EXPR001", "there is no component 'oak'"),
        ("```cards\nshow: realm == reaml\n```", "EXPR001", "'reaml' is undefined"),
        ("```cards\nshwo: [alder]\n```", "BOOK001", "in 'cards'"),
        (
            "```components\ncolumns: 9\n```",
            "BOOK001",
            "'columns' in 'components': input should be less than or equal to 4",
        ),
        ("```scene\nsize: [60, 40]\nitems: [{show: oak, at: [1, 1], width: 9mm}]\n```", "EXPR001", "'oak'"),
        (
            "```scene\nsize: [60, 40]\nitems: [{icon: oak, at: [1, 1], width: 9mm}]\n```",
            "REF001",
            "there is no icon 'oak'",
        ),
    ],
)
def test_a_directive_that_cannot_be_filled_is_a_problem_with_its_line(book, directive, rule, message):
    """It stands at the fence; the rest of the book is composed."""
    _, made = book(f"# One\n\ntext\n\n{directive}\n\nafter")
    (problem,) = made.problems
    assert (problem.rule, problem.place) == (rule, ("catalog/tiny/rulebook.md", 5, 1))
    assert message in problem.message
    assert "after" in said(made.document.pages[-1])


@pytest.mark.parametrize("text", ["an :oak: icon", "- an :oak: icon", "> an :oak: icon", "| an :oak: icon |\n|---|\n"])
def test_an_icon_that_does_not_exist_is_a_problem_with_its_line(book, text):
    """Wherever in the text it stands."""
    with pytest.raises(ProblemsFound) as caught:
        book(f"# One\n\n{text}\n")
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place) == ("REF001", ("catalog/tiny/rulebook.md", 3, 0))
    assert problem.message == "there is no icon 'oak'"


def test_a_word_too_wide_for_its_column_is_a_problem(book):
    """Nothing runs off a page in silence."""
    _, made = book("# One\n\n" + "w" * 120)
    (problem,) = made.problems
    assert problem.rule == "FIT001"


def test_the_faces_of_pages_are_there_to_be_checked(book):
    """What does not fit on a cover or under a chapter's opening is no less wrong than on a card."""
    _, made = book("# One\n\ntext")
    assert [face.layout for face in made.faces] == ["book rulebook cover", "book rulebook body"]
    assert {placed.name for face in made.faces for placed in face.boxes} == {"title", "folio", "running"}


def test_a_body_that_is_no_mapping_is_a_problem(book):
    """A list where keys are wanted does not end in a traceback."""
    _, made = book("# One\n\n```setup\n- a\n- b\n```\n")
    (problem,) = made.problems
    assert (problem.rule, problem.place.line) == ("BOOK001", 3)

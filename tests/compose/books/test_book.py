from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image as Pillow

from punchboard.compose.books.book import BookComposer
from punchboard.compose.books.prose import author, with_references
from punchboard.compose.faces.composer import FaceComposer
from punchboard.geometry import IDENTITY, Point, Rect, Size
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Anchor, Group, Link, Picture, Shape, Text, Use
from punchboard.verify.read_aloud import read_aloud

BOOK = """\
page: [100, 150]
bleed: 3
contents over: 2
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
each player has: {hand: {name: hand}}
setup:
  - {shuffle: pack, rule: shuffle-pack}
  - {each player draws: deal, from: pack, to: hand, note: Look at them., rule: [deal-ten, look]}
variants:
  - {name: Quick, text: Play **less**., stated: Variants, rule: play-less}
open:
  - {question: What if?, ruling: Then that., section: Play}
credits: ["**Drawn** by us."]
"""
MARKER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512H0Z"/></svg>'
WORDS = """\
setup: {shuffle: "{{ do }} {{ piles }}.", draw: "{{ do }} {{ amount }} {{ things }}."}
verbs: {shuffle: shuffle|shuffles, draw: draw|draws}
amounts: {exactly: "{{ number }}"}
phrases:
  {and: and, the: the, card: card, cards: cards, each player: each player, own pile: "the {{ pile }}",
   taken: "{{ things }}, {{ target }}", each seat takes: Each takes,
   each seat takes always: Each always takes, players: "{{ players }} play", page: "page {{ page }}",
   often missed: Often missed.}
"""


@pytest.fixture
def book(tiny_game):
    """Return the book composer of a text, and the composed book."""

    def book(text, layout=BOOK, language="en", back=None):
        loaded = tiny_game(
            "boxes: {name: {at: [10, 10], size: [40, 8], text: '{{ name }}'}}",
            back="ground: red\nboxes: {word: {at: [10, 40], size: [40, 8], text: back}}",
            rows="[{name: alder, copies: 3}, {name: birch}]",
            more=MORE if language == "en" else f"language: {language}\n{MORE}",
            files={
                "rulebook.md": text,
                "layouts/books/rulebook.yaml": layout,
                f"layouts/words/{language}.yaml": WORDS,
                "layouts/icons/marker.svg": MARKER,
                **({} if back is None else {"back-cover.md": back}),
            },
        )
        composer = BookComposer(loaded, FaceComposer(loaded), "rulebook")
        return composer, composer.compose()

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
    """Return the words of a page's text without breaks, to search across runs."""
    return " ".join(text.split())


def test_a_book_has_a_cover_and_a_body(book):
    """Pages have trim and bleed and are numbered from the cover; the author is the first credit in plain text."""
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


def test_a_sentence_about_the_game_is_noauthor():
    """A reader of the file's properties expects a name or two there."""
    assert author(("*A. Smith* and B. Jones",)) == "A. Smith and B. Jones"
    assert author(("Published as a document that names nobody, so that we cannot name anyone either.",)) == ""
    assert author(()) == ""


def test_a_link_without_words_names_the_page_of_its_heading(book):
    """Also of one that only the contents page moves, and of one to which no other reference leads."""
    text = "# Play\n\nEnd: [](#the-end). Here: [#](#play).\n\n" + "word " * 900 + "\n\n## The End [#look]\n\nOver."
    _, made = book(text)
    pages = [said(page) for page in made.document.pages]
    end = next(number for number, page in enumerate(pages, 1) if page.endswith("The End Over."))
    (play,) = (page for page in pages if "Here:" in page)
    assert f"End: page {end} . Here: 3 ." in play
    assert len(pages) == end > 4
    (body,) = (page for page in made.document.pages if "Here:" in said(page))
    assert [item.target for item in items_of(body.items) if isinstance(item, Link)] == ["#the-end", "#play"]


def test_a_reference_is_replaced_wherever_it_stands():
    """Links with words of their own stay as they are."""
    text = "[](#a-b), [#](#a-b) and [words](#a-b), [](https://a.example)"
    called = "[a-b False](#a-b), [a-b True](#a-b) and [words](#a-b), [](https://a.example)"
    assert with_references(text, lambda anchor, number_alone: f"{anchor} {number_alone}") == called


@pytest.mark.parametrize(("language", "rtl", "rectos"), [("en", False, ["", "recto"]), ("he", True, ["recto", ""])])
def test_a_right_to_left_book_is_bound_on_the_right(book, language, rtl, rectos):
    """Its first page is on the left; its second, a recto, is opposite."""
    layout = BOOK.replace('text: "{{ chapter }}"', "text: \"{{ 'recto' if recto else '' }}\"")
    _, made = book("# One\n\ntext\n\n# Two\n\n" + "text " * 400, layout, language)
    assert made.document.rtl is rtl
    assert ["recto" if "recto" in said(page) else "" for page in made.document.pages[1:3]] == rectos


def test_long_books_have_contents(book):
    """A book with enough pages has a contents list with page numbers and links."""
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
    """A text of two pages needs no list."""
    _, made = book("# One\n\n## Part\n\ntext")
    assert not [item for page in made.document.pages for item in items_of(page.items) if isinstance(item, Link)]


def test_running_heads_name_the_chapter(book):
    """A page within a chapter has the chapter's name; a page that starts a chapter has the new name."""
    _, made = book(f"# One\n\n{'word ' * 700}\n\n# Two\n\nend")
    heads = [said(page).split()[1] for page in made.document.pages if "word" in said(page)]
    assert set(heads) == {"One"}


def test_note_pages_fill_a_book_to_a_multiple_of_four(book):
    """A book that is a multiple of four already stays unchanged."""
    composer, made = book("# One\n\ntext")
    filled = composer.add_note_pages(made.document)
    assert [said(page) for page in filled.pages[2:]] == ["Notes", "Notes"]
    assert composer.add_note_pages(filled) is filled


BACK = """\
  back:
    boxes: {sign: {at: [10, 5], size: [80, 8], text: "back {{ chapter }}"}}
    regions: [[10, 20, 38, 110], [52, 20, 38, 110]]
    styles: {h1: body}
styles: {}
"""


def test_the_text_of_the_back_cover_is_the_last_page(book):
    """It has the boxes of its own master and no place in the contents; in a booklet, note pages come before it."""
    composer, made = book("# One\n\nend", BOOK.replace("styles: {}\n", BACK), back="# Glance\n\nfall [#fall]")
    pages = [said(page) for page in made.document.pages]
    assert len(pages) == 3
    assert "back Glance" in pages[-1]
    assert "fall" in pages[-1]
    assert not any("fall" in page for page in pages[:-1])
    assert made.rule_pages["fall"] == 3
    filled = [said(page) for page in composer.add_note_pages(made.document).pages]
    assert (filled[:2], filled[3:]) == (pages[:2], pages[2:])
    assert filled[2] == "Notes"


def test_the_back_cover_is_read_last(book):
    """Its lists and headings are not taken for those of the pages before."""
    _, made = book("# One\n\n- a\n- b", BOOK.replace("styles: {}\n", BACK), back="# Glance\n\n- c")
    parts = read_aloud(render_pdf(made.document)).all_parts()
    read = [part.whole_text for part in parts if part.role in {"H1", "LBody"}]
    assert read == ["The Tiny Game", "One", "a", "b", "Glance", "c"]


def test_a_layout_without_a_back_cover_prints_its_text_at_the_end(book):
    """No word of a game is lost because a layout has no page for it."""
    _, made = book("# One\n\nend", back="# Glance\n\nfall")
    assert "fall" in said(made.document.pages[-1])


@pytest.mark.parametrize("layout", [BOOK, BOOK.replace("styles: {}\n", BACK)])
def test_a_slip_on_the_back_cover_is_reported_in_its_file(book, layout):
    """At its line as written, whether the text has a page of its own or follows the other."""
    _, made = book("# One\n{% if true %}\n\nend\n\n{% endif %}\n", layout, back="# Glance\n\nfall :sord:\n")
    (problem,) = made.problems
    assert (Path(problem.place.file).name, problem.place.line, problem.place.column) == ("back-cover.md", 3, 7)


def test_a_back_cover_with_too_much_text_is_a_problem(book):
    """It is one page, and the message names its file."""
    _, made = book("# One\n\nend", BOOK.replace("styles: {}\n", BACK), back=f"# Glance\n\n{'fall ' * 900}")
    (problem,) = made.problems
    assert problem.rule == "FIT001"
    assert problem.place.file.endswith("back-cover.md")
    assert len(made.document.pages) == 3


def test_a_booklet_without_that_text_ends_with_an_empty_back_cover(book):
    """A page with lines for notes is never the back of a booklet whose layout has a back cover."""
    composer, made = book("# One\n\nend", BOOK.replace("styles: {}\n", BACK))
    filled = [said(page) for page in composer.add_note_pages(made.document).pages]
    assert filled[2:] == ["Notes", "back"]


@pytest.mark.parametrize(
    ("directive", "words"),
    [
        ("```setup\n```", "1. Shuffle the pack. 2. Each player draws ten cards. Look at them."),
        ("```seats\n```", "Each always takes cards, the hand 10"),
        ("```tally\ncolumns: [Round]\nrows: [Tricks, {total: Score}]\ncorner: Who\n```", "Who Round Tricks Score"),
        ("```tally\ncolumns: [1, 2]\nrows: [7, {name: Keys, note: three or more}]\n```", "1 2 7 Keys three or more"),
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
    """They print what is in the catalog."""
    _, made = book(f"# One\n\n{directive}\n\nafter")
    assert made.problems == ()
    text = " ".join(said(page) for page in made.document.pages[1:])
    assert set(words.split()) <= set(text.split())


@pytest.mark.parametrize(
    ("directive", "rule", "message", "place"),
    [
        ("```crads\nshow: [alder]\n```", "BOOK001", "'crads' is not a directive", (5, 4)),
        ("```cards\nshow: [oak]\n```", "EXPR001", "there is no component 'oak'", (6, 8)),
        ("```cards\nshow: realm == reaml\n```", "EXPR001", "there is nothing called 'reaml'", (6, 16)),
        ("```cards\nshwo: [alder]\n```", "BOOK001", "cards: unknown key 'shwo'", (6, 1)),
        ("```components\ncolumns: 9\n```", "BOOK001", "components: in 'columns', 9 is more than 4", (6, 1)),
        ("```scene\nsize: [60, 40]\nitems: [{show: oak, at: [1, 1], width: 9mm}]\n```", "EXPR001", "'oak'", (7, 16)),
        (
            "```scene\nsize: [60, 40]\nitems: [{icon: oak, at: [1, 1], width: 9mm}]\n```",
            *("REF001", "there is no icon 'oak'", (7, 16)),
        ),
    ],
)
def test_an_invalid_directive_is_a_problem_at_its_word(book, directive, rule, message, place):
    """The place is the word that the message quotes; the rest of the book is composed."""
    _, made = book(f"# One\n\ntext\n\n{directive}\n\nafter")
    (problem,) = made.problems
    assert (problem.rule, problem.place[:3]) == (rule, ("catalog/tiny/rulebook.md", *place))
    assert message in problem.message
    assert "after" in said(made.document.pages[-1])


@pytest.mark.parametrize("text", ["an :oak: icon", "- an :oak: icon", "> an :oak: icon", "| an :oak: icon |\n|---|\n"])
def test_a_missing_icon_is_a_problem_at_its_word(book, text):
    """This holds anywhere in the text."""
    _, made = book(f"# One\n\n{text}\n")
    (problem,) = made.problems
    assert (problem.rule, problem.place[:3]) == ("REF001", ("catalog/tiny/rulebook.md", 3, text.index("oak") + 1))
    assert problem.message == "there is no icon 'oak'"


def test_words_too_wide_for_their_column_are_a_problem(book):
    """No word runs off a page unreported; a long one goes on in the next line."""
    assert book("# One\n\n" + "w" * 120)[1].problems == ()
    table = f"| {' | '.join(['w' * 40] * 4)} |\n{'|---' * 4}|\n| a | b | c | d |"
    assert "FIT001" in {problem.rule for problem in book(f"# One\n\n{table}")[1].problems}


def test_the_faces_of_pages_are_checked(book):
    """Text that does not fit on a cover or a chapter opening is reported as on a card."""
    _, made = book("# One\n\ntext")
    assert [face.layout for face in made.faces] == ["book rulebook cover", "book rulebook body"]
    assert {placed.name for face in made.faces for placed in face.boxes} == {"title", "folio", "running"}


def test_a_body_that_is_no_mapping_is_a_problem(book):
    """A list in place of keys is no traceback."""
    _, made = book("# One\n\n```setup\n- a\n- b\n```\n")
    (problem,) = made.problems
    assert (problem.rule, problem.place.line) == ("BOOK001", 4)


PASSAGES = (
    "A paragraph\nof two lines.",
    "{% for n in [1, 2, 3] %}\nLine {{ n }}\n\n{% endfor %}\nafter",
    "{% set x = 1 %}\n{% if x > 1 %}\nnever\n{% else %}\nalways\n{% endif %}",
    "- one\n- two {{ words(2) }}",
    "{# a note\nof two lines #}",
    "| a | b |\n|---|---|\n{% for n in [1, 2] %}| {{ n }} | c |\n{% endfor %}",
    "```setup\n```",
    "> {{ game.title }}\n> is quoted.",
    "{{ game.title ~ '\\n\\n' ~ game.title }}",
)
ITEM = "  - {show: alder, at: [1, 1], width: 9mm"
SLIPS = (
    ("```cards\nwidth: 20mm\nshow: [SLIP]\n```", "EXPR001"),
    (f"```scene\nsize: [60, 40]\nitems:\n{ITEM}}}\n{ITEM}, SLIP: 3}}\n```", "BOOK001"),
    ("```SLIP\n```", "BOOK001"),
    ("A line,\nand one with the :SLIP: in it.", "REF001"),
    ("> A quotation.\n>\n> ```cards\n> show: [SLIP]\n> ```", "EXPR001"),
)


@pytest.mark.parametrize("seed", range(10))
def test_a_slip_is_at_its_word_between_any_passages(book, seed):
    """Whatever the templates above it print: fewer lines than are written, or more."""
    random = Random(seed)
    slip, rule = SLIPS[seed % len(SLIPS)]
    above, below = ([random.choice(PASSAGES) for _ in range(random.randint(2, 6))] for _ in "ab")
    text = "---\ntitle: Rules\n---\n\n# One\n\n" + "\n\n".join((*above, slip.replace("SLIP", "oaken"), *below))
    _, made = book(text)
    at = text.index("oaken")
    place = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    assert {(one.rule, one.place[1:3]) for one in made.problems} >= {(rule, place)}, made.problems
    assert {one.place.line for one in made.problems} == {place[0]}


SHEET = """\
page: [190, 150]
bleed: 0
cover: false
pages: 1
masters:
  body:
    boxes: {title: {at: [0, 0], size: [100, 10], text: "{{ game.title }}, {{ chapter }}, {{ page }}", style: title}}
    regions: [[0, 20, 60, 100], [65, 20, 60, 60], [130, 20, 60, 100]]
styles: {}
"""
CHAPTERS = "chapter:\n  height: 30\n  boxes: {title: {at: [0, 5], size: [80, 12], text: '{{ title }}', style: title}}\n"


def texts_of(page, transform=IDENTITY):
    """Yield (words, position) of every line of a page's own text, in mm of the page."""
    for item in page.items:
        if isinstance(item, Group):
            yield from texts_of(item, transform @ item.transform)
        elif isinstance(item, Text):
            for line in item.lines:
                yield " ".join(word.text for word in line.words), transform.apply(Point(line.x, line.y))


def test_a_sheet_has_neither_cover_nor_contents(book):
    """Its only page is the first one, as large as the trim, with a page's running head."""
    _, made = book("# One\n\ntext", SHEET)
    (page,) = made.document.pages
    assert made.problems == ()
    assert said(page) == "The Tiny Game, One, 1 One text"
    assert (page.label, page.size, page.trim) == ("1", Size(190, 150), Rect(0, 0, 190, 150))


def test_the_text_of_a_page_fills_its_regions_in_turn(book):
    """Three columns of one page, each within its region."""
    _, made = book("\n\n".join(f"{'word ' * 100}end{number}" for number in range(3)), SHEET)
    (page,) = made.document.pages
    regions = [Rect(0, 20, 60, 100), Rect(65, 20, 60, 60), Rect(130, 20, 60, 100)]
    lines = [(text, at) for text, at in texts_of(page) if "Tiny" not in text]
    within = [
        next(index for index, region in enumerate(regions) if region.contains(Rect(*at, 0, 0))) for _, at in lines
    ]
    assert within == sorted(within)
    assert set(within) == {0, 1, 2}


@pytest.mark.parametrize(("words", "pages"), [(700, 2), (1400, 4)])
def test_a_sheet_that_is_too_long_is_a_problem(book, words, pages):
    """The message has the number of pages that it needs; no text is left out."""
    _, made = book("word " * words, SHEET)
    assert len(made.document.pages) == pages
    (problem,) = made.problems
    assert (problem.rule, problem.place[:3]) == ("FIT001", ("catalog/tiny/rulebook.md", 0, 0))
    assert problem.message == f"text needs {pages} pages, but this sheet has 1"
    assert sum(said(page).split().count("word") for page in made.document.pages) == words


def test_a_layout_without_a_number_of_pages_has_no_limit(book):
    """Any length of text is allowed."""
    _, made = book("word " * 3000)
    assert made.problems == ()
    assert len(made.document.pages) > 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Deal. [#deal]", {"deal": 2}),
        ("# One\n\n```setup\n```", {"shuffle-pack": 2, "deal-ten": 2, "look": 2}),
        ("# One\n\n```variants\n```", {"play-less": 2}),
        ("# One\n\n```open\n```\n\n```components\n```", {}),
        (f"{'word ' * 700}\n\nDeal. [#deal]\n\nAgain. [#deal]", {"deal": 5}),
    ],
)
def test_a_book_knows_the_page_that_states_each_rule(book, text, told):
    """From its rule marks, and those that set-up and variants print from game.yaml; pages count from the cover."""
    _, made = book(text)
    assert made.problems == ()
    assert made.rule_pages == told


def test_a_drawn_chapter_opening_states_the_rules_of_its_heading(book):
    """Rule marks of a heading count whether the heading is text or is drawn in boxes of the layout."""
    _, made = book("# One [#deal]\n\ntext", BOOK + CHAPTERS)
    assert made.rule_pages == {"deal": 2}
    assert said(made.document.pages[1]).split().count("One") == 2  # opening and running head


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("columns: round", "tally: in 'columns'"),
        ("columns: []", "tally: in 'columns'"),
        ("rows: [{nmae: Tricks}]", "tally: unknown key 'nmae'"),
        ("rows: [{total: Score, nte: x}]", "tally: unknown key 'nte'"),
        ("lines: 61", "tally: in 'lines', 61 is more than 60"),
    ],
)
def test_an_invalid_tally_is_a_problem(book, body, message):
    """A misspelt key, and more rows than a page can hold, are reported at the fence."""
    _, made = book(f"# One\n\n```tally\n{body}\n```\n")
    assert {(problem.rule, problem.place.line) for problem in made.problems} == {("BOOK001", 4)}
    assert message in made.problems[0].message


@pytest.mark.parametrize(
    "body",
    [
        f"columns: [{', '.join(24 * ['a'])}]\nrows: [b]\nfirst: 42mm",
        "columns: [a]\nrows: [b]\nfirst: 90mm",
        "columns: [WWWWWWWWWWW, b, c, d]\nrows: [x]",
        "columns: [a]\nrows: [WWWWWWWWWWW]\nfirst: 12mm",
    ],
)
def test_a_tally_too_wide_for_its_column_is_a_problem(book, body):
    """Cells too narrow to write in, and words wider than their cells that do not break, are reported."""
    _, made = book(f"# One\n\n```tally\n{body}\n```\n")
    (problem,) = made.problems
    assert (problem.rule, "wider than its column" in problem.message) == ("FIT001", True)


def picture(width, height):
    """Return a PNG of a size in pixels."""
    data = BytesIO()
    Pillow.new("RGB", (width, height), "#123456").save(data, "PNG")
    return data.getvalue()


def test_a_picture_is_printed_with_its_caption(book, tmp_path):
    """It is as wide as the column, or as its pixels allow, and no higher than a page."""
    home = tmp_path / "catalog" / "tiny" / "art"
    home.mkdir(parents=True)
    for name, size in (("map", (1200, 600)), ("small", (200, 100)), ("tower", (400, 4000))):
        (home / f"{name}.png").write_bytes(picture(*size))
    _, made = book('# One\n\n![The *map*](art/map.png)\n\n![](art/small.png)\n\n![Tower](art/tower.png "High")\n')
    found = [item for page in made.document.pages for item in items_of(page.items) if isinstance(item, Picture)]
    assert [tuple(map(round, one.area[2:])) for one in found] == [(80, 40), (25, 13), (10, 96)]
    assert "The map" in said(made.document.pages[-2]) + said(made.document.pages[-1])
    assert "High" in said(made.document.pages[-1])
    assert not made.problems


@pytest.mark.parametrize(
    ("path", "message", "hint"),
    [
        ("art/mpa.png", "'art/mpa.png' is missing", "did you mean 'art/map.png'?"),
        ("https://example.org/a.png", "is outside the folder", "copy the file into the folder"),
        ("no.png", "'no.png' is missing", "the path is relative to it"),
        ("art/map.svg", "'art/map.svg' is not SVG", "save it as plain SVG"),
        ("art/words.svg", "the text in 'art/words.svg' is not printed", "turn it into paths"),
        ("../../map.png", "'../../map.png'", ""),
    ],
)
def test_a_picture_that_cannot_be_printed_is_reported_at_its_line(book, tmp_path, path, message, hint):
    """A missing picture, one in another format, one outside the game's folder."""
    home = tmp_path / "catalog" / "tiny" / "art"
    home.mkdir(parents=True)
    (home / "map.png").write_bytes(picture(20, 10))
    (home / "map.svg").write_text("<svg/>")
    (home / "words.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>A</text></svg>')
    _, made = book(f"# One\n\ntext\n![x]({path})\n")
    (problem,) = made.problems
    assert (problem.place.file, problem.place.line) == ("catalog/tiny/rulebook.md", 4)
    assert message in problem.message
    assert hint in problem.hint


def test_a_long_book_without_a_contents_region_has_no_contents(book):
    """The master ``contents`` may be missing; then there is no contents page."""
    text = "# One\n\n" + "word " * 20_000
    layout = "page: [148, 210]\nmasters: {body: {regions: [[20, 20, 108, 170]]}}\n"
    _, made = book(text, layout)
    assert len(made.document.pages) > 9


WIDE = """\
page: [100, 150]
cover: false
pages: 1
scenes: 1
masters: {body: {regions: [[10, 15, 80, 115]]}}
"""


@pytest.mark.parametrize(("paragraphs", "least", "most"), [(1, 79.99, 80.01), (15, 39, 79), (40, 38, 39)])
def test_a_picture_of_the_table_is_as_wide_as_its_sheet_allows(tiny_game, paragraphs, least, most):
    """The whole column, or less where the text would need a second page."""
    scene = "```scene\nsize: [40, 30]\nitems: [{place: [40, 30], at: [0, 0], label: here}]\n```\n"
    text = scene + "\n\n" + "\n\n".join("Some words." for _ in range(paragraphs))
    loaded = tiny_game("boxes: {}", files={"rulebook.md": text, "layouts/books/rulebook.yaml": WIDE})
    book = BookComposer(loaded, FaceComposer(loaded), "rulebook").compose()
    (frame,) = [item for item in shapes(book.document.pages[0].items) if item.stroke and item.stroke.dash]
    assert least < frame.outline.bounds.width < most
    assert bool(book.problems) == (paragraphs == 40)


def test_no_component_is_larger_than_itself(tiny_game):
    """However wide the column is."""
    text = "```scene\nsize: [70, 90]\nitems: [{show: alder, at: [0, 0], width: 60}]\n```\n"
    loaded = tiny_game("boxes: {}", files={"rulebook.md": text, "layouts/books/rulebook.yaml": WIDE})
    book = BookComposer(loaded, FaceComposer(loaded), "rulebook").compose()
    (edge,) = shapes(book.document.pages[0].items)
    assert edge.stroke.width == pytest.approx(0.12)


def shapes(items):
    for item in items:
        if isinstance(item, Group):
            yield from shapes(item.items)
        elif isinstance(item, Shape):
            yield item


@pytest.mark.parametrize(("width", "is_beside"), [(80, False), (180, True)])
def test_a_note_stands_beside_the_text_that_follows(book, width, is_beside):
    """Where the column is too narrow for that, it is a passage of its own above the text."""
    layout = BOOK.replace("[100, 150]", f"[{width + 20}, 150]").replace("[10, 15, 80, 115]", f"[10, 15, {width}, 115]")
    note = "```note\ntext: Draw **first**.\n```"
    _, made = book(f"# One\n\n{note}\n\n{'word ' * 80}", layout)
    lines = [(words, at) for words, at in texts_of(made.document.pages[-1]) if words.startswith(("Often", "word"))]
    (note_at,) = (at for words, at in lines if words.startswith("Often"))
    (first, *_) = (at for words, at in lines if words.startswith("word"))
    assert (note_at.x > 100) is is_beside
    assert (abs(note_at.y - first.y) < 3) is is_beside
    assert "Often missed." in said(made.document.pages[-1])
    assert made.problems == ()

"""Sheets of paper for the table: which a game has, what they say, and where they lie on the paper."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Point, Rect, Size
from punchboard.model.printing.sheet import PaperFile
from punchboard.problem import Place, Severity
from punchboard.products import PRODUCTS
from punchboard.products.game.books import on_paper
from punchboard.products.sheets import centred_page, sheet_problems
from punchboard.scene import Group, Page, Text, Use

GAME = """\
title: The Grove
version: "2.1"
players: {range: 2-4, prototype: for a test}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ title|lower }}"
    prototype: made for a test
    fields: {title: {type: text}}
    rows: [{title: Root}, {title: Branch, copies: 3}, {title: Crown}]
  marker:
    name: Marker
    shape: circle 25mm
    face: marker
    id: marker
    prototype: made for a test
    rows: [{copies: 2}]
"""
SHEETS = ("set-up", "score", "playtest")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def made(game, name):
    return {file.path: file.document for file in PRODUCTS[name].make(game)}


def said(items):
    """Return all words of a drawing, in drawing order."""
    found = []
    for item in items:
        if isinstance(item, Text):
            found += [word.text for line in item.lines for word in line.words]
        elif isinstance(item, Group | Use):
            found += said(item.items if isinstance(item, Group) else item.symbol.items)
    return found


def text_of(game, name):
    (document,) = made(game, name).values()
    assert game.book_problems == ()
    (page,) = document.pages
    return " ".join(said(page.items))


@pytest.mark.parametrize("name", SHEETS)
def test_there_is_one_file_for_each_paper(played, name):
    """Named after paper and sheet, with one page as large as the paper, and game and sheet in its title."""
    files = made(played(), name)
    assert sorted(files) == [f"print-and-play/{paper}-{name}.pdf" for paper in PAPERS]
    for (paper, size), (path, document) in zip(PAPERS.items(), sorted(files.items()), strict=True):
        assert path.startswith(f"print-and-play/{paper}")
        assert document.title == f"The Grove: {name}"
        assert [tuple(page.size) for page in document.pages] == [pytest.approx(size)]


@pytest.mark.parametrize("name", ["score", "playtest"])
def test_a_sheet_is_composed_once_for_all_papers(played, name):
    """The drawing on A4 is the drawing on Letter, centred on each."""
    groups = [document.pages[0].items for document in made(played(), name).values()]
    (a4,), (letter,) = groups
    assert a4.items is letter.items
    assert (letter.transform.e - a4.transform.e, letter.transform.f - a4.transform.f) == pytest.approx((2.95, -8.8))


def test_a_sheet_with_even_margins_is_higher_on_a_high_paper(played):
    """Its page and its text go down to a margin as wide as at the sides; on a low paper they stay as they are."""
    composed = played()
    file = composed.loaded.layouts.books["set-up"]
    (x, y, width, height), *_ = file.masters["body"].regions
    high = on_paper(file, PaperFile(name="A4", width=210, height=297))
    assert file.even_margins
    assert high.page == (190, 277)
    assert high.masters["body"].regions[0] == (x, y, width, height + 20)
    assert on_paper(file, PaperFile(name="Letter", width=215.9, height=279.4)) is file
    a4, letter = (document.pages[0].items[0].transform for document in made(composed, "set-up").values())
    assert (a4.e, a4.f) == pytest.approx((10, 10))
    assert (letter.e, letter.f) == pytest.approx((12.95, 11.2))


sizes = st.builds(Size, st.floats(50, 200), st.floats(50, 200))


@given(sizes, st.floats(0, 5), st.floats(0, 100), st.floats(0, 100))
def test_a_page_is_centred_on_any_paper_that_is_large_enough(size, bleed, wider, higher):
    """In true size and upright, with equal margins left and right, and above and below."""
    trim = Rect(bleed, bleed, *size)
    page = Page(size.grown(bleed), (), trim, label="1")
    paper = PaperFile(name="P", width=size.width + wider, height=size.height + higher)
    placed = centred_page(page, paper)
    (group,) = placed.items
    a, b, c, d, *_ = group.transform
    assert (a, b, c, d) == (1, 0, 0, 1)
    assert (placed.size, placed.label, placed.trim) == (Size(paper.width, paper.height), "1", None)
    corner = group.transform.apply(Point(trim.x, trim.y))
    assert corner == (pytest.approx(wider / 2, abs=1e-6), pytest.approx(higher / 2, abs=1e-6))


SMALL = {"layouts/papers.yaml": "# small\na5: {name: A5, width: 148, height: 210}\n"}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_that_does_not_fit_a_paper_is_left_out_for_it(played, name):
    """The other papers have it."""
    files = made(played(("a4", "a5"), files=SMALL), name)
    assert set(files) == {f"print-and-play/a4-{name}.pdf"}


def test_the_sheets_that_a_paper_is_too_small_for_are_one_warning(played):
    """At the paper's line, with the sheets and their size; the build goes on, because the paper has other sheets."""
    (problem,) = sheet_problems(played(("a4", "a5"), files=SMALL, only=("sheets", *SHEETS)))
    assert str(problem) == (
        "catalog/grove/layouts/papers.yaml:2:5: warning SHEET001: "
        "A5 is too small for the set-up, score and playtest sheets, which are left out"
    )
    assert problem.hint == "use a paper of at least 190 x 257 mm"


def test_a_size_that_is_too_small_is_reported_at_its_option(played):
    """No file names such a paper."""
    (problem,) = sheet_problems(played(("100x200mm",)))
    assert (problem.place, problem.severity) == (Place("--paper"), Severity.WARNING)


@pytest.mark.parametrize(
    ("only", "severity"),
    [
        (("score",), Severity.ERROR),
        (("score", "set-up"), Severity.ERROR),
        (("score", "sheets"), Severity.WARNING),
    ],
)
def test_a_paper_that_nothing_is_made_for_is_an_error(played, only, severity):
    """If only sheets that do not fit it are requested."""
    (problem,) = sheet_problems(played(("a5",), files=SMALL, only=only))
    assert problem.severity is severity


def test_a_paper_is_large_enough_for_sheets_that_are_not_requested(played):
    """Without them, nothing is missing."""
    assert not list(sheet_problems(played(("a5",), files=SMALL, only=("rulebook", "checks"))))


def test_the_set_up_sheet_has_every_step_and_what_each_seat_takes(played):
    """The steps in the words of the rulebook, and the numbers for each number of players."""
    text = text_of(played(("a4",)), "set-up")
    assert "1. Shuffle the pack. 2. Each player draws cards from the pack" in text
    assert "7 with 2 players, 6 with 3 players and 5 with 4 players" in text
    assert "Each seat takes, by number of players 2 3 4 Cards into the hand 7 6 5" in text
    assert "The Grove" in text


def test_the_set_up_sheet_has_what_is_left_in_each_pile(composed):
    """The cards that were not drawn, the markers that stay in the box, and the hands."""
    setup = "setup: [{shuffle: pack}, {each player draws: 1, from: pack, to: hand}]\n"
    piles = "decks: {pack: {name: the pack, contains: card}}\neach player has: {hand: {name: hand}}\n"
    text = text_of(composed(("a4",), texts=("turn",), game=f"{GAME}{piles}{setup}"), "set-up")
    assert "Players 2 3 4 Pack 3 2 1" in text
    assert "Always Box 2" in text
    assert text.endswith("Each player Hand 1")


def test_the_score_sheet_is_the_games_own_text(played):
    """The content of score.md, without rules."""
    text = text_of(played(("a4",)), "score")
    assert text.endswith("Score Leaves.")
    assert "Shuffle" not in text


def test_the_playtest_sheet_has_a_summary_and_a_record(played):
    """The turn, what each seat takes, every kind and die with its count, and what a tester notes."""
    text = text_of(played(("a4",)), "playtest")
    assert "1. Draw. 2. Fall." in text
    assert "hand 7 6 5" in text
    assert "5 Cards 2 Markers" in text
    assert all(word in text for word in ("2.1", "Date", "Seats", "Card id"))


def test_dice_are_listed_in_the_box_of_the_playtest_sheet(folded):
    """By name, with their number."""
    text = text_of(folded(("a4",), texts=("turn",)), "playtest")
    assert "3 Heros" in text
    assert "3 Fate Di" in text
    assert "1 Wits Die" in text


@pytest.mark.parametrize(
    ("lack", "texts", "left"),
    [
        ("a set-up", ("turn", "score"), {"score", "playtest"}),
        ("a turn", ("score",), {"score"}),
        ("a score sheet", ("turn",), {"playtest"}),
    ],
)
def test_a_game_has_the_sheets_that_it_has_data_for(composed, lack, texts, left):
    """Without its set-up, turn.md or score.md the sheet is not made, though every game has the shared texts."""
    game = composed(("a4",), texts=texts)
    assert {"set-up", "playtest"} <= game.game.texts.keys()
    assert {name for name in SHEETS if made(game, name)} == left
    assert {*game.book_names} & {*SHEETS} == left


def test_a_game_can_have_its_own_sheet(played):
    """Its own set-up.md replaces the shared one; its table.md is on the shared set-up sheet."""
    own = {"set-up.md": "# Before you begin\n\nSit down.\n"}
    assert text_of(played(("a4",), files=own), "set-up").endswith("Before you begin Sit down.")


def test_a_plan_of_the_table_is_on_the_set_up_sheet(played):
    """If the game has a table.md."""
    text = text_of(played(("a4",), files={"table.md": "The pack lies in the middle.\n"}), "set-up")
    assert "The pack lies in the middle." in text


def test_too_long_a_sheet_is_a_problem_at_its_own_file(played):
    """A score sheet has one page."""
    game = played(("a4",), files={"score.md": "leaves\n\n" * 200})
    (problem,) = game.book_problems
    assert (problem.rule, problem.place.file) == ("FIT001", "catalog/grove/score.md")
    assert "but this sheet has 1" in problem.message


@pytest.mark.parametrize(
    ("only", "books"),
    [
        ((), {"rulebook", "set-up", "score", "playtest"}),
        (("sheets",), set()),
        (("rulebook",), {"rulebook"}),
        (("booklet",), {"rulebook"}),
        (("score", "reference"), {"score"}),
        (("set-up", "booklet"), {"rulebook", "set-up"}),
    ],
)
def test_books_are_composed_only_when_needed(played, only, books):
    """A designer who builds card sheets does not wait for the rulebook, and gets none of its problems."""
    game = played(("a4",), only=only, files={"score.md": "leaves\n\n" * 200})
    assert {*game.book_names} & {"rulebook", *SHEETS} == books
    assert bool(game.book_problems) is ("score" in books)


def test_the_boxes_of_sheets_are_checked_like_faces(played):
    """Boxes of their pages are among the faces; so are the rulebook's."""
    layouts = {face.layout for face in played(("a4",)).all_faces}
    assert {f"book {name} body" for name in ("rulebook", *SHEETS)} <= layouts


def test_a_product_without_a_book_has_no_files():
    """A layout folder without the book of a sheet gives no sheet."""
    assert list(PRODUCTS["score"].make(SimpleNamespace(book_names=()))) == []

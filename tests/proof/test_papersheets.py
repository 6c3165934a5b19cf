"""Set-up, score and playtest sheets and the sheets of reference cards, read back from the files."""

import re

import pytest

from punchboard.checks.traversal import declared_piles, pile_name, setup_steps
from punchboard.engine.prover.walk import walk

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SHEET = (190.0, 257.0)
NEAR = 0.05
PAPER = pytest.mark.parametrize("paper", PAPERS)
NAME = pytest.mark.parametrize("name", ["set-up", "score", "playtest"])


def letters(text):
    """Keep only letters and digits, because typesetting changes spaces and hyphens at line ends."""
    return re.sub(r"[\W_]+", "", text.casefold())


@pytest.fixture
def sheet(read):
    """Return a function to the only page of a paper sheet."""

    def sheet(game, name, paper="a4"):
        (page,) = read(f"{game}/print-and-play/{paper}-{name}.pdf")
        return page

    return sheet


@NAME
@PAPER
def test_a_sheet_is_one_page_of_its_paper(sheet, game, name, paper):
    """It has the size of the paper, with all text in its middle: on A4, the set-up has even margins of 10 mm."""
    page = sheet(game, name, paper)
    assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.01)
    own_size = (SHEET[0], 277.0) if (name, paper) == ("set-up", "a4") else SHEET
    left, top = ((full - own) / 2 for full, own in zip(PAPERS[paper], own_size, strict=True))
    seen = [run for run in page.runs if run.text.strip()]
    assert seen
    assert [run for run in seen if not left - NEAR <= run.x <= left + SHEET[0] + NEAR] == []
    assert [run for run in seen if not top - NEAR <= run.y <= top + own_size[1] + NEAR] == []


@pytest.mark.parametrize("name", ["score", "playtest"])
def test_a_sheet_to_write_on_is_the_same_on_every_paper(sheet, game, name):
    """Each word has the same position, moved by half of the difference between the papers."""
    a4, letter = (sheet(game, name, paper) for paper in PAPERS)
    assert [(run.text, round(run.size, 3)) for run in a4.runs] == [
        (run.text, round(run.size, 3)) for run in letter.runs
    ]
    for one, other in zip(a4.runs, letter.runs, strict=True):
        assert (other.x - one.x, other.y - one.y) == pytest.approx((2.95, -8.8), abs=NEAR)


@NAME
def test_text_on_sheets_is_seven_points_or_more(sheet, game, name):
    """Only the text in pictures of components may be smaller."""
    small = [
        run for run in sheet(game, name).runs if abs(run.scale - 1) < 0.001 and run.text.strip() and run.size < 6.995
    ]
    assert small == []


@NAME
def test_a_sheet_names_the_game_its_edition_and_its_players(sheet, loaded, game, name):
    """So that sheets of different editions can be told apart."""
    catalog = loaded(game).game
    text = letters(sheet(game, name).text)
    assert letters(f"edition {catalog.file.version}") in text
    assert letters(f"{catalog.file.players.bounds[0]}") in text


def by_seats(game):
    """Yield every number that the set-up gives for each player, or for each number of players."""
    for step, _ in setup_steps(game):
        number = step.amount.number if step.amount is not None and step.amount.mode != "all" else None
        each = (step.who or "").startswith("each") or step.verb == "deal"
        if isinstance(number, dict):
            yield from number.values()
        elif each and isinstance(number, str) and number in game.file.numbers:
            yield game.file.numbers[number].value
        elif each and isinstance(number, int):
            yield number


def test_the_set_up_sheet_names_the_piles_and_every_number_of_the_set_up(sheet, loaded, game):
    """Each step names a pile that it takes from or fills, and what each seat takes with any number of players."""
    catalog = loaded(game).game
    text = sheet(game, "set-up").text
    declared = declared_piles(catalog)
    steps = [step for step, _ in setup_steps(catalog)]
    used = [[pile_name(pile) for pile in (*step.piles, step.source, step.target) if pile] for step in steps]
    named = [[declared[pile][0].name for pile in piles if pile in declared] for piles in used]
    assert any(named)
    assert [names for names in named if names and not any(letters(name) in letters(text) for name in names)] == []
    figures = set(re.findall(r"\d+", text))
    assert {number for number in map(str, by_seats(catalog)) if number not in figures} == set()


def remaining_sizes(catalog):
    """Yield each pile that is not empty after set-up, by name, with its sizes for all numbers of players."""
    walks = [walk(catalog, catalog.file.setup, seats) for seats in catalog.file.players.seat_counts]
    assert all(one.is_complete for one in walks)
    declared = declared_piles(catalog)
    for pile, own in dict.fromkeys((pile, seat is not None) for one in walks for pile, seat in one.sizes):
        found = [
            [size for (name, seat), size in one.sizes.items() if (name, seat is not None) == (pile, own)]
            for one in walks
        ]
        sizes = [(min(low for low, _ in ends), max(high for _, high in ends)) for ends in found]
        name = declared[pile][0].name.removeprefix("the ") if pile in declared else pile
        if any(high for _, high in sizes):
            yield name, sizes


def text_of_pages(pages):
    """Return the letters and digits of pages, with the dash in a range of numbers."""
    return re.sub(r"[^\w\N{EN DASH}]+|_", "", " ".join(page.text for page in pages).casefold())


@pytest.mark.parametrize("product", ["print-and-play/a4-set-up.pdf", "rulebook.pdf"])
def test_the_printed_pile_sizes_are_those_of_the_played_set_up(read, loaded, game, product):
    """On the set-up sheet and in the rulebook: a figure for each number of players, or one if all are the same.

    Piles of the same sizes share a row, and the word that all their names end with.
    """
    text = text_of_pages(read(f"{game}/{product}"))
    for name, sizes in remaining_sizes(loaded(game).game):
        figures = [str(low) if low == high else f"{low}\N{EN DASH}{high}" for low, high in sizes]
        said = letters(name)
        once = "" if len(set(figures)) > 1 else f"|{figures[0]}"
        row = rf"{said}(?:{''.join(figures)}{once})"
        shared = rf"{said.removesuffix('stack')}.{{0,60}}each(?:{''.join(figures)}{once})"
        assert re.search(f"{row}|{shared}", text), (name, figures)


def test_the_score_sheet_has_every_heading_of_its_text(sheet, loaded, game):
    """It has the headings of score.md."""
    titles = re.findall(r"^#+ +([^\n{\[]+)$", loaded(game).game.texts["score"], re.MULTILINE)
    text = letters(sheet(game, "score").text)
    assert [title for title in titles if letters(title) not in text] == []
    assert len(text) > 50


def test_the_playtest_sheet_lists_the_whole_box(sheet, loaded, game):
    """Every kind with its count, every die, the set-up, and a form to fill in."""
    catalog = loaded(game).game
    text = letters(sheet(game, "playtest").text)
    copies = {name: sum(one.copies for one in catalog.components if one.kind == name) for name in catalog.kinds}
    box = [
        f"{copies[name]} {kind.file.name if copies[name] == 1 else kind.plural}" for name, kind in catalog.kinds.items()
    ]
    box += [f"{die.copies} {die.name if die.copies == 1 else ''}" for die in catalog.file.dice.values()]
    assert [line for line in box if letters(line) not in text] == []
    assert [word for word in ("setup", "inthebox", "date", "seats") if word not in text] == []


def test_a_player_has_at_most_two_reference_cards(read, game):
    """They have four sides; a card with a blank back counts as one."""
    assert 1 <= len(read(f"{game}/reference.pdf")) <= 4


@PAPER
def test_reference_cards_are_printed_once_for_each_seat(read, loaded, game, paper):
    """The sheets have enough cards for the largest number of players, fronts and backs, in true size."""
    seats = loaded(game).game.file.players.seat_counts[-1]
    sides = read(f"{game}/reference.pdf")
    pages = read(f"{game}/print-and-play/{paper}-reference.pdf")
    for number, first in enumerate((0, 1)):
        printed = [placed for page in pages[number::2] for placed in page.placed]
        texts = sorted(letters(placed.text) for placed in printed)
        assert texts == sorted(letters(side.text) for side in sides[first::2] for _ in range(seats))
        assert all(placed.place.scale == pytest.approx(1, abs=1e-4) for placed in printed)

"""The table in the browser is played on: by mouse, touch and keyboard, with hands that others do not see."""

import json
from math import hypot

import pytest
from patience import eventually
from tests.browser.tables import begin, built_table, downloaded, pile, piles, set_up

from punchboard.plays.log import read_logs

pytestmark = pytest.mark.slow

PLAY = "punchboard.play"


@pytest.fixture
def atmosfear(visit, tables):
    """A table of Atmosfear for three, set up."""
    return set_up(visit, tables, "atmosfear", 3)


@pytest.fixture
def snake(visit, tables):
    """A table of Alpha & Omega for two, set up."""
    return set_up(visit, tables, "alpha-and-omega", 2)


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, selector, x, y):
    """Drag the middle of an element to a point of the page."""
    page.mouse.move(*middle(page, selector))
    page.mouse.down()
    page.mouse.move(x - 20, y - 20, steps=4)
    page.mouse.move(x, y, steps=2)
    page.mouse.up()


def top_of(page, name, seat=None):
    return pile(page, name, seat)[1][-1]


def entries(page):
    return page.evaluate(f"{PLAY}.game.history.length")


def test_a_card_is_drawn_played_and_taken_back(atmosfear):
    """From the pack into the hand, from the hand into the trick; undo puts both back, redo plays them again."""
    before = piles(atmosfear)
    card = top_of(atmosfear, "pack")
    drag(atmosfear, f"[data-piece='{card}']", *middle(atmosfear, ".tray"))
    assert top_of(atmosfear, "hand", 0) == card
    place, _ = pile(atmosfear, "trick")
    drag(atmosfear, f"[data-piece='{card}']", *middle(atmosfear, f"[data-pile='{place}']"))
    assert pile(atmosfear, "trick")[1] == [card]
    after = piles(atmosfear)
    atmosfear.click("#undo")
    atmosfear.click("#undo")
    assert piles(atmosfear) == before
    atmosfear.click("#redo")
    atmosfear.click("#redo")
    assert piles(atmosfear) == after


def test_a_double_click_draws_from_a_pile(atmosfear):
    """The top of the pack goes into the hand of who looks."""
    card = top_of(atmosfear, "pack")
    atmosfear.dblclick(f"[data-piece='{card}']")
    assert top_of(atmosfear, "hand", 0) == card


def test_other_hands_are_hidden_until_the_device_is_handed_over(atmosfear):
    """Nobody sees anything while the cover is up; then the next seat sees its hand, and the first is face down."""

    def labels(seat):
        _, cards = pile(atmosfear, "hand", seat)
        found = atmosfear.evaluate(
            "(cards) => cards.map((card) => document.querySelector(`[data-piece='${card}']`)?.ariaLabel)", cards
        )
        return [one for one in found if one is not None]

    assert not any("face down" in one for one in labels(0))
    assert all("face down" in one for one in labels(1))
    atmosfear.select_option("#viewer", "1")
    assert atmosfear.locator("#cover[open]").count() == 1
    assert all("face down" in one for seat in range(3) for one in labels(seat))
    atmosfear.click("#ready")
    assert all("face down" in one for one in labels(0))
    assert len(labels(1)) == len(pile(atmosfear, "hand", 1)[1])
    assert not any("face down" in one for one in labels(1))


def test_a_tile_snaps_to_the_world(snake):
    """Dropped near the Snake, a tile comes to lie edge to edge; dropped far off, it stays where it was dropped."""
    _, (serpent,) = pile(snake, "table")
    x, y = middle(snake, f"[data-piece='{serpent}']")
    tile = top_of(snake, "hand", 0)
    wide = snake.locator(f"[data-piece='{serpent}']").bounding_box()["width"]
    drag(snake, f"[data-piece='{tile}']", x + wide * 1.15, y + 6)
    places = snake.evaluate(f"[{serpent}, {tile}].map((one) => {PLAY}.table.at[one])")
    assert hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]) == pytest.approx(50, abs=0.05)
    assert places[0][1] == pytest.approx(places[1][1], abs=0.05)


def test_everything_is_done_with_the_keyboard_alone(atmosfear):
    """Arrows find the pack, D draws; in the hand F turns a card over, M moves it into the trick by its name."""
    _, cards = pile(atmosfear, "pack")
    atmosfear.focus("#stage")
    for _ in range(60):
        label = atmosfear.evaluate("document.activeElement.ariaLabel || ''")
        if label.endswith("the pack") or label.startswith("pack "):
            break
        atmosfear.keyboard.press("ArrowRight" if _ % 3 else "ArrowDown")
    else:
        pytest.fail("the pack cannot be reached")
    atmosfear.keyboard.press("d")
    assert top_of(atmosfear, "hand", 0) == cards[-1]
    atmosfear.evaluate(f"{PLAY}.focus(document.querySelector(\"[data-piece='{cards[-1]}']\"))")
    atmosfear.keyboard.press("f")
    assert atmosfear.evaluate(f"{PLAY}.table.up[{cards[-1]}]")
    atmosfear.keyboard.press("m")
    atmosfear.select_option("#bar select", str(pile(atmosfear, "trick")[0]))
    atmosfear.keyboard.press("Tab")
    atmosfear.keyboard.press("Tab")
    atmosfear.keyboard.press("Enter")
    assert pile(atmosfear, "trick")[1] == [cards[-1]]
    atmosfear.keyboard.press("Control+z")
    assert pile(atmosfear, "trick")[1] == []


@pytest.mark.parametrize("moves", [100, pytest.param(500, marks=pytest.mark.long)])
def test_many_moves_are_undone_to_the_start(atmosfear, moves):
    """The table is as it was dealt, and then as it was before the set-up."""
    dealt, steps = piles(atmosfear), entries(atmosfear)
    atmosfear.evaluate(
        """(moves) => {
          const { play } = punchboard;
          for (let time = 0; time < moves; time += 1) {
            const from = play.table.piles.findIndex((pile, place) => pile.length && place !== time % 5);
            if (time % 7 === 0) play.shuffle(from);
            else if (time % 5 === 0) play.flip([play.table.piles[from].at(-1)]);
            else play.move([play.table.piles[from].at(-1)], (from + 1 + (time % 3)) % play.table.piles.length);
          }
        }""",
        moves,
    )
    assert entries(atmosfear) == steps + moves
    assert piles(atmosfear) != dealt
    atmosfear.evaluate(f"for (let time = 0; time < {moves}; time += 1) {PLAY}.undo()")
    assert piles(atmosfear) == dealt
    atmosfear.evaluate(f"while ({PLAY}.game.history.length) {PLAY}.undo()")
    assert len(pile(atmosfear, "hand", 0)[1]) == 0


def test_a_saved_game_goes_on_elsewhere(atmosfear, visit, tables, tmp_path):
    """Piles, dice, score and notes are those of the saved game; the same seed deals again as before."""
    dealt = piles(atmosfear)
    atmosfear.click("#of-pad")
    atmosfear.click("#dice button >> nth=0")
    atmosfear.fill("#notes", "Too long.")
    atmosfear.fill("#score input >> nth=1", "4")
    atmosfear.press("#score input >> nth=1", "Enter")
    atmosfear.click("#of-game")
    path = downloaded(atmosfear, "#save", tmp_path / "game.json")
    other = visit(built_table("atmosfear", tables))
    other.set_input_files("#file", path)
    other.wait_for_selector("#stage .piece")
    assert piles(other) == piles(atmosfear)
    assert other.evaluate(f"{PLAY}.table.dice") == atmosfear.evaluate(f"{PLAY}.table.dice")
    assert other.input_value("#notes") == "Too long."
    assert other.inner_text(".total >> nth=1") == "4"
    answers = [one for one in json.loads(path.read_text())["history"] if one["do"] == "answer"]
    atmosfear.click("#again")
    atmosfear.evaluate(f"(answers) => answers.forEach((one) => {PLAY}.history(one))", answers)
    assert piles(atmosfear) == dealt


def test_a_log_is_read_as_one_of_bots_is(atmosfear, tmp_path):
    """It names the edition, the seats and every move with its piles and components, and ends with what people wrote."""
    atmosfear.evaluate(f"{PLAY}.history({{do: 'round'}})")
    atmosfear.click("#of-pad")
    atmosfear.fill("#notes", "Too long.")
    atmosfear.press("#notes", "Tab")
    atmosfear.click("#of-game")
    path = downloaded(atmosfear, "#log", tmp_path / "log.jsonl")
    with path.open("rb") as file:
        (log,) = read_logs(file, path.name)
    assert (log.head.game, log.head.players, log.head.seed, len(log.head.looks)) == ("atmosfear", 3, 7, 79)
    assert (log.result.notes, log.result.winners, log.result.round) == ("Too long.", None, 2)
    dealt = [event for event in log.events if event.to == "hand 1" and event.source == "pack"]
    assert sum(len(event.pieces) for event in dealt) >= 10
    assert {event.pile for event in log.events if event.do == "shuffle"} >= {"pack", "keys"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda game: "no game", "not a saved game"),
        (lambda game: json.dumps([1]), "not a saved game"),
        (lambda game: json.dumps(game | {"game": "vortex"}), "a saved game of vortex"),
        (lambda game: json.dumps(game | {"players": 99}), "damaged"),
        (lambda game: json.dumps(game | {"history": [{"do": "all"}, {"do": "answer", "value": 77}]}), "does not fit"),
        (lambda game: json.dumps(game | {"history": [{"do": "__proto__"}]}), "does not fit"),
        (lambda game: json.dumps(game | {"history": [{"do": "move", "pieces": [9999], "to": 0}]}), "does not fit"),
        (lambda game: json.dumps(game | {"history": [{"do": "move", "pieces": [1], "to": -4}]}), "does not fit"),
    ],
)
def test_a_damaged_game_is_refused_with_words(atmosfear, tmp_path, change, words):
    """The table stays as it is, and says what is wrong with the file."""
    before = piles(atmosfear)
    path = tmp_path / "game.json"
    path.write_text(change(atmosfear.evaluate(f"{PLAY}.game")))
    atmosfear.set_input_files("#file", path)
    eventually(lambda: words in atmosfear.text_content("#said"))
    assert piles(atmosfear) == before


def test_the_rulebook_is_at_hand(atmosfear):
    """It opens in a frame of the page, with its figures, and without any file beside it."""
    atmosfear.click("#of-reference")
    assert atmosfear.locator("#reference-cards img").count() > 1
    atmosfear.click("#read")
    book = atmosfear.frame_locator("#book iframe")
    eventually(lambda: "Chosen One" in book.locator("main").inner_text())
    eventually(lambda: book.locator("figure svg").count() > 3)
    atmosfear.click("#book .shut")
    assert not atmosfear.locator("#book").is_visible()


def test_bots_play_their_turns(snake):
    """With a bot at the second seat, its turn is played by one press; the first seat is asked what it does."""
    snake.click("#of-game")
    snake.click("#new")
    snake.get_by_label("Who plays seat 2").select_option("random")
    begin(snake, 2)
    snake.evaluate(f"{PLAY}.allByChance()")
    hand = pile(snake, "hand", 0)[1]
    snake.click("#of-setup")
    snake.click("#play-part")
    assert snake.locator("#asked .choices button").count() > 2  # which two tiles
    while snake.locator("#by-chance").count():
        snake.click("#by-chance")
    assert pile(snake, "hand", 0)[1] != hand
    other = pile(snake, "hand", 1)[1]
    assert "Bot 2" in snake.inner_text("#play-part")
    snake.click("#play-part")
    assert pile(snake, "hand", 1)[1] != other
    assert snake.evaluate(f"{PLAY}.table.round") == 2


def test_a_whole_game_of_bots_ends(snake):
    """When all seats are bots, the script plays to an end of the game and says which."""
    snake.click("#of-game")
    snake.click("#new")
    for seat in (1, 2):
        snake.get_by_label(f"Who plays seat {seat}").select_option("random")
    begin(snake, 2)
    for _ in range(80):
        if not snake.locator("#play-part").count():
            break
        snake.click("#play-part")
    assert "the world is complete" in snake.inner_text("#asked")
    assert pile(snake, "tile deck")[1] == []


def test_touch_drags_a_card_and_two_fingers_zoom(visit, tables):
    """On a phone the pack is drawn from with a finger, and the table grows between two."""
    page = visit(built_table("atmosfear", tables), width=390, height=844, has_touch=True)
    begin(page, 3, seed=7)
    page.evaluate(f"{PLAY}.allByChance(); {PLAY}.openPanel(false)")
    card = top_of(page, "pack")
    touches = page.context.new_cdp_session(page)

    def touch(kind, *points):
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    x, y = middle(page, f"[data-piece='{card}']")
    tray = middle(page, ".tray")
    touch("touchStart", (x, y))
    touch("touchMove", (x + 10, y + 30))
    touch("touchMove", tray)
    touch("touchEnd")
    assert top_of(page, "hand", 0) == card
    zoom = page.evaluate(f"{PLAY}.surface.zoom")
    touch("touchStart", (150, 300), (240, 300))
    touch("touchMove", (100, 300), (290, 300))
    touch("touchEnd")
    assert page.evaluate(f"{PLAY}.surface.zoom") > zoom * 1.3


@pytest.mark.parametrize("width", [390, 1300])
def test_axe_finds_nothing_serious(visit, tables, axe, width):
    """On the first page, on the table with each tab, and on the cover between two hands."""
    page = visit(built_table("alter-ego", tables), width=width, policy=False)
    assert axe(page) == []
    begin(page, 2, seed=7)
    page.evaluate(f"{PLAY}.allByChance(); {PLAY}.openPanel(true)")
    for name in ("setup", "pad", "reference", "game"):
        page.click(f"#of-{name}")
        assert axe(page) == [], name
    page.select_option("#viewer", "1")
    assert axe(page) == []

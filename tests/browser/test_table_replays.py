"""The played games of ``docs/playtests`` are repeated on their tables, by hand, as the documents tell them."""

from pathlib import Path

import pytest
import yaml
from tests.browser.replay import Replay
from tests.browser.tables import GAMES, begin, built_table, pile, piles, set_up
from tests.browser.test_table_play import drag, middle

pytestmark = pytest.mark.slow

REPLAYS = Path(__file__).parent / "replays"
PLAY = "punchboard.play"


@pytest.mark.parametrize(
    ("name", "parts"),
    # the first parts of one game have rolls, places and secrets, and tokens a test below; whole games take minutes
    [("alpha-omega", 2), *(pytest.param(name, None, marks=pytest.mark.long) for name in GAMES)],
)
def test_a_played_game_is_repeated(name, parts, visit, tables):
    """Every hand, trick, place and token is then where the document says, and hidden cards stay hidden."""
    script = yaml.safe_load((REPLAYS / f"{name}.yaml").read_text(encoding="utf-8"))
    replay = Replay(visit(built_table(name, tables), width=1400), script)
    for part in script["parts"][:parts]:
        replay.play(part["acts"])


def test_every_part_of_a_replay_claims_something():
    """It ends with what the document states."""
    for path in sorted(REPLAYS.glob("*.yaml")):
        for part in yaml.safe_load(path.read_text(encoding="utf-8"))["parts"]:
            verbs = {verb for act in part["acts"][-3:] for verb in act}
            assert verbs & {"check", "counts", "stand", "tiles", "shows", "secret"}, (path.name, part["name"])


def test_a_table_to_be_set_up_by_hand_does_not_say_that_it_is_set(visit, tables):
    """No step is ticked, and the page says that the players set the game up."""
    page = visit(built_table("atmosfear", tables))
    begin(page, 3, how="hand")
    assert "Set the game up" in page.inner_text("#asked")
    assert page.locator("#steps .done").count() == 0
    begun = visit(built_table("atmosfear", tables))
    begin(begun, 3)
    begun.evaluate(f"{PLAY}.allByChance()")
    assert "The table is set" in begun.inner_text("#asked")


def test_a_search_goes_on_until_it_is_closed(visit, tables):
    """Cards are looked for by their names; after one was taken, the next can be."""
    page = visit(built_table("atmosfear", tables))
    begin(page, 3, how="hand")
    place, cards = pile(page, "pack")
    page.evaluate(f"{PLAY}.search({place})")
    page.fill("#look-filter", "flight")
    found = page.locator(".found:visible")
    assert 0 < found.count() < len(cards)
    for _ in range(2):
        found.first.locator("button:text-is('Take')").click()
    assert len(pile(page, "hand", 0)[1]) == 2
    assert page.locator("#look[open]").count() == 1
    page.click("#look .shut")
    assert len(pile(page, "pack")[1]) == len(cards) - 2


def test_a_card_goes_under_its_own_pile(visit, tables):
    """What was looked for in a deck can be put on top of it or under it."""
    page = visit(built_table("atmosfear", tables))
    begin(page, 3, how="hand")
    place, cards = pile(page, "pack")
    for under, number in ((True, 0), (False, -1)):
        page.evaluate(f"{PLAY}.search({place})")
        page.click(f".found[data-found='{cards[9]}'] button:text-is('Move to…')")
        page.select_option("#bar select", str(place))
        page.set_checked("#bar [type=checkbox]", under)
        page.click("#bar .main")
        assert pile(page, "pack")[1][number] == cards[9]


def test_tokens_that_are_alike_move_together(visit, tables):
    """Twelve of a kind leave the box in one move; the supply then shows each kind once, with its number."""
    page = visit(built_table("alter-ego", tables))
    begin(page, 3, how="hand")
    box, pieces = pile(page, "box")
    pools, _ = pile(page, "pools")
    ids = page.evaluate(
        f"(all) => all.map((one) => punchboard.view.components[{PLAY}.table.componentOf[one]].id)", pieces
    )
    for number, token in ((12, "civ-child"), (9, "civ-worker")):
        page.evaluate(f"{PLAY}.search({box})")
        piece = pieces[ids.index(token)]
        page.click(f".found[data-found='{piece}'] button:text-is('Move to…')")
        page.fill("#bar [type=number]", str(number))
        page.select_option("#bar select", str(pools))
        page.click("#bar .main")
    shown = page.locator(f"[data-pile='{pools}']")
    assert shown.locator(".number").inner_text() == "12 · 9"
    seen = [one for one in pile(page, "pools")[1] if page.locator(f"[data-piece='{one}']").count()]
    assert len(seen) == 2


def test_a_tile_may_be_laid_beyond_the_edge_of_the_world(visit, tables):
    """Next to the uppermost tile the open table has room, so a tile dropped there falls into no pile."""
    page = set_up(visit, tables, "alpha-and-omega", 2)
    place, _ = pile(page, "table")
    for step in range(1, 4):
        tile = pile(page, "hand", 0)[1][-1]
        page.evaluate(
            f"([tile, to, up]) => {{ const {{ surface }} = {PLAY}; const {{ area }} = surface.laid;"
            " const at = surface.toScreen(area.x + area.origin[0] + 25 * up, area.y + area.origin[1] - 43.3 * up);"
            " punchboard.play.drop({ piece: tile, pieces: [tile] }, ...at); }",
            [tile, place, step],
        )
        assert tile in pile(page, "table")[1], piles(page)


def test_a_pawn_stays_on_a_tile_that_is_laid_under_it(visit, tables):
    """A tile laid where a pawn stands covers the tile below, not the pawn."""
    page = set_up(visit, tables, "alpha-and-omega", 2)
    place, _ = pile(page, "table")
    pawn, tile = pile(page, "snake")[1][0], pile(page, "hand", 0)[1][0]
    for piece in (pawn, tile):
        page.evaluate(f"([piece, to]) => {PLAY}.move([piece], to, {{ at: [0, 0] }})", [piece, place])
    order = "(piece) => Number(document.querySelector(`[data-piece='${piece}']`).style.zIndex)"
    assert page.evaluate(order, pawn) > page.evaluate(order, tile)


def test_cards_that_go_to_the_box_unseen_stay_unseen(visit, tables):
    """The half of the Vortex pack that nobody may look at lies face down in the box."""
    page = set_up(visit, tables, "vortex", 3)
    _, cards = pile(page, "box")
    assert len(cards) > 24
    assert page.get_attribute(f"[data-piece='{cards[-1]}']", "aria-label").startswith("face down")


def test_a_question_shows_what_it_offers(visit, tables):
    """Who chooses a colour sees a card of each."""
    page = visit(built_table("vortex", tables))
    begin(page, 3, seed=7)
    assert page.locator("#asked .choices button img").count() == 4


def test_a_token_lies_on_its_card(visit, tables):
    """Dropped on a card of a row, a token follows that card, above all cards, and stays there."""
    page = set_up(visit, tables, "alpha-omega", 2)
    place, _ = pile(page, "play", 0)
    cards = pile(page, "hand", 0)[1][:3]
    page.evaluate(f"([cards, to]) => {PLAY}.move(cards, to)", [cards, place])
    token = page.evaluate(
        f"{PLAY}.surface.laid.slots.flatMap((one) => one.groups ? one.groups : []).map((group) => group.at(-1))"
        ".find((one) => punchboard.view.components[punchboard.play.table.componentOf[one]].id === 'damage-1')"
    )
    x, y = middle(page, f"[data-piece='{cards[0]}']")
    drag(page, f"[data-piece='{token}']", x - 12, y)
    assert pile(page, "play", 0)[1] == [cards[0], token, cards[1], cards[2]]
    box = page.locator(f"[data-piece='{token}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    top = "([x, y]) => document.elementFromPoint(x, y).closest('.piece').dataset.piece"
    assert page.evaluate(top, [x, y]) == str(token)


def test_cards_that_only_their_owner_sees_lie_side_by_side(visit, tables):
    """Two Frenzies beside Devotees can both be seen; a hand of somebody else stays a heap."""
    page = set_up(visit, tables, "vortex", 3)
    place, _ = pile(page, "beside", 0)
    cards = pile(page, "hand", 0)[1][:2]
    page.evaluate(f"([cards, to]) => {PLAY}.move(cards, to)", [cards, place])
    assert all(page.locator(f"[data-piece='{card}']").count() for card in cards)
    assert sum(page.locator(f"[data-piece='{card}']").count() for card in pile(page, "hand", 1)[1]) == 1

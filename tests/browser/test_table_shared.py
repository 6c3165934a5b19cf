"""Whole games on a shared table, by people on devices of their own who do not see each other's hands."""

import json
from itertools import count
from math import hypot

import pytest
from patience import eventually
from tests.browser.conftest import ended, started
from tests.browser.tables import ROOT

pytestmark = pytest.mark.slow
NUMBERS = count()


@pytest.fixture
def shared():
    """Return a function that starts the server of a game: its address with the code."""
    running = []

    def shared(game):
        process, address = started("table", game, "--no-open", "--port", "0", cwd=ROOT)
        running.append(process)
        return address

    try:
        yield shared
    finally:
        for process in running:
            ended(process)


CLOSED = """async () => {
  punchboard.play.openPanel(false);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); // the table is laid out again
}"""


TAKEN = """() => {
  globalThis.taken = null;
  const note = (event) => { globalThis.taken = event.target.closest(".piece")?.dataset.piece ?? null; };
  document.addEventListener("pointerdown", note, { capture: true, once: true });
}"""
"""Notes the piece that the next press takes."""


class Person:
    """Somebody at a device, with all that the server has sent there."""

    def __init__(self, visit, address, **look):
        self.page = visit(address, refusals=(401,), **look)
        self.sent, self.everybody = [], []
        network = self.page.context.new_cdp_session(self.page)
        network.send("Network.enable")
        network.on("Network.eventSourceMessageReceived", lambda event: self.sent.append(event["data"]))
        self.page.on("response", self.keep)

    def keep(self, response):
        """Keep what the server answers."""
        if response.request.method == "POST":
            self.sent.append(response.text())

    def views(self):
        """Yield every state of the table that was sent."""
        for text in self.sent:
            view = json.loads(text)
            if "piles" in view:
                yield view

    def state(self, expression):
        """Return something of the page."""
        return self.page.evaluate(f"punchboard.play.{expression}")

    def pile(self, name, seat=None):
        """Return the number of a pile, and its pieces as this person sees them."""
        keys = self.state("table.program.piles")
        number = keys.index([name, seat])
        return number, self.state(f"table.piles[{number}]")

    def middle(self, selector):
        """Return the middle of an element."""
        box = self.page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def acted(self, revision):
        """Wait until the whole table has heard of an act: one from a page that knows less is refused."""
        for one in self.everybody:
            eventually(lambda one=one: one.state("seen.revision") >= revision)

    def does(self, act):
        """Do something on the page."""
        with self.page.expect_response(lambda response: response.url.endswith("/act")) as answered:
            self.page.evaluate(f"punchboard.play.{act}")
        assert answered.value.ok, answered.value.text()
        self.acted(answered.value.json()["revision"])

    def drag(self, piece, x, y):
        """Drag a piece to a point, and wait until the table has changed; try again where it moved meanwhile."""
        for _ in range(3):
            self.page.evaluate(TAKEN)
            box = self.page.locator(f"[data-piece='{piece}']").bounding_box()
            self.page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
            self.page.mouse.down()
            if self.page.evaluate("taken") != str(piece):
                self.page.mouse.up()
                self.page.keyboard.press("Escape")
                continue
            self.page.mouse.move(x - 9, y - 9, steps=2)
            self.page.mouse.move(x, y)
            with self.page.expect_response(lambda response: response.url.endswith("/act")) as answered:
                self.page.mouse.up()
            if answered.value.ok:
                return self.acted(answered.value.json()["revision"])
        raise AssertionError(f"{piece} cannot be dragged to {x}, {y}")

    def drop(self, piece, pile):
        """Drag a piece onto a pile."""
        self.drag(piece, *self.middle(f"[data-pile='{pile}']"))

    def sees(self, piece):
        """Return the id of a card that this person sees."""
        return self.state(f"view.components[punchboard.play.table.componentOf[{piece}]].id")


@pytest.fixture
def people(shared, visit):
    """Return a function that brings people to the table of a game and sets it up."""

    def people(game, number):
        address = shared(game)
        code = address.rpartition("#")[2]
        host = Person(visit, address)
        host.page.wait_for_selector("#start[open]")
        others = []
        for place in range(1, number):
            look = {"width": 390, "height": 844} if place == 1 else {}
            one = Person(visit, address.partition("#")[0], **look)
            one.page.wait_for_selector("#join[open]")
            one.page.fill("#guest", f"Guest {place}")
            one.page.fill("#code", f"{code[:4].lower()}-{code[4:]}")
            one.page.click("#join-form button")
            one.page.wait_for_selector("#lobby:not([hidden])")
            others.append(one)
        host.page.select_option("#seats", str(number))
        host.page.click("#start-form [type=submit]")
        for seat, one in enumerate(others, 1):
            one.page.wait_for_selector("#stage .slot")
            one.page.select_option("#viewer", str(seat))
            eventually(lambda one=one, seat=seat: one.state("viewer") == seat)
        everybody = [host, *others]
        for one in everybody:
            one.everybody = everybody
        host.acted(max(one.state("seen.revision") for one in everybody))
        for _ in range(200):
            if host.state("table.isSetUp"):
                break
            for one in everybody:
                one.page.evaluate("punchboard.play.allByChance()")
                one.acted(one.state("seen.revision"))  # else another would answer what is no longer asked
        for one in everybody:
            assert one.state("table.isSetUp")
            one.page.evaluate(CLOSED)
        return everybody

    return people


def assert_hands_were_hidden(everybody, name):
    """No message to a seat has ever named a card in the hand of another."""
    for seat, one in enumerate(everybody):
        keys = one.state("table.program.piles")
        views = list(one.views())
        assert len(views) > 20
        for view in views:
            if view["seat"] != seat:
                continue
            for (pile, owner), entries in zip(keys, view["piles"], strict=True):
                if pile == name and owner not in (None, seat):
                    assert all(entry[1] is None and isinstance(entry[0], str) for entry in entries)


@pytest.mark.parametrize(("rounds", "most"), [(1, 3), pytest.param(6, 10, marks=pytest.mark.long)])
def test_a_whole_game_of_atmosfear_is_played_by_three(people, rounds, most):
    """Ten tricks a round until all Key cards are won; every card is dragged from a hand that only its seat sees.

    Each change plays the first tricks of a round, and ends it.
    """
    everybody = people("atmosfear", 3)
    leader = 0
    for _ in range(rounds):
        tricks = [0, 0, 0]
        for _ in range(most):
            played = []
            for step in range(3):
                seat = (leader + step) % 3
                one = everybody[seat]
                _, hand = one.pile("hand", seat)
                names = {piece: one.sees(piece) for piece in hand}
                realm = played[0][1].rpartition("-")[0] if played else ""
                follows = [piece for piece in hand if realm and names[piece].startswith(realm)]
                card = (follows or hand)[0]
                one.drop(card, one.pile("trick")[0])
                played.append((seat, names[card]))
            realm = played[0][1].rpartition("-")[0]
            following = [(name, seat) for seat, name in played if name.startswith(realm)]
            leader = max(following)[1]
            tricks[leader] += 1
            winner = everybody[leader]
            _, cards = winner.pile("trick")
            assert len(cards) == 3
            winner.does(f"move({json.dumps(cards)}, {winner.pile('won', leader)[0]})")
            assert not any(one.pile("trick")[1] for one in everybody)
        leader = tricks.index(max(tricks))
        keeper = everybody[leader]
        keeper.drop(keeper.pile("keys")[1][-1], keeper.pile("keyring", leader)[0])
        for seat, one in enumerate(everybody):
            won = one.pile("won", seat)[1]
            if won:
                one.does(f"move({json.dumps(won)}, {one.pile('pack')[0]})")
                assert not one.pile("won", seat)[1]
        pack = keeper.pile("pack")[0]
        _, left = keeper.pile("discards")
        if left:
            keeper.does(f"move({json.dumps(left)}, {pack})")
            assert not keeper.pile("discards")[1]
        keeper.does(f"shuffle({pack})")
        keeper.does(f"deal({pack}, 10)")
        assert [len(one.pile("hand", seat)[1]) for seat, one in enumerate(everybody)] == [20 - most] * 3
    assert len(everybody[0].pile("keys")[1]) == 6 - rounds
    assert_hands_were_hidden(everybody, "hand")


NEIGHBOUR = """() => {
  const { play } = punchboard;
  const { table, surface } = play;
  const tiles = table.piles[table.tablePlace].map((piece) => table.at[piece]);
  const steps = [[50, 0], [25, 43.3], [-25, 43.3], [-50, 0], [-25, -43.3], [25, -43.3]];
  const places = tiles.flatMap(([x, y]) => steps.map(([right, down]) => [x + right, y + down]));
  places.sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
  const free = places.find(([x, y]) => tiles.every((one) => Math.hypot(one[0] - x, one[1] - y) > 40));
  const { area } = surface.laid;
  const [x, y] = surface.toScreen(area.x + area.origin[0] + free[0], area.y + area.origin[1] + free[1]);
  const box = surface.stage.getBoundingClientRect();
  return [x + box.left, y + box.top];
}"""


@pytest.mark.parametrize("most", [2, pytest.param(60, marks=pytest.mark.long)])
def test_a_whole_game_of_alpha_and_omega_is_played_by_two(people, most):
    """Two tiles a turn, and each minus tile that is drawn, until the deck and both hands are empty.

    Each change plays the first turns; the others are of the same moves. Before, each round that one begins is the
    round of the other, also after the other page was loaded again.
    """
    everybody = people("alpha-and-omega", 2)
    ann, bea = everybody
    bea.page.reload()
    bea.page.wait_for_selector("#stage .piece")
    assert bea.state("viewer") == 1
    bea.page.evaluate(CLOSED)
    for round_ in range(2, 5):
        ann.does("history({ do: 'round' })")
        assert bea.state("table.round") == round_
    ring = everybody[0].pile("ring")[1]
    for tile in ring:
        everybody[0].drag(tile, *everybody[0].page.evaluate(NEIGHBOUR))
    turns, placed = 0, len(ring)
    while any(everybody[seat].pile("hand", seat)[1] for seat in (0, 1)) and turns < most:
        seat = turns % 2
        one = everybody[seat]
        number, hand = one.pile("hand", seat)
        for tile in hand[:2]:
            one.drag(tile, *one.page.evaluate(NEIGHBOUR))
            placed += 1
        while len(one.pile("hand", seat)[1]) < 3 and one.pile("tile deck")[1]:
            one.drop(one.pile("tile deck")[1][-1], number)
            new = one.sees(one.pile("hand", seat)[1][-1])
            if new.startswith("switch"):
                one.drop(one.pile("hand", seat)[1][-1], one.pile("gone")[0])
            elif new.startswith("minus"):
                one.drag(one.pile("hand", seat)[1][-1], *one.page.evaluate(NEIGHBOUR))
                placed += 1
        one.does("history({ do: 'next' })")
        turns += 1
        assert everybody[1 - seat].state("table.turnOf") == turns % 2
    assert turns == min(32, most)
    tiles, at = everybody[1].pile("table")[1], everybody[1].state("table.at")
    assert len(tiles) == 1 + placed  # the first tile lies there from the set-up
    places = [at[str(tile)] for tile in tiles]
    near = [hypot(a[0] - b[0], a[1] - b[1]) for n, a in enumerate(places) for b in places[:n]]
    assert min(near) > 49

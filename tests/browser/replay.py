"""Plays a written game on ``table.html`` as people would: with the mouse, the keyboard and the buttons of the page.

A file of ``replays/`` says who sits there and what they do, one act a line. An act is a verb with its object; ``seat``
says who looks at the table, and the device is handed over when that is somebody else. A pile is named as in
``game.yaml``, with the name of its owner when that is not who looks: ``Una hand``.
"""

from collections import Counter

from tests.browser.tables import begin
from tests.browser.watched import ON_TABLE, SLOT, STATE, Watched

PLAY = "punchboard.play"
BESIDE = [(-15, -9), (0, -12), (15, -9), (-9, 7), (9, 7), (0, 13)]


def listed(value):
    return value if isinstance(value, list) else [value]


class Replay(Watched):
    """A game in progress on a page. ``used`` counts clicks, drags, keys and choices from lists."""

    def __init__(self, page, script):
        self.page = page
        self.names = script["seats"]
        self.places = script.get("places", {})
        self.used = Counter()
        for seat, name in enumerate(self.names):
            if seat == 0:
                page.select_option("#seats", str(len(self.names)))
            page.fill(f"#names input[type=text] >> nth={seat}", name)
        begin(page, len(self.names), how=script.get("set up", "hand"), seed=script.get("seed", 1))

    def play(self, acts, watch=lambda act: None):
        """Do one act after the other; the first that cannot be done is named."""
        for number, act in enumerate(acts):
            try:
                self.act(dict(act))
            except Exception as error:
                error.add_note(f"act {number}: {act}")
                raise
            watch(act)

    def act(self, act):
        """Do one act."""
        seat = act.pop("seat", None)
        if seat is not None:
            self.look_as(seat)
        self.state = self.page.evaluate(STATE)
        verb = next(iter(act), None)
        if verb is not None:
            getattr(self, verb.replace(" ", "_"))(act.pop(verb), **act)

    def look_as(self, name):
        """Hand the device over."""
        seat = self.names.index(name)
        if self.page.input_value("#viewer") != str(seat):
            self.choose("#viewer", str(seat))
            self.click("#ready")

    # What hands do.

    def click(self, selector):
        """Click an element."""
        self.used["clicks"] += 1
        self.page.click(selector)

    def choose(self, selector, value):
        """Choose from a list."""
        self.used["choices"] += 1
        self.page.select_option(selector, value)

    def press(self, key):
        """Press a key."""
        self.used["keys"] += 1
        self.page.keyboard.press(key)

    def click_at(self, point, *, more=False):
        """Click a point; ``more`` chooses one more piece."""
        self.used["clicks"] += 1
        if more:
            self.page.keyboard.down("Control")
        self.page.mouse.click(*point)
        if more:
            self.page.keyboard.up("Control")

    def drag(self, start, end, *, whole=False):
        """Drag from a point to another; ``whole`` takes the whole pile."""
        self.used["drags"] += 1
        mouse = self.page.mouse
        if whole:
            self.page.keyboard.down("Shift")
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + 9, start[1] + 9)
        mouse.move(*end, steps=2)
        mouse.up()
        if whole:
            self.page.keyboard.up("Shift")

    # The verbs.

    def find(self, ids, *, to="hand", number=1, under=False, **more):
        """Search a pile, and take or move each piece that is looked for; ``number`` of pieces that are alike."""
        for name in listed(ids):
            if not self.page.locator("#look[open]").count():
                self.click_at(self.top(more["in"]))
                self.click("#bar button:text-is('Search')")
            found = f".found[data-found='{self.piece(name, more['in'])}'] button"
            if to == "hand":
                self.click(f"{found}:text-is('Take')")
            else:
                self.click(f"{found}:text-is('Move to…')")
                self.into(to, number, under=under)
            self.state = self.page.evaluate(STATE)
        if self.page.locator("#look[open]").count():
            self.click("#look .shut")

    def steps(self, number, *, answers=()):
        """Let the script carry out a number of printed steps of the set-up, and answer what it asks."""
        self.panel("setup")
        given = iter(answers)
        while self.page.locator("#steps .now").count():
            path = self.page.get_attribute("#steps .now", "data-path")
            if int(path.partition(".")[2]) >= number:
                break
            if self.page.locator("#do-step").count():
                self.click("#do-step")
            else:
                self.click(f"#asked .choices button:text-is('{next(given)}')")

    def into(self, name, number, *, under):
        """Tell the bar which pile, how many, and whether under it."""
        if number > 1:
            self.page.fill("#bar input[type=number]", str(number))
        if under:
            self.click("#bar [type=checkbox]")
        self.choose("#bar select", str(self.pile(name)[0]))
        self.click("#bar button.main")

    def draw(self, number, **more):
        """Double click a stack as often as cards are drawn."""
        for _ in range(number):
            self.used["double clicks"] += 1
            self.page.mouse.dblclick(*self.top(more["from"]))
            self.state = self.page.evaluate(STATE)

    def move(self, ids, *, to, by="mouse", under=False, number=1, **more):
        """Drag a piece, or several chosen ones, to a pile; or press M and choose the pile."""
        pieces = [self.piece(name, more.get("from"), more.get("card")) for name in self.apart(listed(ids))]
        by = "keys" if number > 1 else by
        if len(pieces) > 1 or by == "keys":
            for place, piece in enumerate(pieces):
                self.click_at(self.seen(piece), more=place > 0)
        if by == "keys":
            self.press("m")
            self.into(to, number, under=under)
        else:
            self.drag(self.seen(pieces[-1]), self.slot(to))

    def apart(self, ids):
        """Return ids that name one piece each."""
        assert len(set(ids)) == len(ids), "name each copy in an act of its own"
        return ids

    def whole(self, name, *, to):
        """Drag a whole pile with Shift."""
        if self.pile(name)[1]["pieces"]:
            self.drag(self.top(name), self.slot(to), whole=True)

    def nth(self, number, *, of, to):
        """Drag one of a pile that is spread out, by where it lies."""
        self.drag(self.seen(self.pile(of)[1]["pieces"][number - 1]), self.slot(to))

    def spread(self, name):
        """Spread a pile out, or gather it."""
        self.click_at(self.top(name))
        number = self.pile(name)[0]
        if not self.page.locator("#bar button:text-is('Spread or gather')").count():
            self.click_at(self.page.evaluate(SLOT, number))
        self.click("#bar button:text-is('Spread or gather')")
        self.press("Escape")

    def place(self, ids, *, at, leaving=None, **more):
        """Drag a piece to a place on the open table; one that is no tile goes beside what stands there."""
        for name in listed(ids):
            if leaving is None:
                piece = self.piece(name, more.get("from"))
            else:
                piece = next(one for one, standing in self.standing(leaving) if standing == name)
            x, y = self.places[at]
            if piece in self.state["tiles"]:
                right, down = 3, -2
            else:
                right, down = BESIDE[len(self.standing(at)) % len(BESIDE)]
            self.drag(self.seen(piece), self.page.evaluate(ON_TABLE, [x + right, y + down]))
            self.state = self.page.evaluate(STATE)

    def token(self, ids, *, card, **more):
        """Drag a token onto a card."""
        for name in listed(ids):
            self.drag(self.seen(self.piece(name, more.get("from"))), self.seen(self.piece(card, more.get("of"))))
            self.state = self.page.evaluate(STATE)

    def flip(self, ids, **more):
        """Choose a piece and turn it over."""
        for name in listed(ids):
            self.click_at(self.seen(self.piece(name, more.get("from"))))
            self.press("f")

    def shuffle(self, name):
        """Choose a pile and shuffle it."""
        self.click_at(self.top(name))
        self.press("s")

    def deal(self, number, **more):
        """Deal a pile to all hands."""
        self.click_at(self.top(more["from"]))
        self.click("#bar button:text-is('Deal…')")
        self.page.fill("#bar input", str(number))
        self.click("#bar button.main")

    def roll(self, die, *, until=None):
        """Roll a die; again, until it shows what it showed when the game was played."""
        self.panel("pad")
        name = self.page.evaluate(f"punchboard.view.dice['{die}'].name")
        for _ in range(200):
            self.click(f"#dice [aria-label='Roll {name}']")
            shown = self.page.evaluate(f"{PLAY}.table.dice['{die}']")
            if until is None or shown == until:
                return
        raise AssertionError(f"{die} never shows {until}")

    def panel(self, tab):
        """Open a tab of the panel."""
        if not self.page.locator("#panel").is_visible():
            self.click("#panel-open")
        if not self.page.locator(f"#tab-{tab}").is_visible():
            self.click(f"#of-{tab}")

    def next(self, what):
        """Press the button for the next round or turn."""
        self.panel("pad")
        self.click({"round": "#next-round", "turn": "#next-seat"}[what])

    def score(self, points, *, row=1):
        """Write points on the score sheet."""
        self.panel("pad")
        if self.page.locator("#score tbody tr").count() < row:
            self.click("#add-row")
        for name, value in points.items():
            box = f"#score input[aria-label='{name}, row {row}']"
            self.page.fill(box, str(value))
            self.press("Tab")

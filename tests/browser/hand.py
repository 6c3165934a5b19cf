"""What a person does on the page of the studio, and what the person then sees: pictures compared in millimetres."""

from __future__ import annotations

from patience import eventually

STAGE = "#stage .face img"
"""The picture of the open card."""

SEEN = """async ([where, keeps]) => {
  const img = document.querySelector(where);
  if (!img?.complete || !img.naturalWidth) return "none";
  const face = getComputedStyle(img.closest(".face"));
  const [wide, high, left, top] = ["--fw", "--fh", "--tx", "--ty"].map((name) => Number(face.getPropertyValue(name)));
  const scale = 8;  // pixels a millimetre
  const canvas = Object.assign(document.createElement("canvas"), {width: wide * scale, height: high * scale});
  const paper = canvas.getContext("2d");
  paper.drawImage(img, 0, 0, canvas.width, canvas.height);
  const now = paper.getImageData(0, 0, canvas.width, canvas.height).data;
  if (keeps) window.seenBefore = now;
  const before = window.seenBefore;
  if (before.length !== now.length) return "other size";
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const near = (at) => Math.abs(now[at] - before[at]) < 40;
  for (let at = 0; at < now.length; at += 4) {
    if (near(at) && near(at + 1) && near(at + 2)) continue;
    const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  }
  return x1 < 0 ? null : [x0 / scale - left, y0 / scale - top, x1 / scale - left, y1 / scale - top];
}"""


class Picture:
    """A picture of a card as it was; what has changed since is given as an area.

    Areas are (left, top, right, bottom) in mm from the trim's top left corner.
    """

    def __init__(self, page, where=STAGE):
        self.page, self.where = page, where
        page.wait_for_selector(where)
        eventually(lambda: page.evaluate(SEEN, [where, True]) is None)

    def change(self):
        """Return the area that differs from before; None if nothing does."""
        return self.page.evaluate(SEEN, [self.where, False])

    def changes(self, left, top, right, bottom, slack=0.4):
        """Wait until just this area differs: each edge where it is said to be."""
        wanted, found = (left, top, right, bottom), []

        def holds():
            found[:] = [self.change()]
            return isinstance(found[0], list) and all(
                abs(one - other) <= slack for one, other in zip(found[0], wanted, strict=True)
            )

        eventually(holds, lambda: f"{found[0]} changed instead of {wanted}")

    def changes_within(self, left, top, right, bottom):
        """Wait until something differs, all of it in this area."""
        found = []

        def holds():
            found[:] = [self.change()]
            area = found[0]
            return isinstance(area, list) and (
                area[0] >= left and area[1] >= top and area[2] <= right and area[3] <= bottom
            )

        eventually(holds, lambda: f"{found[0]} changed, not within {(left, top, right, bottom)}")

    def is_back(self):
        """Wait until nothing differs any more."""
        eventually(lambda: self.change() is None, lambda: f"{self.change()} still differs")


def box(name):
    """Return the selector of a box on the bench."""
    return f"#bench [data-box='{name}']"


def open_layout(page, card=0):
    """Open a card and its layout with the mouse."""
    page.locator("#cards li button").nth(card).click()
    page.click("#studio-edit")
    page.wait_for_selector("#bench .box")


def rectangle(page, where):
    """Return left, top, width and height of an element in the window, in pixels."""
    page.wait_for_selector(where)
    measure = "where => { const {x, y, width, height} = document.querySelector(where).getBoundingClientRect();"
    return page.evaluate(f"{measure} return [x, y, width, height]; }}", where)


def scale(page):
    """Return how many pixels of the window a millimetre of the open card has."""
    style = "getComputedStyle(document.querySelector('#bench')).getPropertyValue('--tw')"
    return rectangle(page, "#bench")[2] / float(page.evaluate(style))


def grip(page, name, handle=""):
    """Return a point of the window where a box, or a handle of a chosen box, is taken."""
    where = box(name) if not handle else f"{box(name)} [data-handle={handle}]"
    x, y, width, height = rectangle(page, where)
    share = 0.5 if handle else 0.25  # neither in the middle of an edge nor at a corner, where handles are
    return x + width * share, y + height * share


def take(page, name, dx, dy, handle=""):
    """Take a box or a handle with the mouse and pull it by millimetres, without letting go."""
    x, y = grip(page, name, handle)
    mm = scale(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx * mm / 2, y + dy * mm / 2, steps=3)
    page.mouse.move(x + dx * mm, y + dy * mm, steps=3)


def drag(page, name, dx, dy, handle="", *, snaps=False):
    """Drag a box or a handle by millimetres; Alt keeps it from snapping."""
    if not snaps:
        page.keyboard.down("Alt")
    take(page, name, dx, dy, handle)
    page.mouse.up()
    if not snaps:
        page.keyboard.up("Alt")


def choose(page, *names):
    """Choose boxes with clicks; Shift adds to them."""
    for number, name in enumerate(names):
        page.mouse.move(*grip(page, name))
        if number:
            page.keyboard.down("Shift")
        page.mouse.down()
        page.mouse.up()
        if number:
            page.keyboard.up("Shift")
    page.wait_for_function(
        "count => document.querySelectorAll('#bench .box[aria-pressed=true]').length === count", arg=len(names)
    )


def press_at_once(page, *keys):
    """Press keys between which the page finds no pause, however slow the machine is: they are one step."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    for key in keys:
        page.keyboard.press(key)
    page.clock.resume()


class Finger:
    """A finger on the screen, as the browser gets it from the hardware."""

    def __init__(self, page):
        self.page, self.cdp = page, page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def press(self, start, end, steps=6):
        """Put the finger down and move it, without lifting it."""
        self._send("touchStart", start)
        for step in range(1, steps + 1):
            share = step / steps
            self._send("touchMove", tuple(one + (other - one) * share for one, other in zip(start, end, strict=True)))
            self.page.evaluate("() => new Promise(requestAnimationFrame)")  # the page has followed it

    def drag(self, start, end):
        """Put the finger down, move it, and lift it."""
        self.press(start, end)
        self._send("touchEnd")

    def lose(self):
        """Take the touch away, as the system does for a call."""
        self._send("touchCancel")

    def pull(self, name, dx, dy, handle=""):
        """Drag a box, or a handle of a chosen box, by millimetres."""
        x, y = grip(self.page, name, handle)
        mm = scale(self.page)
        self.drag((x, y), (x + dx * mm, y + dy * mm))

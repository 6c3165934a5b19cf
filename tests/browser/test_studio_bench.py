"""The bench by hand: each flow is done with a mouse, and read from the file on disk and from the card's picture."""

from __future__ import annotations

import pytest
from tests.browser.conftest import changed, saved
from tests.browser.hand import Picture, box, choose, drag, grip, open_layout, press_at_once, rectangle, scale, take

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

PLAIN = """\
# Three plain boxes.
boxes:
  red: {at: [8, 10], size: [16, 8], fill: "#b03030"}  # the first one
  blue: {at: [30, 30], size: [20, 8], fill: "#3030b0"}
  green: {at: [12, 60], size: [10, 14], fill: "#30b030"}
"""
BACK = (63.5, 88.9)


@pytest.fixture
def bench(enter, game):
    """Opens the layout of the first card, which has the boxes of a text, and returns the page and the layout's file."""

    def bench(boxes=PLAIN, **more):
        file = game / "layouts" / "faces" / "card.yaml"
        file.write_text(boxes, encoding="utf-8")
        page = enter(**more)
        open_layout(page)
        return page, file

    return bench


def undone(page, file, before, picture, label=""):
    """Undo the last step: the bytes and the picture are those from before."""
    page.click("#studio-undo")
    saved(page, f"Undone: {label}")
    assert file.read_text() == before
    picture.is_back()


HANDLES = {
    "e": ((5, 0), "at: [8, 10], size: [21, 8]", (24, 10, 29, 18)),
    "s": ((0, 6), "at: [8, 10], size: [16, 14]", (8, 18, 24, 24)),
    "w": ((-5, 0), "at: [3, 10], size: [21, 8]", (3, 10, 8, 18)),
    "n": ((0, 3), "at: [8, 13], size: [16, 5]", (8, 10, 24, 13)),
    "se": ((4, 4), "at: [8, 10], size: [20, 12]", (8, 10, 28, 22)),
    "nw": ((-2, -4), "at: [6, 6], size: [18, 12]", (6, 6, 24, 18)),
}


@pytest.mark.parametrize("handle", HANDLES)
def test_each_handle_moves_its_own_edges(bench, handle):
    """The other edges stay; one line of the file changes and its comment stays; undo takes it back."""
    pull, line, area = HANDLES[handle]
    page, file = bench()
    choose(page, "red")
    picture = Picture(page)
    drag(page, "red", *pull, handle)
    saved(page, "Resize red")
    assert changed(PLAIN, file.read_text()) == [f'  red: {{{line}, fill: "#b03030"}}  # the first one']
    picture.changes(*area)
    undone(page, file, PLAIN, picture)


HUNG = {
    "left and top": ("left: 8, top: 30, width: 20, height: 10", "left: 11, top: 34, width: 20, height: 10"),
    "right and bottom": (
        "right: 18, bottom: 20, width: 20, height: 10",
        "right: 15, bottom: 16, width: 20, height: 10",
    ),
    "both sides": ("left: 8, right: 8, top: 30, height: 10", "left: 11, right: 5, top: 34, height: 10"),
    "a share": ("left: 20% + 1.3, top: 30, width: 20, height: 10", "left: 20% + 4.3, top: 34, width: 20, height: 10"),
    "below": (
        "left: 8, top: 3, below: red + 6, width: 20, height: 10",
        "left: 11, top: 3, below: red + 10, width: 20, height: 10",
    ),
    "after": (
        "left: 3, after: red + 2, top: 30, width: 20, height: 10",
        "left: 3, after: red + 5, top: 34, width: 20, height: 10",
    ),
    "above and before": (
        "right: 3, before: green + 9, bottom: 3, above: green + 9, width: 20, height: 10",
        "right: 3, before: green + 6, bottom: 3, above: green + 5, width: 20, height: 10",
    ),
}
BESIDE = {"below": "Top", "after": "Left", "above": "Bottom", "before": "Right"}
AROUND = """\
boxes:
  red: {{at: [8, 10], size: [16, 8], fill: "#b03030"}}
  green: {{at: [50, 60], size: [8, 8], fill: "#30b030"}}
  hung: {{sides: {{{}}}, fill: "#3030b0"}}
"""


@pytest.mark.parametrize("how", HUNG)
def test_a_hung_box_keeps_what_holds_it(bench, how):
    """Only the offset that holds an edge changes, and the panel names what the edge hangs on."""
    held, after = HUNG[how]
    page, file = bench(AROUND.format(held))
    choose(page, "hung")
    x, y, width, height = page.evaluate("boxes => boxes", areas(page, "hung"))
    picture = Picture(page)
    drag(page, "hung", 3, 4)
    saved(page, "Move hung")
    assert file.read_text() == AROUND.format(after)
    picture.changes(x, y, x + width + 3, y + height + 4)
    shown = {BESIDE.get(key, key.title()): value for key, value in (one.split(": ") for one in after.split(", "))}
    for edge, value in shown.items():
        page.wait_for_function(
            "([edge, value]) => [...document.querySelectorAll('.holds div')].some((one) =>"
            " one.querySelector('dt').textContent.startsWith(edge) && one.querySelector('dd').textContent === value)",
            arg=[edge, value],
        )


def areas(page, name):
    """Return left, top, width and height of the chosen box, as its panel has them."""
    return [
        float(page.input_value(f"input[aria-label='{key} of {name} in mm']"))
        for key in ("Left", "Top", "Width", "Height")
    ]


FITTING = """\
boxes:
  words: {{sides: {{left: {}, right: 8, top: {}, height: fit}}, text: "{{{{ text }}}}", fill: "#f0e0c0"}}
"""


def test_a_text_that_fits_its_height_is_moved_and_widened_but_not_stretched(bench):
    """The height follows the text; a pull at the edge that the text holds writes nothing, and the page says why."""
    page, file = bench(FITTING.format(8, 30))
    choose(page, "words")
    x, top, _, height = areas(page, "words")
    moved = Picture(page)
    drag(page, "words", 0, 5)
    saved(page, "Move words")
    assert file.read_text() == FITTING.format(8, 35)
    moved.changes_within(x - 0.3, top - 0.3, 55.8, top + height + 5.3)
    picture = Picture(page)
    drag(page, "words", 24, 0, "w")
    saved(page, "Resize words")
    assert file.read_text() == FITTING.format(32, 35)
    page.wait_for_function(
        "was => Number(document.querySelector('input[aria-label=\"Height of words in mm\"]').value) > was + 1",
        arg=height,
    )
    picture.changes_within(x - 0.3, 34.7, 55.8, 88)
    drag(page, "words", 0, 7, "s")
    page.wait_for_selector("#studio-status.wrong")
    assert "its text or a neighbour holds this edge" in page.inner_text("#studio-status")
    assert file.read_text() == FITTING.format(32, 35)


def test_several_boxes_are_dragged_together(bench):
    """All of them move by the same millimetres, as one step."""
    page, file = bench()
    choose(page, "red", "green")
    picture = Picture(page)
    drag(page, "red", 10, 5)
    saved(page, "Move red, green")
    assert changed(PLAIN, file.read_text()) == [
        '  red: {at: [18, 15], size: [16, 8], fill: "#b03030"}  # the first one',
        '  green: {at: [22, 65], size: [10, 14], fill: "#30b030"}',
    ]
    picture.changes(8, 10, 34, 79)
    undone(page, file, PLAIN, picture)


ALIGNED = {
    "Align left": ((8, 10), (8, 30), (8, 60)),
    "Align centres": ((21, 10), (19, 30), (24, 60)),
    "Align right": ((34, 10), (30, 30), (40, 60)),
    "Align top": ((8, 10), (30, 10), (12, 10)),
    "Align middles": ((8, 38), (30, 38), (12, 35)),
    "Align bottom": ((8, 66), (30, 66), (12, 60)),
    "Space evenly across": ((8, 10), (30, 30), (22, 60)),
    "Space evenly down": ((8, 10), (30, 35), (12, 60)),
}


@pytest.mark.parametrize("how", ALIGNED)
def test_boxes_are_aligned_and_spread(bench, how):
    """Each button of the panel for several boxes: new places in the file, and only those lines."""
    page, file = bench()
    choose(page, "red", "blue", "green")
    picture = Picture(page)
    page.click(f"#studio-panel >> text='{how}'")
    saved(page, how)
    text = PLAIN
    for old, new in zip(((8, 10), (30, 30), (12, 60)), ALIGNED[how], strict=True):
        text = text.replace(f"at: [{old[0]}, {old[1]}]", f"at: [{new[0]}, {new[1]}]")
    assert file.read_text() == text
    picture.changes_within(7.8, 9.8, 50.2, 74.2)
    undone(page, file, PLAIN, picture)


def test_a_duplicate_is_beside_its_box(bench):
    """It has the values of the other, is chosen at once, and is moved alone."""
    page, file = bench()
    choose(page, "red")
    picture = Picture(page)
    page.click("#studio-panel >> text=Duplicate")
    saved(page, "Duplicate red")
    assert file.read_text() == PLAIN + '  red-2: {at: [10, 12], size: [16, 8], fill: "#b03030"}\n'
    picture.changes(10, 12, 26, 20)
    page.wait_for_selector(f"{box('red-2')}[aria-pressed=true]")
    drag(page, "red-2", 20, 0)
    saved(page, "Move red-2")
    assert file.read_text() == PLAIN + '  red-2: {at: [30, 12], size: [16, 8], fill: "#b03030"}\n'
    picture.changes(30, 12, 46, 20)


def test_an_own_box_is_deleted_with_the_key(bench):
    """Its line goes and undo brings it back at its place."""
    page, file = bench()
    choose(page, "blue")
    picture = Picture(page)
    page.keyboard.press("Delete")
    saved(page, "Delete blue")
    assert file.read_text() == PLAIN.replace('  blue: {at: [30, 30], size: [20, 8], fill: "#3030b0"}\n', "")
    picture.changes(30, 30, 50, 38)
    page.wait_for_selector(box("blue"), state="detached")
    undone(page, file, PLAIN, picture)
    page.wait_for_selector(box("blue"))


@pytest.mark.parametrize("button", ["Hide", "Delete"])
def test_an_inherited_box_is_left_out_in_the_own_file(enter, game, button):
    """`null` in the game's own face; the layout that comes with the program is not touched."""
    file = game / "layouts" / "faces" / "card.yaml"
    before = file.read_text()
    page = enter()
    open_layout(page)
    choose(page, "flavour")
    picture = Picture(page)
    page.click(f"#studio-panel >> text={button}")
    saved(page, f"{button} flavour")
    assert file.read_text() == before + "  flavour: null\n"
    picture.changes_within(5, 19, 58.5, 84)
    undone(page, file, before, picture)


STACK = """\
boxes:
  low: {at: [10, 10], size: [30, 20], fill: "#b03030"}
  high: {at: [20, 15], size: [30, 20], fill: "#3030b0"}
  top: {at: [25, 20], size: [30, 20], fill: "#30b030"}
"""


def test_boxes_change_their_order(bench):
    """Forward and backward, one box at a time: the picture shows which one covers the other."""
    page, file = bench(STACK)
    choose(page, "low")
    picture = Picture(page)
    page.click("#studio-panel >> text=Forward")
    saved(page, "Bring low forward")
    picture.changes(20, 15, 40, 30)  # where they overlap, except under the topmost
    assert page.evaluate("document.activeElement.textContent") == "Forward"
    assert len(changed(STACK, file.read_text())) == 1
    page.wait_for_function("() => document.querySelectorAll('#bench .box')[0].dataset.box === 'high'")
    page.click("#studio-panel >> text=Backward")
    saved(page, "Send low backward")
    picture.is_back()
    page.click("#studio-undo")
    saved(page, "Undone: Send")
    undone(page, file, STACK, picture, "Bring")


LINES = {
    "trim": ("red", (39.1, 0), "at: [47.5, 10]", "trim"),
    "safe area": ("blue", (-26.6, 0), "at: [3, 30]", "safe area"),
    "centre": ("green", (14.4, 0), "at: [26.75, 60]", "centre"),
    "another box": ("red", (21.4, 0), "at: [30, 10]", "blue"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_dragged_box_snaps_to_lines_and_says_which(bench, line):
    """The measure and a guide are shown while the mouse is down, and gone after; the file has the exact place."""
    name, pull, at, what = LINES[line]
    page, file = bench()
    choose(page, name)
    picture = Picture(page)
    take(page, name, *pull)
    measure = page.inner_text("#bench .measure")
    assert "mm" in measure
    assert what in measure
    assert page.locator("#bench .guide").count() >= 1
    page.mouse.up()
    saved(page, f"Move {name}")
    assert page.locator("#bench .guide, #bench .measure").count() == 0
    (new,) = changed(PLAIN, file.read_text())
    assert at in new
    undone(page, file, PLAIN, picture)


def test_boxes_are_taken_out_of_the_choice_again(bench):
    """Shift and a click takes one out, a click beside the boxes all of them; the keys then move what is chosen."""
    page, file = bench()
    choose(page, "red", "blue")
    page.locator(box("blue")).click(modifiers=["Shift"], position={"x": 30, "y": 20})
    page.wait_for_selector(f"{box('blue')}[aria-pressed=false]")
    picture = Picture(page)
    page.keyboard.press("Shift+ArrowRight")
    saved(page, "Move red")
    assert "red: {at: [9, 10]" in file.read_text()
    picture.changes(8, 10, 25, 18)
    x, y, width, height = rectangle(page, "#bench")
    page.mouse.click(x + width / 2, y + height - 20)
    page.wait_for_function("() => !document.querySelector('#bench .box[aria-pressed=true]')")


def test_alt_keeps_a_box_from_snapping(bench):
    """It lies where the hand left it, to a tenth of a millimetre."""
    page, file = bench()
    choose(page, "red")
    picture = Picture(page)
    drag(page, "red", -7.4, 0.3)
    saved(page, "Move red")
    assert "red: {at: [0.6, 10.3]" in file.read_text()
    picture.changes(0.6, 10, 24, 18.3)


def test_arrow_keys_move_all_chosen_boxes_in_four_directions(bench):
    """0.1 mm each, 1 mm with Shift; keys that follow quickly are one step."""
    page, file = bench()
    choose(page, "red", "blue")
    picture = Picture(page)
    press_at_once(page, "ArrowRight", "ArrowRight", "Shift+ArrowDown", "ArrowUp", "Shift+ArrowRight", "ArrowLeft")
    saved(page, "Move red, blue")
    assert changed(PLAIN, file.read_text()) == [
        '  red: {at: [9.1, 10.9], size: [16, 8], fill: "#b03030"}  # the first one',
        '  blue: {at: [31.1, 30.9], size: [20, 8], fill: "#3030b0"}',
    ]
    picture.changes(8, 10, 51.1, 38.9)
    undone(page, file, PLAIN, picture)


def test_keys_that_follow_at_once_lose_no_move(bench):
    """Another box is moved, the move undone and the layout closed before the keys have paused: each step is its own."""
    page, file = bench()
    choose(page, "red")
    picture = Picture(page)
    page.keyboard.press("Shift+ArrowDown")
    choose(page, "green")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Control+z")
    saved(page, "Undone: Move green")
    assert changed(PLAIN, file.read_text()) == ['  red: {at: [8, 11], size: [16, 8], fill: "#b03030"}  # the first one']
    page.locator(box("red")).focus()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("e")
    saved(page, "Move red")
    assert "red: {at: [8, 12]" in file.read_text()
    picture.changes(8, 10, 24, 20)


def test_a_stock_layout_is_overridden_with_just_the_changed_keys(enter, game):
    """The game had no file for it; it gets one that extends the layout, and undo takes the file away."""
    text = (game / "game.yaml").read_text()
    (game / "game.yaml").write_text(text.replace("face: card ", "face: clean "), encoding="utf-8")
    file = game / "layouts" / "faces" / "clean.yaml"
    page = enter()
    open_layout(page)
    choose(page, "title")
    picture = Picture(page)
    drag(page, "title", 0, 4)
    saved(page, "Move title")
    lines = file.read_text().splitlines()
    assert lines[:2] == ["extends: clean", "boxes:"]
    assert len(lines) == 3
    assert lines[2].startswith("  title: {sides: {")
    picture.changes_within(0, 0, *BACK)
    page.click("#studio-undo")
    saved(page, "Undone")
    picture.is_back()
    assert not file.exists()


def test_a_box_is_chosen_from_the_list_when_it_lies_under_another(bench):
    """The list of boxes names all of them, topmost first; what is chosen there is moved by its numbers."""
    page, file = bench(STACK.replace("at: [20, 15], size: [30, 20]", "at: [26, 21], size: [10, 10]"))
    before = file.read_text()
    page.click("#studio-panel .layers summary")
    names = page.locator("#studio-panel .layers li button").all_inner_texts()
    assert [name.split()[0] for name in names] == ["top", "high", "low"]
    page.click("#studio-panel .layers li button >> nth=1")
    page.wait_for_selector(f"{box('high')}[aria-pressed=true]")
    picture = Picture(page)
    page.fill("input[aria-label='Top of high in mm']", "50")
    page.keyboard.press("Tab")
    saved(page, "Move high")
    assert changed(before, file.read_text()) == ['  high: {at: [26, 50], size: [10, 10], fill: "#3030b0"}']
    picture.changes(26, 50, 36, 60)


def test_a_drag_goes_on_while_the_game_is_loaded_again(bench, game):
    """Another program saves a table while the mouse is down: the box stays in the hand, and is written on release."""
    page, file = bench()
    choose(page, "red")
    picture = Picture(page)
    page.keyboard.down("Alt")
    take(page, "red", 5, 0)
    table = game / "cards.csv"
    table.write_text(table.read_text().replace("Tinker,", "Tinkerer,"), encoding="utf-8")
    page.wait_for_function("() => document.getElementById('cards').textContent.includes('Tinkerer')")
    x, y = grip(page, "red")
    page.keyboard.press("Tab")  # the focus goes on to the next box
    page.mouse.move(x + 5 * scale(page), y, steps=3)
    page.mouse.up()
    page.keyboard.up("Alt")
    saved(page, "Move red")
    assert "red: {at: [18, 10]" in file.read_text()
    picture.changes(8, 10, 34, 18)

"""New boxes of a layout: by button, for a field of the table, and by dropping a field on a card."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.browser.hand import Finger, Picture, box, choose, open_layout, rectangle, scale

from punchboard.load.yaml.places import read_yaml_value

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

DARK = """\
boxes:
  night: {at: [-3, -3], size: [69.5, 94.9], fill: "#14141c"}
"""
LIGHT = DARK.replace("#14141c", "#f4f2ea")


@pytest.fixture
def face(game):
    """The file of the cards' layout."""
    return game / "layouts" / "faces" / "card.yaml"


def boxes(face):
    """Return the boxes of a file as it is now."""
    return read_yaml_value(face.read_text(encoding="utf-8"), "")["boxes"]


def area(written, more=0.0):
    """Return left, top, right and bottom of a box in mm, or of what reaches further by so much."""
    (x, y), (width, height) = written["at"], written["size"]
    return x - more, y - more, x + width + more, y + height + more


PIXEL = 0.15


def test_boxes_are_added_by_buttons_beside_the_title(enter, game):
    """Each is one step, is chosen at once, and lies within the safe area where the title is not."""
    file = game / "layouts" / "faces" / "card.yaml"
    before = file.read_text()
    page = enter()
    open_layout(page)
    title = page.locator("#bench [data-box=title]").bounding_box()
    for sort in ("text-2", "icon-2", "shape"):
        kind = sort.partition("-")[0]
        page.click(f"button:text-is('+ {kind}')")
        saved(page, f"Add {sort}")
        there = page.wait_for_selector(f"#bench [data-box={sort}][aria-pressed=true]").bounding_box()
        apart = there["y"] >= title["y"] + title["height"] or there["y"] + there["height"] <= title["y"]
        beside = there["x"] >= title["x"] + title["width"] or there["x"] + there["width"] <= title["x"]
        assert apart or beside
    for sort in ("shape", "icon-2", "text-2"):
        page.click("#studio-undo")
        saved(page, f"Undone: Add {sort}")
    assert file.read_text() == before


@pytest.mark.parametrize(("ground", "plate"), [(DARK, True), (LIGHT, False)])
def test_a_new_text_can_be_read_wherever_it_lies(enter, face, ground, plate):
    """On a dark ground it gets a plate; on a light one it needs none. The button is called what it shows."""
    face.write_text(ground, encoding="utf-8")
    page = enter()
    open_layout(page)
    picture = Picture(page)
    page.get_by_role("button", name="+ text", exact=True).click()
    saved(page, "Add text")
    new = boxes(face)["text"]
    assert ("fill" in new, "colour" in new) == (plate, plate)
    picture.changes_within(*area(new, PIXEL))
    assert page.locator("#studio-panel .faults").count() == 0


def test_a_value_plate_and_a_tag_row_show_a_chosen_column(enter, face, axe):
    """The button lists the columns, numbers first; each box is one step, and has words on a plate of the theme."""
    face.write_text(LIGHT, encoding="utf-8")
    page = enter()
    open_layout(page)
    picture = Picture(page)
    page.get_by_role("button", name="+ value plate").click()
    listed = page.get_by_role("group", name="Column for the value plate").get_by_role("button")
    assert listed.all_text_contents()[0] == "Cost"
    assert axe(page) == []
    listed.first.click()
    saved(page, "Add cost")
    new = boxes(face)["cost"]
    assert (new["text"], new["fill"], new["colour"]) == ("{{ cost }}", "value", "on-value")
    picture.changes(*area(new))
    picture = Picture(page)
    page.get_by_role("button", name="+ tag row").click()
    page.get_by_role("group", name="Column for the tag row").get_by_role("button", name="Role").click()
    saved(page, "Add role")
    assert boxes(face)["role"]["pips"] == "{{ role.name }}"
    picture.changes_within(*area(boxes(face)["role"], PIXEL))


def test_a_field_is_dropped_where_its_box_shall_be(enter, face):
    """A pill of the panel dragged onto the card is a text box around that point; pressed, it finds a place itself."""
    face.write_text(LIGHT, encoding="utf-8")
    before = face.read_bytes()
    page = enter()
    open_layout(page)
    picture = Picture(page)
    mm, (left, top, *_) = scale(page), rectangle(page, "#bench")
    pill = page.get_by_role("group", name="Fields to add").get_by_role("button", name="Name")
    stage = page.locator("#stage").bounding_box()
    there = {"x": left + 30 * mm - stage["x"], "y": top + 50 * mm - stage["y"]}
    pill.drag_to(page.locator("#stage"), target_position=there)
    saved(page, "Add name")
    assert boxes(face)["name"]["text"] == "{{ name }}"
    x, y, _, bottom = area(boxes(face)["name"])
    assert (x, (y + bottom) / 2) == pytest.approx((25, 50), abs=0.5)
    picture.changes_within(*area(boxes(face)["name"], PIXEL))
    page.wait_for_selector("#bench [data-box=name][aria-pressed=true]")
    pill.focus()
    page.keyboard.press("Enter")
    saved(page, "Add name-2")
    assert boxes(face)["name-2"]["text"] == "{{ name }}"
    for name in ("name-2", "name"):
        page.click("#studio-undo")
        saved(page, f"Undone: Add {name}")
    assert face.read_bytes() == before


def test_a_column_head_is_dropped_on_the_card_beside_the_table(enter, face):
    """The box is in the layout of the card that is shown there, and its picture follows."""
    face.write_text(DARK, encoding="utf-8")
    page = enter()
    page.click("#tab-table")
    where = ".deck-side .side:first-child .face img"
    picture = Picture(page, where)
    card = page.locator(".deck-side .side").first
    size = card.bounding_box()
    middle = {"x": size["width"] / 2, "y": size["height"] / 2}
    page.locator("[role=columnheader][data-column=cost]").drag_to(card, target_position=middle)
    saved(page, "Add cost")
    new = boxes(face)["cost"]
    assert (new["text"], new["fill"]) == ("{{ cost }}", "panel")
    x, y, right, bottom = area(new)
    assert (x, (y + bottom) / 2) == pytest.approx((26.75, 44.45), abs=1)
    picture.changes(x, y, right, bottom, slack=0.6)


PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_boxes_are_added_and_moved_on_a_phone(enter, game, face):
    """What was added is scrolled to; a picture that this card has not says where it is seen; nothing is cut off."""
    table = game / "game.yaml"
    picture = "      art: {type: picture, optional: true}\n      flavour: {type"
    table.write_text(table.read_text().replace("      flavour: {type", picture), encoding="utf-8")
    face.write_text(LIGHT, encoding="utf-8")
    page = enter(**PHONE)
    open_layout(page)
    page.get_by_role("button", name="+ picture").tap()
    saved(page, "Added picture: it is seen on cards that have a picture.")
    assert boxes(face)["picture"]["picture"] == "{{ art }}"
    page.get_by_role("button", name="+ icon").tap()
    saved(page, "Add icon")
    icon = page.wait_for_selector("#bench [data-box=icon][aria-pressed=true]")
    eventually(lambda: 0 <= icon.bounding_box()["y"] <= 844 - icon.bounding_box()["height"], icon.bounding_box)
    x, y, *_ = area(boxes(face)["icon"])
    left, top, width, height = rectangle(page, box("icon"))
    start, mm = (left + width / 2, top + height / 2), scale(page)
    Finger(page).drag(start, (start[0] + 6 * mm, start[1] - 9 * mm))
    saved(page, "Move icon")
    assert boxes(face)["icon"]["at"] == pytest.approx([x + 6, y - 9], abs=1)
    assert page.evaluate(
        "[document.documentElement, document.getElementById('open')].every(e => e.scrollWidth <= innerWidth)"
    )


STORM = """\
  event:
    name: Event
    shape: poker
    face: event
    id: "{{ name | slug }}"
    fields: {name: {type: text}, text: {type: markdown}}
    rows: [{name: Storm, text: All ships turn.}]

decks:
"""
PAIR = """\
boxes:
  seal: {at: [40, 60], size: [14, 8], fill: "#a01830"}
  price: {at: [8, 60], size: [14, 8], text: "{{ cost }}", style: card-number}
"""


def test_a_box_is_copied_to_another_kind(enter, game, face, axe):
    """By keyboard: a kind that lacks a field is not offered, and says so; the copy lies where the box was."""
    table = game / "game.yaml"
    table.write_text(table.read_text().replace("decks:\n", STORM), encoding="utf-8")
    face.write_text(PAIR, encoding="utf-8")
    other = face.with_name("event.yaml")
    page = enter()
    page.get_by_role("button", name="Storm").first.click()
    picture = Picture(page)
    page.click("#open-close")
    open_layout(page)
    choose(page, "price")
    page.get_by_role("button", name="Copy to other kinds…").click()
    tick = page.locator(".kinds input")
    assert tick.is_disabled()
    assert "Events have no Cost" in page.get_by_role("dialog", name="Copy price").text_content()
    page.keyboard.press("Escape")
    choose(page, "seal")
    page.get_by_role("button", name="Copy to other kinds…").press("Enter")
    tick.press("Space")
    assert axe(page) == []
    tick.press("Enter")
    saved(page, "Copy seal to other kinds")
    assert other.read_text() == 'extends: event\nboxes:\n  seal: {at: [40, 60], size: [14, 8], fill: "#a01830"}\n'
    assert face.read_text() == PAIR
    page.click("#open-close")
    page.get_by_role("button", name="Storm").first.click()
    picture.changes(40, 60, 54, 68)
    page.click("#studio-undo")
    saved(page, "Undone: Copy seal to other kinds")
    assert not other.exists()
    picture.is_back()


def test_a_kind_is_made_from_the_gallery_of_layouts(enter, game, axe):
    """By keyboard: its name and a layout make a face, a table with a first row, and a picture; undo takes all back."""
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    page = enter()
    page.click("#tab-table")
    page.locator("#new-kind").press("Enter")
    page.locator(".gallery li img").first.wait_for()
    page.locator("#kind-name").fill("Card")
    layout = page.locator(".gallery .choice", has=page.locator("strong", has_text="item"))
    layout.press("Space")
    assert layout.get_attribute("aria-pressed") == "true"
    assert axe(page) == []
    page.locator("#kind-name").press("Enter")
    page.get_by_role("alert").get_by_text("There is already a kind 'card'").wait_for()
    page.locator("#kind-name").fill("Odd Job")
    page.locator("#kind-name").press("Enter")
    saved(page, "Add the kind Odd Job")
    page.get_by_role("gridcell", name="First Odd Job").wait_for()
    assert (game / "odd-job.csv").read_text().splitlines()[1].startswith("First Odd Job,Odd Job,1,")
    page.click("#tab-cards")
    page.locator("#cards li button", has_text="First Odd Job").click()
    Picture(page)
    page.click("#open-close")
    page.click("#studio-undo")
    saved(page, "Undone: Add the kind Odd Job")
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


def test_a_die_is_made_from_the_gallery(enter, game):
    """It has no table: the gallery closes, and the die is among the components."""
    page = enter()
    page.click("#tab-table")
    page.click("#new-kind")
    page.locator("#kind-name").fill("Fate")
    page.locator(".gallery .choice", has=page.locator("strong", has_text="die-theme-pips")).press("Space")
    page.locator("#kind-name").press("Enter")
    saved(page, "Add the kind Fate")
    page.locator("dialog.gallery").wait_for(state="detached")
    page.click("#tab-cards")
    page.locator("#cards li button", has_text="Fate").first.wait_for()
    assert "face: die-theme-pips" in (game / "game.yaml").read_text()

"""Pictures in a real browser: dropped, pasted or chosen for a card, then moved and scaled within their box."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import reduce
from io import BytesIO

import pytest
from patience import eventually
from PIL import Image, ImageChops
from tests.browser.conftest import OUTDATED, saved
from tests.browser.hand import Picture

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

PICTURE = "#bench [data-box=picture]"
HALVES = ((200, 30, 30), (30, 60, 200))


def painting(path, colours=HALVES, size=(120, 90)):
    """Write a picture whose left half and right half have different colours."""
    image = Image.new("RGB", size, colours[0])
    image.paste(colours[1], (size[0] // 2, 0, *size))
    image.save(path)
    return path


def centre(page, where):
    """Return the middle of an element; on the bench a frame may lie over it."""
    area = None
    while area is None:  # while the bench is drawn again
        area = page.locator(where).first.bounding_box()
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2


def drop(page, where, *paths, meanwhile=lambda: None):
    """Drop files on an element, as the browser reports it for files from the desktop.

    ``meanwhile`` is done while they are held over it.
    """
    page.evaluate("where => document.querySelector(where).scrollIntoView({ block: 'nearest' })", where)
    x, y = centre(page, where)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    cdp = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        if kind == "drop":
            meanwhile()
        cdp.send("Input.dispatchDragEvent", {"type": kind, "data": data, "x": x, "y": y})
    cdp.detach()


def status(page, words):
    page.wait_for_function("words => document.getElementById('studio-status').textContent.includes(words)", arg=words)


def written(table, pattern):
    """Wait until a table says something, and return its text: a slow burst of keys is written in parts."""
    eventually(lambda: re.search(pattern, table.read_text()), lambda: f"no {pattern} in\n{table.read_text()}")
    return table.read_text()


def files(game):
    return {path.relative_to(game).as_posix(): path.read_bytes() for path in game.rglob("*") if path.is_file()}


def colours(page, where):
    """Return the red and blue shares of the picture on the screen."""
    image = Image.open(BytesIO(page.locator(where).first.screenshot())).convert("RGB")
    shares = []
    for half in HALVES:
        apart = ImageChops.difference(image, Image.new("RGB", image.size, half))
        most = reduce(ImageChops.lighter, apart.split())  # of the three colours of a pixel
        shares.append(sum(most.histogram()[:24]) / (image.width * image.height))
    return shares


@pytest.fixture
def drawn(studio_page, tmp_path):
    """The studio of a new game, its folder, and a picture on the desktop."""
    page, game = studio_page
    page.on("filechooser", lambda _asked: None)  # from here on no window opens for one
    return page, game, painting(tmp_path / "Old Wolf.png")


@pytest.fixture
def bench(drawn):
    """The bench of a card that has a picture, the game's folder, and the path of its table."""
    page, game, wolf = drawn
    drop(page, "#cards li button", wolf)
    saved(page, "Picture of Pathfinder")
    eventually(lambda: min(colours(page, "#cards li .face")) > 0.1)
    page.click("#cards li button")
    page.click("#studio-edit")
    page.wait_for_selector(PICTURE)
    return page, game / "cards.csv"


def test_a_picture_dropped_on_a_card_is_on_it_and_undo_takes_all_back(drawn):
    """The file is copied, the kind gets a field, the row a cell, and the card shows it; undo leaves nothing behind."""
    page, game, wolf = drawn
    before, table = files(game), (game / "cards.csv").read_text()
    drop(page, "#cards li button", wolf)
    home = f"catalog/{game.name}"
    saved(page, f"Picture of Pathfinder: saved in {home}/art/Old Wolf.png, {home}/game.yaml")
    assert (game / "art" / "Old Wolf.png").read_bytes() == wolf.read_bytes()
    assert (game / "cards.csv").read_text().splitlines()[:2] == [
        "name,role,cost,text,flavour,copies,picture",
        f"{table.splitlines()[1]},art/Old Wolf.png",
    ]
    eventually(lambda: min(colours(page, "#cards li .face")) > 0.1)
    page.click("#studio-undo")
    saved(page, "Undone: Picture of Pathfinder")
    assert files(game) == before
    eventually(lambda: max(colours(page, "#cards li .face")) < 0.02)
    page.click("#studio-redo")
    saved(page, "Done again")
    assert (game / "art" / "Old Wolf.png").read_bytes() == wolf.read_bytes()
    eventually(lambda: min(colours(page, "#cards li .face")) > 0.1)


def test_a_picture_dropped_on_a_cell_of_the_table_and_one_from_the_clipboard(drawn, tmp_path, axe):
    """Each is one cell; the same picture again is not copied a second time."""
    page, game, wolf = drawn
    drop(page, "#cards li button", wolf)
    saved(page, "Picture of Pathfinder")
    page.click("#tab-table")
    page.wait_for_selector(".line >> nth=2")
    before, kept = (game / "cards.csv").read_text().splitlines(), files(game)
    drop(page, ".line[aria-rowindex='3'] > :last-child", wolf)
    saved(page, "Picture of Tinker")
    after = (game / "cards.csv").read_text().splitlines()
    assert [line for line in after if line not in before] == [f"{before[2]},art/Old Wolf.png"]
    assert set(files(game)) == set(kept)
    assert axe(page) == []
    page.locator(".line[aria-rowindex='4'] [role=gridcell]").nth(0).click()
    page.evaluate(
        """async () => {
          const canvas = new OffscreenCanvas(30, 20);
          canvas.getContext("2d").fillRect(0, 0, 30, 20);
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([await canvas.convertToBlob()], "image.png", { type: "image/png" }));
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }"""
    )
    saved(page, "Picture of Gatekeeper")
    assert (game / "cards.csv").read_text().splitlines()[3].endswith(",6,art/Gatekeeper.png")
    with Image.open(game / "art" / "Gatekeeper.png") as pasted:
        assert pasted.size == (30, 20)


def test_a_picture_is_chosen_with_the_keyboard_alone(drawn):
    """The button beside the card asks for a file; a second one replaces the first, which stays in its folder."""
    page, game, wolf = drawn
    table = game / "cards.csv"
    page.click("#tab-table")
    page.wait_for_selector(".line >> nth=2")
    page.locator(".line [role=gridcell]").first.click()
    for label, file in (("Add a picture to Pathfinder", wolf), ("Choose picture for picture of Pathfinder", None)):
        button = page.get_by_role("button", name=label)
        button.focus()
        with page.expect_file_chooser() as asked:
            page.keyboard.press("Enter")
        asked.value.set_files(file or painting(wolf.with_name("Bear.jpeg")))
        drawn_by = "art/Old Wolf.png" if file else "art/Bear.jpeg"
        eventually(lambda end=f",6,{drawn_by}": table.read_text().splitlines()[1].endswith(end), table.read_text)
        saved(page, "Picture of Pathfinder")
        status(page, "game.yaml" if file else "Bear")
    assert {"art/Bear.jpeg", "art/Old Wolf.png"} <= set(files(game))


def test_a_game_made_from_a_table_without_pictures_takes_one(visit, shared_studio, tmp_path):
    """Its face leaves the place for pictures out: what the page says there can be done, and one Undo takes it back."""
    (tmp_path / "trees.csv").write_text("Name,Type,Cost,Text\nOak,Tree,3,Draw two cards.\nWolf,Beast,4,Attack.\n")
    words = [sys.executable, "-m", "punchboard", "new", "trees", "--from", str(tmp_path / "trees.csv"), "--no-build"]
    subprocess.run(words, cwd=shared_studio.workspace, check=True, capture_output=True)
    game = shared_studio.workspace / "catalog" / "trees"
    page = visit(shared_studio.of(game), refusals=(OUTDATED,))
    before, face = files(game), game / "layouts" / "faces" / "card.yaml"
    assert "  picture: null" in face.read_text()
    page.click("#cards li button")
    page.click("#studio-edit")
    page.get_by_role("button", name="+ picture").click()
    status(page, "The layout has a place for a picture: drop one on this card.")
    drop(page, "#stage", painting(tmp_path / "Old Oak.webp"))
    saved(page, "Picture of Oak: saved in catalog/trees/art/Old Oak.webp, catalog/trees/layouts/faces/card.yaml")
    page.wait_for_selector(PICTURE)
    eventually(lambda: min(colours(page, "#stage .face")) > 0.1)
    assert "picture: null" not in face.read_text()
    assert (game / "trees.csv").read_text().splitlines()[:2] == [
        "Name,Type,Cost,Text,picture",
        "Oak,Tree,3,Draw two cards.,art/Old Oak.webp",
    ]
    page.click("#studio-undo")
    saved(page, "Undone: Picture of Oak")
    assert files(game) == before
    page.wait_for_selector(PICTURE, state="detached")


def test_a_picture_dropped_on_the_form_of_a_card_is_on_the_card(drawn, tmp_path):
    """On the button for the first one, on the field of the pictures, and on any other field of the card."""
    page, game, wolf = drawn
    page.click("#cards li button")
    bear = painting(tmp_path / "bear.svg.png", colours=HALVES[::-1])
    for where, file, name in (
        ("#open .choose", wolf, "Old Wolf"),
        ("#open [data-column=picture] input", bear, "bear-svg"),
        ("#open [data-column=name] textarea", wolf, "Old Wolf"),
    ):
        page.wait_for_selector(where)
        drop(page, where, file)
        saved(page, "Picture of Pathfinder: saved")
        assert (game / "cards.csv").read_text().splitlines()[1].endswith(f",art/{name}.png")
    drop(page, "#studio-undo", wolf)
    status(page, " is not copied: drop it on a card")


def test_what_is_no_picture_too_large_or_too_many_is_told_in_words(drawn, tmp_path):
    """Nothing is written: not for 200 MB, not for a text with the name of a picture, not for a whole folder."""
    page, game, wolf = drawn
    before = files(game)
    huge = tmp_path / "scan.png"
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    notes = tmp_path / "notes.png"
    notes.write_text("Buy more wool.")
    (tmp_path / "folder").mkdir()
    for paths, words in (
        ((huge,), "has 200 MB, and a picture may have 20 MB: nothing was copied"),
        ((notes,), "'notes.png' is not a PNG, JPEG, SVG, WebP, GIF, TIFF or BMP picture. Save it as PNG"),
        ((wolf, notes), "None of these 2 files has the name of one card: nothing was copied"),
        ((tmp_path / "folder",), "cannot be read: is it a folder"),
    ):
        drop(page, "#cards li button", *paths)
        status(page, words)
        assert page.locator("#studio-status.wrong").count() == 1
    drop(page, "#title", wolf)
    status(page, " is not copied: drop it on a card, its row in the table or a field of its form.")
    assert files(game) == before
    drop(page, "#cards li button", wolf)
    saved(page, "Picture of Pathfinder")
    assert set(files(game)) == {*before, "art/Old Wolf.png"}
    page.click("#studio-undo")
    saved(page, "Undone: Picture of Pathfinder")
    assert files(game) == before


def test_several_pictures_go_to_the_cards_that_have_their_names(drawn, tmp_path):
    """Dropped anywhere: the page lists what matches, the first brings the column, and what has no card stays out.

    They are one step: a single Undo takes all of them back.
    """
    page, game, wolf = drawn
    before = files(game)
    named = [painting(tmp_path / f"{name}.png", size=(60, 90 + at)) for at, name in enumerate(("PATHfinder", "tinker"))]
    drop(page, "#title", *named, wolf)
    page.wait_for_selector("#put-pictures")
    assert "Old Wolf.png stays out: no card has this name" in page.inner_text("dialog.conflict")
    page.keyboard.press("Enter")
    saved(page, "Pictures of 2 cards: saved")
    lines = (game / "cards.csv").read_text().splitlines()
    assert [one.rpartition(",")[2] for one in lines[:3]] == ["picture", "art/PATHfinder.png", "art/tinker.png"]
    assert set(files(game / "art")) == {"PATHfinder.png", "tinker.png"}
    page.click("#studio-undo")
    saved(page, "Undone: Pictures of 2 cards")
    assert files(game) == before
    page.click("#studio-redo")
    saved(page, "Done again: Pictures of 2 cards")
    assert set(files(game / "art")) == {"PATHfinder.png", "tinker.png"}


def test_a_disk_that_cannot_take_the_picture_is_told(drawn):
    """A file stands where the folder should be: nothing is written, and the page says why."""
    page, game, wolf = drawn
    (game / "art").write_text("a file")
    before = files(game)
    drop(page, "#cards li button", wolf)
    status(page, "Cannot write")
    assert files(game) == before


def test_a_picture_is_dragged_within_its_box_as_one_step(bench):
    """The card shows the other half, the cell gets the focus, and one Undo takes the drag back."""
    page, file = bench
    before = file.read_text()
    x, y = centre(page, PICTURE)
    page.mouse.dblclick(x, y)
    page.wait_for_selector(".crop .frame:focus")
    for _ in range(8):
        page.keyboard.press("+")
    zoomed = written(file, r",art/Old Wolf\.png @ 50% 50% 2\.1\dx\n")
    saved(page, "Zoom picture of Pathfinder")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 300, y, steps=12)
    page.mouse.move(x - 2000, y, steps=3)
    page.mouse.up()
    moved = written(file, r",art/Old Wolf\.png @ 7\d% 50% 2\.1\dx\n")
    saved(page, "Move picture of Pathfinder")
    assert [line for line in moved.splitlines() if line not in before.splitlines()] == [moved.splitlines()[1]]
    page.keyboard.press("Escape")
    page.wait_for_selector(".crop", state="detached")
    eventually(lambda: colours(page, "#stage .face")[0] < 0.01)
    assert colours(page, "#stage .face")[1] > 0.1
    page.keyboard.press("Control+z")
    saved(page, "Undone: Move picture")
    assert file.read_text() == zoomed
    eventually(lambda: min(colours(page, "#stage .face")) > 0.1)
    page.keyboard.press("Control+z")
    saved(page, "Undone: Zoom picture")
    assert file.read_text() == before


@pytest.mark.parametrize("late", ["now", "face"])
def test_a_picture_that_comes_late_does_not_return_after_undo(bench, late):
    """Undo shows the card as it was, also when a picture of the step that was undone is still on its way."""
    page, file = bench
    x, y = centre(page, PICTURE)
    page.mouse.dblclick(x, y)
    page.wait_for_selector(".crop .frame:focus")
    for _ in range(8):
        page.keyboard.press("+")
    zoomed = written(file, r",art/Old Wolf\.png @ 50% 50% 2\.1\dx\n")
    saved(page, "Zoom picture of Pathfinder")
    page.wait_for_selector(".crop:not(.live)")
    eventually(lambda: min(colours(page, "#stage .face")) > 0.1)
    held = []
    page.route(re.compile(rf"/{late}/[^/]+\.svg"), lambda route: held.append(route))  # noqa: PLW0108 - a method of a list cannot be a handler
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 2000, y, steps=3)
    page.mouse.up()
    saved(page, "Move picture of Pathfinder")
    eventually(lambda: page.evaluate("true") and held)
    page.keyboard.press("Escape")
    page.wait_for_selector(".crop", state="detached")
    eventually(lambda: colours(page, "#stage .face")[0] < 0.01)
    page.route("**/*.svg", lambda route: route.continue_())
    page.keyboard.press("Control+z")
    saved(page, "Undone: Move picture")
    assert file.read_text() == zoomed
    eventually(lambda: min(colours(page, "#stage .face")) > 0.1)
    for route in held:
        with page.expect_event("requestfinished", lambda one, route=route: one.url == route.request.url):
            route.continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert min(colours(page, "#stage .face")) > 0.1


def test_a_drag_right_after_a_zoom_keeps_the_zoom(bench):
    """Also while the program still answers with the boxes from before the zoom."""
    page, file = bench
    x, y = centre(page, PICTURE)

    def knows_the_first_zoom(answer):  # an older one is never shown after it
        return "/boxes/" in answer.url and '"zoom":1.1' in answer.text().replace(" ", "")

    with page.expect_response(knows_the_first_zoom) as before:
        page.mouse.dblclick(x, y)
        page.keyboard.press("+")
        written(file, r",art/Old Wolf\.png @ 50% 50% 1\.1x\n")
    old = before.value.json() | {"other": "what has changed meanwhile"}
    answers = []
    page.route("**/boxes/**", lambda route: answers.append(route.fulfill(json=old)))
    page.wait_for_selector(".crop .frame:focus")
    for _ in range(8):
        page.keyboard.press("+")
    written(file, r",art/Old Wolf\.png @ 50% 50% 2\.\d\d?x\n")
    saved(page, "Zoom picture of Pathfinder")
    eventually(lambda: page.evaluate("true") and answers)
    page.wait_for_selector(".crop:not(.live)")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 2000, y, steps=3)
    page.mouse.up()
    written(file, r",art/Old Wolf\.png @ [6-9]\d% 50% 2\.\d\d?x\n")


def test_a_picture_is_moved_with_keys_and_numbers(bench, axe):
    """Arrow keys move by a percent, Shift by five; a burst is one step. The numbers in the panel do the same."""
    page, file = bench
    page.locator(PICTURE).focus()
    page.fill("[aria-label='Zoom in the picture of picture']", "2")
    page.keyboard.press("Tab")
    written(file, r",art/Old Wolf\.png @ 50% 50% 2x\n")
    page.locator(PICTURE).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".crop .frame:focus")
    assert axe(page) == []
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowUp"):
        page.keyboard.press(key)
    written(file, r",art/Old Wolf\.png @ 52% 55% 2x\n")
    page.keyboard.press("Escape")
    page.wait_for_selector("#bench [data-box=picture]:focus")
    assert page.locator("#open[open]").count() == 1
    page.wait_for_function("() => document.querySelector('[aria-label^=Across]').value === '52'")
    page.fill("[aria-label='Across in the picture of picture in percent']", "50")
    page.keyboard.press("Tab")
    eventually(lambda: file.read_text().splitlines()[1].endswith(",art/Old Wolf.png @ 50% 55% 2x"))


def test_a_new_picture_on_the_bench_forgets_the_part_of_the_old_one(bench, tmp_path):
    """Dropped on the card's picture, it takes the place of the old one, from its middle."""
    page, file = bench
    page.locator(PICTURE).focus()
    whole = Picture(page)
    page.fill("[aria-label='Zoom in the picture of picture']", "3")
    page.keyboard.press("Tab")
    saved(page, "Zoom picture")
    eventually(lambda: whole.change() is not None)
    drop(page, PICTURE, painting(tmp_path / "Nacht & Nebel.png", size=(60, 90)))
    saved(page, "Picture of Pathfinder")
    assert file.read_text().splitlines()[1].endswith(",art/Nacht - Nebel.png")


def test_a_drop_on_the_bench_is_taken_while_the_bench_is_drawn_again(bench, tmp_path):
    """Another program adds a box while a picture is held over the card: the drop goes to the card that is there now."""
    page, file = bench
    layout = file.parent / "layouts" / "faces" / "card.yaml"

    def draw_again():
        page.evaluate("globalThis.old = document.querySelector('#bench')")
        layout.write_text(f"{layout.read_text()}  dot: {{at: [3, 3], size: [4, 4], fill: '#b03030'}}\n")
        page.wait_for_function("() => !old.isConnected && document.querySelector('#bench')")

    drop(page, PICTURE, painting(tmp_path / "bear.png", size=(60, 90)), meanwhile=draw_again)
    eventually(lambda: file.read_text().splitlines()[1].endswith(",art/bear.png"))


def test_on_a_phone_a_picture_is_chosen_and_moved(studio_page, visit, tmp_path):
    """At 390 pixels with touch: nothing is wider than the screen, and the frame can be dragged."""
    wide, game = studio_page
    page = visit(wide.url, width=390, height=844, refusals=(409, 422), has_touch=True)
    token = wide.evaluate("sessionStorage.getItem('punchboard-token')")
    page.evaluate("token => sessionStorage.setItem('punchboard-token', token)", token)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.on("filechooser", lambda _asked: None)
    page.locator("#cards li button").first.tap()
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Add a picture to Pathfinder").tap()
    asked.value.set_files(painting(tmp_path / "wolf.png"))
    saved(page, "Picture of Pathfinder")
    page.locator("#studio-edit").tap()
    page.touchscreen.tap(*centre(page, PICTURE))  # on the frame around it
    page.get_by_role("button", name="Move in its box").tap()
    page.wait_for_selector(".crop .frame:focus")
    assert page.evaluate("document.querySelector('#open').scrollWidth <= innerWidth")
    page.keyboard.press("+")
    saved(page, "Zoom picture")
    assert (game / "cards.csv").read_text().splitlines()[1].endswith("art/wolf.png @ 50% 50% 1.1x")
    page.goto("about:blank")


def test_a_kind_with_two_pictures_asks_which_and_a_card_without_a_row_says_so(drawn):
    """A drop on the card is refused with the names of the columns; one on a cell of such a column works."""
    page, game, wolf = drawn
    settings = game / "game.yaml"
    fields = "      art: {type: picture, optional: true}\n      portrait: {type: picture, optional: true}\n"
    settings.write_text(settings.read_text().replace("    rows: cards.csv", f"{fields}    rows: cards.csv"))
    page.reload()
    page.wait_for_selector("html[data-ready]")
    before = (game / "cards.csv").read_text()
    eventually(
        lambda: "portrait" in str(page.evaluate(f"fetch('/g/{game.name}/cards/card.json').then((it) => it.json())")),
    )
    drop(page, "#cards li button", wolf)
    status(page, "several pictures: drop it on art or portrait, in the table or beside the card")
    drop(page, "#cards section:last-of-type li button", wolf)
    status(page, "This card has no row in a table")
    assert (game / "cards.csv").read_text() == before
    page.click("#tab-table")
    page.wait_for_selector(".sheet-head [data-column=portrait]")
    drop(page, ".line[aria-rowindex='4'] > :last-child", wolf)
    saved(page, "Picture of Gatekeeper")
    assert (game / "cards.csv").read_text().splitlines()[3].endswith("asked.,6,art/Old Wolf.png")
    names = (game / "cards.csv").read_text().splitlines()[0].split(",")
    assert names[-1] in {"art", "portrait"}


def test_a_drop_keeps_what_another_program_wrote_meanwhile(drawn, tmp_path):
    """The table follows its file, and both changes are in it; Undo takes back only the picture."""
    page, game, wolf = drawn
    drop(page, "#cards li button", wolf)
    saved(page, "Picture of Pathfinder")
    page.click("#tab-table")
    page.wait_for_selector(".line >> nth=2")
    table = game / "cards.csv"
    table.write_text(table.read_text().replace("Tinker,", "Tinkerer,"))
    eventually(lambda: "Tinkerer" in page.inner_text(".sheet"))
    theirs = table.read_text()
    drop(page, ".deck-side .card-picture", painting(tmp_path / "bear.png", size=(50, 90)))
    status(page, "art/bear.png")
    assert table.read_text() == theirs.replace("art/Old Wolf.png", "art/bear.png")
    page.click("#studio-undo")
    saved(page, "Undone")
    assert table.read_text() == theirs
    assert not (game / "art" / "bear.png").exists()


def test_a_link_that_is_dropped_never_makes_the_browser_leave_the_page(drawn):
    """Such as a picture that is dragged from another page: the page says that nothing was copied."""
    page, game, _ = drawn
    before, address = files(game), page.url
    x, y = centre(page, "#cards li button")
    link = {"mimeType": "text/uri-list", "data": "http://127.0.0.1:9/wolf.png"}
    cdp = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        data = {"items": [link], "files": [], "dragOperationsMask": 1}
        cdp.send("Input.dispatchDragEvent", {"type": kind, "data": data, "x": x, "y": y})
    status(page, "A link was dropped, and nothing was copied")
    assert page.url == address
    assert files(game) == before


def test_a_new_version_of_the_table_is_compared_and_written_as_one_step(studio_page, tmp_path, axe):
    """It is dropped on the page, and says what it changes; by its button it can be chosen without a mouse."""
    page, game = studio_page
    before = (game / "cards.csv").read_text()
    new = tmp_path / "cards.csv"
    new.write_text(before.replace("Pathfinder", "Trailblazer") + "Newcomer,maker,1,Look around.,,2\n")
    drop(page, "#cards li button", new)
    page.wait_for_selector("#new-table")
    said = page.text_content("dialog.conflict")
    assert "Update cards.csv?" in said
    assert "Newcomer" in said
    assert axe(page) == []
    page.keyboard.press("Escape")
    assert (game / "cards.csv").read_text() == before
    other = new.rename(tmp_path / "cards.tsv")
    drop(page, "#cards li button", other)
    status(page, "The game reads cards.csv, and not cards.tsv. Give the file the name of the table that it replaces")
    new = other.rename(new)
    page.click("#tab-table")
    page.set_input_files("#new-table-file", new)
    page.wait_for_selector("#new-table")
    page.keyboard.press("Enter")
    saved(page, "Update cards.csv: saved in")
    assert (game / "cards.csv").read_text() == new.read_text()
    page.click("#studio-undo")
    saved(page, "Undone: Update cards.csv")
    assert (game / "cards.csv").read_text() == before

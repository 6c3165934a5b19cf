"""What goes wrong around the studio: the page says so in words, nothing is lost, and each file on disk is whole."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE, eventually
from tests.browser.conftest import changed, saved, started_studio
from tests.browser.hand import Picture, box, drag, open_layout
from tests.git_repository import new_repository

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

PLAIN = """\
boxes:
  red: {at: [8, 10], size: [16, 8], fill: "#b03030"}
  blue: {at: [30, 30], size: [20, 12], fill: "#3030b0"}
"""
MOVED = PLAIN.replace("at: [8, 10]", "at: [8, 11]")
BAD_DISK = Path(__file__).with_name("studio_with_bad_disk.py")


@pytest.fixture
def face(game):
    """The layout of the cards, with two plain boxes."""
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    return file


def lower(page, name="red"):
    """Move a box down by 1 mm with a key."""
    page.locator(box(name)).focus()
    page.keyboard.press("Shift+ArrowDown")


def told(page, *words):
    """Wait until the page says words in its line of news, as an error."""
    page.wait_for_function(
        "words => { const line = document.querySelector('#studio-status.wrong');"
        " return line && words.every((word) => line.textContent.includes(word)); }",
        arg=list(words),
    )
    assert "Traceback" not in page.inner_text("body")
    page.evaluate("document.getElementById('studio-status').textContent = ''")  # what comes next is new


BROKEN = {
    "YAML": (lambda file: file.write_text(PLAIN + "  green: {at: [1, 2\n", encoding="utf-8"), "card.yaml"),
    "UTF-8": (lambda file: file.write_bytes(PLAIN.encode() + b"# caf\xe9\n"), "UTF-8"),
    "gone": (lambda file: file.unlink(), "card"),
    "a folder": (lambda file: (file.unlink(), file.mkdir()), "card"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_layout_that_becomes_unreadable_is_said_and_not_written(enter, face, how):
    """The card stays as it was last, an edit is refused with the reason, and all goes on once the file is readable."""
    page = enter()
    open_layout(page)
    moved = Picture(page)
    lower(page)
    saved(page, "Move red")
    moved.changes(8, 10, 24, 19)
    picture = Picture(page)
    spoil, word = BROKEN[how]
    spoil(face)
    page.wait_for_selector("#broken.shown")
    assert word in page.inner_text("#broken")
    assert picture.change() is None
    left = face.read_bytes() if face.is_file() else None
    assert page.locator(box("red")).count() == 1  # what is shown can still be looked at
    lower(page)
    told(page, "The game cannot be loaded")
    assert (face.read_bytes() if face.is_file() else None) == left
    if face.is_dir():
        face.rmdir()
    face.write_text(MOVED, encoding="utf-8")
    page.wait_for_selector("#broken.shown", state="detached")
    lower(page)
    saved(page, "Move red")
    assert face.read_text() == PLAIN.replace("at: [8, 10]", "at: [8, 12]")
    picture.changes(8, 11, 24, 20)


def test_a_table_that_becomes_unreadable_keeps_what_was_typed(enter, game):
    """The typed value stays in its cell with the reason; it is written once the table can be read again."""
    table = game / "cards.csv"
    before = table.read_text()
    page = enter()
    page.click("#tab-table")
    page.locator(".line[aria-rowindex='3'] [role=gridcell]").nth(2).click()
    table.write_bytes(before.encode() + b"\xff\xfe\n")
    page.wait_for_selector("#broken.shown")
    page.keyboard.type("5")
    page.keyboard.press("Tab")
    page.wait_for_selector(".line .why")
    assert table.read_bytes() == before.encode() + b"\xff\xfe\n"
    page.keyboard.press("Escape")
    assert page.inner_text(".line[aria-rowindex='3'] [role=gridcell] >> nth=2").startswith("5")
    table.write_text(before, encoding="utf-8")
    page.wait_for_selector("#broken.shown", state="detached")
    page.locator(".line[aria-rowindex='3'] [role=gridcell]").nth(2).dblclick()
    page.keyboard.press("Enter")
    saved(page, "Change cost of Tinker")
    assert changed(before, table.read_text())[0].startswith("Tinker,maker,5,")


def test_a_deleted_file_comes_back_on_undo_when_the_user_says_so(enter, face):
    """Both versions are shown: none on disk, and the user's own."""
    page = enter()
    open_layout(page)
    lower(page)
    saved(page, "Move red")
    face.unlink()
    page.wait_for_selector("#broken.shown")
    page.click("#studio-undo")
    page.wait_for_selector(".conflict")
    assert "card.yaml" in page.inner_text(".conflict")
    page.click("text=Write mine over it")
    saved(page, "Written: ")
    assert face.read_text() == PLAIN
    page.wait_for_selector("#broken.shown", state="detached")


@pytest.fixture
def own_studio(moon, tmp_path):
    """A workspace with one game, and a function that starts its studio; they are stopped at the end."""
    workspace = tmp_path / "mine"
    game = shutil.copytree(moon, workspace / "catalog" / "moon")
    (game / "layouts" / "faces" / "card.yaml").write_text(PLAIN, encoding="utf-8")
    running = []

    def start(**more):
        running.append(started_studio(workspace, **more))
        return running[-1]

    yield game, start
    for one in running:
        one.end()


def files_of(game):
    """Return the names of all files of a game."""
    return sorted(f"{path.relative_to(game)}" for path in game.rglob("*") if path.is_file())


REASONS = {"EROFS": "read-only file system", "EACCES": "permission denied", "ENOSPC": "no space left on device"}


def test_a_disk_that_refuses_is_said_in_the_page(own_studio, visit, tmp_path):
    """A read-only folder, missing rights, a disk that fills up in the middle of the file: the file is the old one."""
    game, start = own_studio
    switch = tmp_path / "switch"
    page = visit(start(program=(BAD_DISK, switch)).address, refusals=(422,))
    face, names = game / "layouts" / "faces" / "card.yaml", files_of(game)
    open_layout(page)
    picture = Picture(page)
    for reason, words in REASONS.items():
        switch.write_text(reason)
        lower(page)
        told(page, words, "the file on disk is unchanged")
        assert face.read_text() == PLAIN
        assert files_of(game) == names
        picture.is_back()
        page.wait_for_function(
            f"() => document.querySelector(`{box('red')}`).ariaLabel.includes(' 10 mm from the top')"
        )
    assert page.is_disabled("#studio-undo")
    switch.unlink()
    lower(page)
    saved(page, "Move red")
    assert face.read_text() == MOVED
    switch.write_text("ENOSPC")
    page.click("#studio-undo")
    told(page, "no space left")
    assert face.read_text() == MOVED
    switch.unlink()
    page.click("#studio-undo")
    saved(page, "Undone: Move red")
    assert face.read_text() == PLAIN


def test_a_kill_in_the_middle_of_a_write_leaves_the_old_file(own_studio, visit, tmp_path, monkeypatch):
    """The page says that nothing was written; what was half done is neither a file of the game nor committed."""
    git = new_repository(tmp_path, monkeypatch)
    git("add", "mine/catalog")
    git("commit", "-qm", "one")
    game, start = own_studio
    switch = tmp_path / "switch"
    studio = start(program=(BAD_DISK, switch))
    port = re.search(r":(\d+)/", studio.address)[1]
    page = visit(studio.address, refusals=("net::ERR",))
    face, names = game / "layouts" / "faces" / "card.yaml", files_of(game)
    open_layout(page)
    switch.write_text("KILL")
    lower(page)
    told(page, "No connection to the program: nothing was written", "punchboard edit")
    assert studio.process.wait(PATIENCE) == -signal.SIGKILL
    assert face.read_text() == PLAIN
    (left,) = set(files_of(game)) - set(names)
    assert left.endswith(".unfinished")
    page.wait_for_selector("#lost.shown")
    page.goto("about:blank")
    check = [sys.executable, "-m", "punchboard", "check"]
    done = subprocess.run(check, cwd=game.parents[1], capture_output=True, text=True, check=False)
    assert "unfinished" not in done.stdout + done.stderr
    page.goto(start(port=port).address)
    open_layout(page)
    lower(page)
    saved(page, "Move red")
    assert face.read_text() == MOVED
    assert files_of(game) == names
    page.click("#studio-changes")
    page.wait_for_selector("#changes .changed-files")
    assert page.locator("#changes .changed-files li").count() == 1


def test_a_program_that_has_ended_is_said_and_started_again(own_studio, visit):
    """Every tab says that the connection is lost; after a start at the same address, the page says how to go on."""
    game, start = own_studio
    studio = start()
    page = visit(studio.address, refusals=(403, 422, 503, "net::ERR"))
    face = game / "layouts" / "faces" / "card.yaml"
    open_layout(page)
    studio.end()
    page.wait_for_selector("#lost.shown")
    assert "Connection lost" in page.inner_text("#lost")
    lower(page)
    told(page, "nothing was written", "Start it again")
    page.wait_for_function(f"() => document.querySelector(`{box('red')}`).ariaLabel.includes(' 10 mm from the top')")
    page.click("text=Hide")
    told(page, "nothing was written")
    again = start(port=re.search(r":(\d+)/", studio.address)[1])
    page.wait_for_selector("#lost.shown", state="detached")
    lower(page)
    told(page, "not opened by the command", "run 'punchboard edit' again")
    assert face.read_text() == PLAIN
    page.goto(again.address)
    open_layout(page)
    lower(page)
    saved(page, "Move red")
    assert face.read_text() == MOVED


def test_two_windows_of_one_game_show_the_same(enter, face):
    """A move in one is drawn in the other, which says so; undone there, it is undone here, and said here."""
    one, other = enter(), enter()
    for page in (one, other):
        open_layout(page)
    picture = Picture(other)
    drag(one, "red", 0, 20)
    saved(one, "Move red")
    picture.changes(8, 10, 24, 38)
    saved(other, "In another window: Move red")
    other.click("#studio-undo")
    saved(other, "Undone: Move red")
    picture.is_back()
    saved(one, "Undone in another window: Move red")
    assert face.read_text() == PLAIN
    one.click("#studio-redo")
    saved(one, "Done again: Move red")
    saved(other, "Done again in another window: Move red")
    drag(other, "blue", 0, 20)
    saved(other, "Move blue")
    saved(one, "In another window: Move blue")
    assert "red: {at: [8, 30]" in face.read_text()
    assert "blue: {at: [30, 50]" in face.read_text()


def test_a_step_can_be_undone_after_the_page_is_opened_again(enter, face):
    """The history is the program's, not the window's."""
    page = enter()
    open_layout(page)
    lower(page)
    saved(page, "Move red")
    page.close()
    page = enter()
    page.wait_for_selector("#studio-undo:enabled")
    page.click("#studio-undo")
    saved(page, "Undone: Move red")
    assert face.read_text() == PLAIN


SLEEP = """
  const Stream = EventSource;
  window.streams = [];
  window.EventSource = class extends Stream {
    constructor(...all) { super(...all); window.streams.push(this); }
  };
  window.EventSource.CLOSED = Stream.CLOSED;
"""


@pytest.mark.parametrize("wakes", ["with an edit", "when it is looked at"])
def test_a_tab_that_slept_catches_up(enter, face, wakes):
    """Its stream of events is gone. An edit of what it still shows is refused with words, and the newest is shown."""
    page = enter()
    page.add_init_script(SLEEP)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    open_layout(page)
    picture = Picture(page)
    page.evaluate("() => streams.forEach((one) => one.close())")
    elsewhere = PLAIN.replace("at: [8, 10]", "at: [8, 50]")
    face.write_text(elsewhere, encoding="utf-8")
    awake = enter()
    open_layout(awake)
    awake.wait_for_function(f"() => document.querySelector(`{box('red')}`).ariaLabel.includes(' 50 mm from the top')")
    awake.close()
    assert picture.change() is None
    if wakes == "with an edit":
        drag(page, "red", 0, 20)
        told(page, "is [8, 50] in the file now; nothing is written")
    else:
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    picture.changes(8, 10, 24, 58)
    assert face.read_text() == elsewhere
    page.wait_for_function(f"() => document.querySelector(`{box('red')}`).ariaLabel.includes(' 50 mm from the top')")
    drag(page, "red", 10, 0)
    saved(page, "Move red")
    assert face.read_text() == PLAIN.replace("at: [8, 10]", "at: [18, 50]")


def test_a_game_whose_folder_is_gone_is_said(enter, game, face):
    """The last picture stays, an edit is refused with words, and no folder is made again."""
    page = enter(refusals=(404, 422))
    open_layout(page)
    shutil.rmtree(game)
    eventually(lambda: page.locator("#broken.shown").count() == 1)
    lower(page)
    page.wait_for_selector("#studio-status.wrong")
    assert not game.exists()

"""The page of the app and its worker beside an interpreter that is only played: what a person is told, and keeps."""

from pathlib import Path

import pytest
from patience import eventually
from tests.browser.played import game, playing, send

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")


@pytest.fixture
def first():
    """What is run in the worker before it begins."""
    return ""


@pytest.fixture
def host(tmp_path, first):
    """A host of the app with the played interpreter."""
    with playing(tmp_path / "app", first) as host:
        yield host


@pytest.fixture
def address(host):
    """The address of the app."""
    return host.address


MAZE = "/games/catalog/maze/game.yaml"


def test_a_program_that_does_not_end_can_be_stopped(address, visit, axe):
    """Its game can be saved without being opened, and opens again, as it was after the last change that was kept."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    send(page, {MAZE: "second"})
    page.clock.install()
    send(page, {MAZE: "third"}, "for-ever", waits=False)
    eventually(lambda: page.clock.run_for(15_000) or page.is_visible("#busy"))
    assert page.inner_text("#busy-with").startswith("The program has been busy with maze for a while.")
    assert axe(page) == []
    page.click("#stop")
    sync_api.expect(page.locator("#said")).to_contain_text("was stopped while it was busy with maze")
    with page.expect_download() as archive:
        page.click("text=Save maze as .zip")
    assert Path(archive.value.path()).read_bytes() == b"second"
    page.click("#games li button")
    send(page, {MAZE: "fourth"})
    assert page.is_hidden("#busy")


NO_STORAGE = """
StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("storage is off", "SecurityError"));
"""


@pytest.mark.parametrize("first", [NO_STORAGE])
def test_a_window_that_keeps_nothing_says_so_before_work_is_lost(address, visit):
    """On both pages; a changed game that is not saved is not closed without a question."""
    page = visit(address)
    assert "does not keep your games (storage is off)" in page.inner_text("#unkept")
    page.set_input_files("#file", game("maze", "first"))
    send(page, {MAZE: "second"})
    assert "does not keep your games" in page.inner_text("#bar-said")
    page.click("#leave")  # a browser asks only those who have touched the page
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    page.click("#games li button")
    with page.expect_download() as archive:
        page.click("#save")
    assert Path(archive.value.path()).read_bytes() == b"second"


FOLDER = "navigator.storage.getDirectory().then((top) => top.getDirectoryHandle('outside', {create: true}))"
"""A folder in place of one of the disk: a script can choose none there."""

WRITE = f"""async (files) => {{
  const folder = await {FOLDER};
  for (const [name, text] of Object.entries(files)) {{
    if (text === null) {{ await folder.removeEntry(name); continue; }}
    const out = await (await folder.getFileHandle(name, {{create: true}})).createWritable();
    await out.write(text);
    await out.close();
  }}
}}"""

READ = f"""async () => {{
  const found = {{}};
  for await (const [name, one] of (await {FOLDER}).entries()) found[name] = await (await one.getFile()).text();
  return found;
}}"""


def test_what_another_program_did_in_an_opened_folder_stays(address, visit):
    """Files that it changed, deleted or made are not written over, the page names them, and all others are written."""
    page = visit(address)
    page.evaluate(WRITE, dict.fromkeys(("changed.csv", "deleted.csv", "ours.csv"), "old"))
    page.evaluate(f"window.showDirectoryPicker = () => {FOLDER}")
    page.click("#folder")
    page.frame_locator("#studio").get_by_text("the studio").wait_for()
    page.evaluate(WRITE, {"changed.csv": "theirs, longer", "deleted.csv": None, "made.csv": "theirs"})
    names = ("changed.csv", "deleted.csv", "made.csv", "ours.csv")
    send(page, {f"/folders/1/outside/{name}": "mine" for name in names})
    written = page.locator("#bar-said", has_text="Not all changes were written to the folder: ")
    written.wait_for()  # which is said when all writing has ended
    theirs = {"changed.csv": "theirs, longer", "made.csv": "theirs"}
    assert page.evaluate(READ) == theirs | {"ours.csv": "mine"}
    said = written.inner_text()
    assert all(f"{name} was" in said for name in names[:3])
    assert "ours.csv" not in said

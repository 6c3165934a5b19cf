"""The page of the app at its edges, beside a played interpreter: visits, storage, folders, links, and a phone."""

from pathlib import Path

import pytest
from tests.browser.conftest import READY
from tests.browser.played import LATER, STATIC, game, in_studio, playing, send

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")

MAZE = "/games/catalog/maze/game.yaml"

DISK = """
let disk = "as usual";
const asked = new BroadcastChannel("disk");
asked.onmessage = ({ data }) => asked.postMessage((disk = data));
const { write, close } = FileSystemWritableFileStream.prototype;
Object.assign(FileSystemWritableFileStream.prototype, {
  write(...data) {
    if (disk === "full") return Promise.reject(new DOMException("the quota is used up", "QuotaExceededError"));
    if (disk === "forbidden") return Promise.reject(new DOMException("it is not allowed", "NotAllowedError"));
    return write.apply(this, data);
  },
  close() {
    if (disk === "slow") { asked.postMessage("closing"); return new Promise(() => {}); }
    return close.apply(this);
  },
});
"""
"""What lets the page say how the disk is, in the worker."""

SAY = """(how) => new Promise((done) => {
  const asked = new BroadcastChannel("disk");
  asked.onmessage = () => done();
  asked.postMessage(how);
})"""


@pytest.fixture
def host(tmp_path):
    """A host of the app with the played interpreter."""
    with playing(tmp_path / "app", DISK) as host:
        yield host


@pytest.fixture
def address(host):
    """The address of the app."""
    return host.address


def said(page, text):
    """Wait until the page says something."""
    sync_api.expect(page.locator("#said")).to_contain_text(text)


def saved(page):
    """Return the bytes of the open game, as it is saved."""
    with page.expect_download() as archive:
        page.click("#save")
    return Path(archive.value.path()).read_bytes()


def can_open_offline(page):
    """Wait until all files of the app are kept."""
    sync_api.expect(page.locator("#offline")).to_be_visible()


def test_a_second_visit_asks_the_host_for_no_file(host, address, visit):
    """But whether there is a new version; a font is kept when it was used, or all when a person asks for them."""
    page = visit(address)
    can_open_offline(page)
    assert f"/{LATER}" not in host.asked
    host.asked.clear()
    page.reload()
    page.wait_for_selector(READY)
    can_open_offline(page)
    assert set(host.asked) <= {"/offline.js"}
    page.click("#fonts")
    sync_api.expect(page.locator("#fonts")).to_have_text("All fonts are kept")
    assert f"/{LATER}" in host.asked


def test_fonts_that_do_not_come_are_said(host, address, visit):
    """The button stays, for another try."""
    page = visit(address, refusals=(404,))
    can_open_offline(page)
    host.gone.add(f"/{LATER}")
    page.click("#fonts")
    sync_api.expect(page.locator("#fonts")).to_have_text("Not all fonts could be loaded: try again with a network")
    host.gone.clear()
    page.click("#fonts")
    sync_api.expect(page.locator("#fonts")).to_have_text("All fonts are kept")


def test_a_first_visit_that_loses_its_network_says_what_did_not_come(host, address, new_page):
    """And goes on when it is loaded again."""
    host.gone.add("/tab.py")
    page = new_page()
    page.goto(address)
    said(
        page, "The program could not go on: tab.py could not be loaded; the first visit needs a network. Load this page"
    )
    assert page.is_hidden("#progress")
    host.gone.clear()
    page.reload()
    page.wait_for_selector(READY)
    said(page, "Ready for a table.")


@pytest.mark.parametrize("lost", ["/licences.txt", "/offline.js"])
def test_without_all_files_tables_still_become_sheets(host, address, visit, lost):
    """The page says that this window cannot show the studio, and offers no button for it."""
    host.gone.add(lost)
    page = visit(address, refusals=(404, "response code \\(404\\)", "Failed to find a valid digest"))
    sync_api.expect(page.locator("#alone")).to_contain_text("it cannot show the studio, nor open without a network")
    page.set_input_files("#file", {"name": "owls.csv", "mimeType": "text/csv", "buffer": b"Name"})
    said(page, "Ready to print.")
    assert page.is_hidden("#edit")
    assert page.is_hidden("#more")


@pytest.mark.parametrize(
    ("missing", "why"),
    [
        ("delete window.WebAssembly", "It needs WebAssembly, which some browsers turn off"),
        ("delete HTMLScriptElement.prototype.noModule", "It needs modules in scripts"),
        ("delete Navigator.prototype.locks", "It needs locks between tabs"),
        (
            "Object.defineProperty(window, 'isSecureContext', {value: false})",
            "It needs an address that begins with https",
        ),
    ],
)
def test_what_a_browser_lacks_is_named(address, new_page, missing, why):
    """Before anything is loaded, with what would do."""
    page = new_page()
    page.add_init_script(missing)
    page.goto(address)
    said(page, f"Punchboard cannot run here. {why}")
    assert page.is_hidden("#progress")
    assert page.is_disabled("#file")


def test_files_opened_from_a_disk_ask_for_a_web_server(new_page):
    """Since a page of a disk may load no other file."""
    page = new_page()
    page.goto((STATIC / "index.html").as_uri())
    said(page, "Punchboard cannot run here. It needs a web server")


def test_a_link_names_a_sample_or_a_kept_game(address, visit):
    """A sample that was changed is opened as it was left; a name that is none is said."""
    page = visit(f"{address}#open=harbour")
    in_studio(page)
    assert saved(page) == b"a sample"
    send(page, {"/games/catalog/harbour/game.yaml": "changed"})
    page.click("#leave")
    sync_api.expect(page.locator("#games li")).to_have_text(["harbour"])
    page = visit(f"{address}#open=atlantis")
    said(page, "There is no game atlantis in this browser.")
    page.goto("about:blank")
    page.goto(f"{address}#open=harbour")
    in_studio(page)
    assert page.url.endswith("#open=harbour")


def test_a_sample_opens_at_a_click(address, visit):
    """And its address is the link to it."""
    page = visit(address)
    page.click("text=The Harbour")
    in_studio(page)
    assert page.url.endswith("#open=harbour")
    assert saved(page) == b"a sample"


def test_a_tab_that_ends_in_the_middle_of_a_save_keeps_the_last_whole_file(address, visit):
    """The file is as it was, not half written, when the page is loaded again."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    send(page, {MAZE: "second"})
    page.evaluate(SAY, "slow")
    closing = "new Promise((done) => { new BroadcastChannel('disk').onmessage = () => done(); })"
    page.evaluate(f"window.closing = {closing}; 0")
    send(page, {MAZE: "third, longer than the second"}, waits=False)
    page.evaluate("window.closing")
    page.reload()
    in_studio(page)
    assert saved(page) == b"second"


def test_a_full_disk_is_said_at_once_and_is_forgotten_when_it_has_room(address, visit):
    """Nothing is lost in between: the game in the tab is the newest, and is kept later."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    send(page, {MAZE: "second"})
    page.evaluate(SAY, "full")
    send(page, {MAZE: "third"})
    sync_api.expect(page.locator("#bar-said")).to_contain_text("does not keep your games (the quota is used up)")
    assert saved(page) == b"third"
    page.evaluate(SAY, "as usual")
    send(page, {"/games/catalog/maze/notes.md": "More"})
    sync_api.expect(page.locator("#bar-said")).to_have_text("")
    page.reload()
    in_studio(page)
    assert saved(page) == b"third"


PICKER = "navigator.storage.getDirectory().then((top) => top.getDirectoryHandle('outside', {create: true}))"
"""A folder in place of one of the disk: a script can choose none there."""


def refused(name):
    """Return a script that lets the choice of a folder end with an error."""
    return f"window.showDirectoryPicker = () => Promise.reject(new DOMException('no', '{name}')), 0"


def test_a_folder_that_is_not_opened_says_why(address, visit):
    """One that a person does not choose says nothing."""
    page = visit(address)
    can_open_offline(page)
    page.evaluate(refused("AbortError"))
    page.click("#folder")
    said(page, "Ready for a table.")
    page.evaluate(refused("NotAllowedError"))
    page.click("#folder")
    said(page, "The folder was not opened: this page was not allowed to read and change it. Press the button again")
    page.evaluate(f"window.showDirectoryPicker = () => {PICKER}")
    page.click("#folder")
    said(page, "outside has no game: open the folder with its game.yaml")


def test_a_folder_that_may_no_longer_be_written_is_said(address, visit):
    """Its files stay as they were, and the game can be saved."""
    page = visit(address)
    can_open_offline(page)
    page.evaluate(f"{PICKER}.then((one) => one.getFileHandle('game.yaml', {{create: true}})).then(() => 0)")
    page.evaluate(f"window.showDirectoryPicker = () => {PICKER}")
    page.click("#folder")
    in_studio(page)
    page.evaluate(SAY, "forbidden")
    send(page, {"/folders/1/outside/game.yaml": "changed"})
    sync_api.expect(page.locator("#bar-said")).to_contain_text(
        "Not all changes were written to the folder: it is not allowed"
    )
    text = page.evaluate(
        f"{PICKER}.then((one) => one.getFileHandle('game.yaml')).then((one) => one.getFile()).then((one) => one.text())"
    )
    assert text == ""


def test_a_second_tab_says_that_it_keeps_nothing(address, visit):
    """What the first one keeps stays."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    in_studio(page)
    other = page.context.new_page()
    other.goto(address)
    other.wait_for_selector(READY)
    sync_api.expect(other.locator("#unkept")).to_contain_text("open in another tab")
    other.set_input_files("#file", game("maze", "other"))
    send(other, {MAZE: "other, changed"})
    sync_api.expect(other.locator("#bar-said")).to_contain_text("open in another tab")
    page.reload()
    in_studio(page)
    assert saved(page) == b"first"


def test_a_studio_whose_tab_was_closed_says_so(address, visit):
    """In words, in a window of its own."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    inner = in_studio(page).url
    other = page.context.new_page()
    other.goto(inner)
    assert other.inner_text("body") == "the studio"
    page.close()
    other.reload()
    assert other.inner_text("body").startswith("The tab of this studio was closed")


def test_a_game_that_needs_too_much_memory_is_stopped(address, visit):
    """The page says why, the game is as it was last kept, and the program begins again."""
    page = visit(address)
    page.set_input_files("#file", game("maze", "first"))
    send(page, {MAZE: "second"})
    send(page, {MAZE: "third"}, "large", waits=False)
    said(page, "was stopped while it was busy with maze, as it needed more memory than a tab has (2 GB), and has begun")
    page.click("#games li button")
    in_studio(page)
    assert saved(page) == b"second"


def test_files_that_are_no_table_are_refused(address, visit, tmp_path):
    """Too many, pictures alone, and more than a tab can take."""
    page = visit(address)
    table = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"Name"}
    for wrong in ([table, {**table, "name": "b.csv"}], [{"name": "fox.png", "mimeType": "image/png", "buffer": b""}]):
        page.set_input_files("#file", wrong)
        said(page, "Drop one spreadsheet with the pictures that it names, or one game that was saved as .zip.")
    with (tmp_path / "large.xlsx").open("wb") as file:
        file.truncate(300_000_000)
    page.set_input_files("#file", tmp_path / "large.xlsx")
    said(page, "large.xlsx has 300 MB, which is too large: at most 100 MB.")
    page.set_input_files("#file", table)
    said(page, "Ready to print.")


def test_a_phone_has_no_page_wider_than_itself(address, visit, axe):
    """By touch: a table, its files, the studio, and back."""
    page = visit(address, width=390, height=844, has_touch=True, is_mobile=True)
    can_open_offline(page)
    is_wider = "document.documentElement.scrollWidth > innerWidth"
    page.set_input_files("#file", {"name": "a-table-with-a-long-name.csv", "mimeType": "text/csv", "buffer": b"Name"})
    said(page, "Ready to print.")
    assert not page.evaluate(is_wider)
    assert axe(page, every=True) == []
    page.tap("#edit")
    in_studio(page)
    assert not page.evaluate(is_wider)
    page.tap("#leave")
    page.tap("#games li button")
    in_studio(page)
    assert axe(page) == []
